import { Result, Schema } from "effect"
import type { EntityType } from "../../shared/Entities.ts"
import { rowOf } from "../../shared/EventTypes.ts"
import type { Touched } from "../Event.ts"
import type { EntityId } from "../entities/Ids.ts"
import { called } from "../entities/Wording.ts"
import type { Kind, Part, Place, Stamp } from "../state/Place.ts"
import type { EntityByType, Objective, PartList, Team } from "../state/State.ts"
import { type Change, type Definition, noFindings, opening, rejected } from "./Definition.ts"
import { unknownKey } from "./Reason.ts"

/** What is left when an entity is gone; `below` went with it. */
export interface Removal {
  readonly team: Team | null
  readonly below: ReadonlyArray<Touched>
  /** Lived on, but changed. */
  readonly changed: ReadonlyArray<Touched>
}

export const consequence = (
  entityType: Touched["entityType"],
  entity: { readonly id: EntityId },
  description: string
): Touched => ({ entityId: entity.id, entityType, transitive: true, description })

/** All that stands below an objective. */
export const partsOf = (objective: Objective, description: string): ReadonlyArray<Touched> => [
  ...objective.groups.map((group) => consequence("group", group, description)),
  ...objective.initiatives.map((initiative) => consequence("initiative", initiative, description)),
  ...objective.progress.map((progress) => consequence("progress", progress, description))
]

/** All that stands below a team. */
export const belowTeam = (team: Team, description: string): ReadonlyArray<Touched> => [
  ...team.principles.map((principle) => consequence("principle", principle, description)),
  ...team.objectives.flatMap((objective) => [
    consequence("objective", objective, description),
    ...partsOf(objective, description)
  ])
]

// An empty Struct would take any value at all.
const nothing = Schema.Record(Schema.String, Schema.Never.annotate({ message: unknownKey }))

export const deletion = <T extends EntityType, P extends Place<EntityByType[T]>>(options: {
  readonly target: Kind<T, P>
  readonly remove: (place: P, stamp: Stamp) => Removal
}): Definition => {
  const open = opening(options.target, nothing)
  return {
    role: rowOf(options.target.type).role,
    target: options.target.type,
    data: nothing,
    judge: (state, submission) => {
      const opened = open(state, submission)
      if (Result.isFailure(opened)) return rejected(state, submission, opened.failure)
      const { entity } = opened.success.place
      return {
        ...noFindings,
        status: "applied",
        data: {},
        entityId: entity.id,
        entityType: options.target.type,
        description: `deleted ${called(options.target.type, entity)}`
      }
    },
    evolve: (state, event): Change | null => {
      const place = options.target.find(state, event.targetId)
      if (place === undefined) return null
      const removal = options.remove(place, event)
      return {
        teams: [{ id: place.team.id, team: removal.team }],
        born: [],
        died: [place.entity.id, ...removal.below.map((gone) => gone.entityId)],
        touched: [...removal.below, ...removal.changed]
      }
    }
  }
}

/** The deletion of what an objective has in one of its lists, with no consequences. */
export const partDeletion = <T extends "initiative" | "progress", P extends Part<EntityByType[T]>>(
  target: Kind<T, P>,
  list: PartList
): Definition =>
  deletion({
    target,
    remove: ({ objective, entity }) => {
      const parts: ReadonlyArray<unknown> = objective.entity[list]
      return {
        team: objective.put({ ...objective.entity, [list]: parts.filter((part) => part !== entity) }),
        below: [],
        changed: []
      }
    }
  })
