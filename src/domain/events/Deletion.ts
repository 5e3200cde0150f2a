import { Result, Schema } from "effect"
import type { EntityType } from "../../shared/Entities.ts"
import { rowOf } from "../../shared/EventTypes.ts"
import type { EffectCode } from "../../shared/words/Facts.ts"
import type { Touched } from "../Event.ts"
import { breaking } from "../entities/Documented.ts"
import { type EntityByType, entitiesIn, type Objective, type PartList, partsOf, type Team } from "../state/State.ts"
import type { ChangeStamp, EntityTarget, LocationOf, PartLocation } from "../state/Targets.ts"
import {
  type Change,
  type EventDefinition,
  noEventDetails,
  rejected,
  submissionReader,
  transitivelyTouched
} from "./EventDefinition.ts"
import { withoutParents } from "./ParentChanges.ts"

/** The team after a deletion, and the other entities that it touched. */
interface DeletionResult {
  readonly team: Team | null
  /** The descendants, which were deleted too. */
  readonly deletedBelow: ReadonlyArray<Touched>
  /** Entities that still exist but changed. */
  readonly changed: ReadonlyArray<Touched>
}

/** All descendants of an objective, as touched transitively. */
export const touchedPartsOf = (objective: Objective, code: EffectCode): ReadonlyArray<Touched> =>
  partsOf(objective).map(({ type, entity }) => transitivelyTouched(type, entity, code))

/** All descendants of a team, as touched transitively. */
export const touchedInTeam = (team: Team, code: EffectCode): ReadonlyArray<Touched> =>
  entitiesIn(team).map(({ type, entity }) => transitivelyTouched(type, entity, code))

export const ofTeam = ({ team }: { readonly team: Team }) => ({ entityId: team.id, entityType: "team" }) as const

export const ofObjective = ({ objective }: { readonly objective: LocationOf<"objective"> }) =>
  ({ entityId: objective.entity.id, entityType: "objective" }) as const

// An empty Struct would accept any value.
const noData = Schema.Record(Schema.String, Schema.Never.annotate(breaking({ rule: "unknown" })))

export const deletion = <T extends EntityType, P extends LocationOf<T>>(options: {
  readonly target: EntityTarget<T, P>
  /** The parent, to whose history the deletion belongs too; null for a team. */
  readonly parent: (location: P) => Pick<Touched, "entityId" | "entityType"> | null
  readonly remove: (location: P, stamp: ChangeStamp) => DeletionResult
}): EventDefinition => {
  const readSubmission = submissionReader(options.target, noData)
  return {
    role: rowOf(options.target.type).role,
    targets: [options.target.type],
    data: noData,
    decide: (state, submission) => {
      const parsed = readSubmission(state, submission)
      if (Result.isFailure(parsed)) return rejected(state, submission, parsed.failure)
      const { entity } = parsed.success.location
      return {
        ...noEventDetails,
        status: "applied",
        data: {},
        entityId: entity.id,
        entityType: options.target.type
      }
    },
    evolve: (state, event): Change | null => {
      const location = options.target.find(state, event.targetId)
      if (location === undefined) return null
      const removal = options.remove(location, event)
      const parent = options.parent(location)
      const deletedIds = [location.entity.id, ...removal.deletedBelow.map((gone) => gone.entityId)]
      const change = {
        teams: [{ id: location.team.id, team: removal.team }],
        touched: [
          ...removal.deletedBelow,
          ...removal.changed,
          ...(parent === null ? [] : [{ ...parent, transitive: true, fact: { code: "part_deleted" } } as const])
        ]
      }
      return { ...withoutParents(state, change, deletedIds, "parent_deleted", event), added: [], deletedIds }
    }
  }
}

/** The deletion of an entity in one of an objective's lists that touches no other entity. */
export const partDeletion = <T extends "initiative" | "progress", P extends PartLocation<EntityByType[T]>>(
  target: EntityTarget<T, P>,
  list: PartList
): EventDefinition =>
  deletion({
    target,
    parent: ofObjective,
    remove: ({ objective, entity }) => {
      const parts: ReadonlyArray<unknown> = objective.entity[list]
      return {
        team: objective.replaceWith({ ...objective.entity, [list]: parts.filter((part) => part !== entity) }),
        deletedBelow: [],
        changed: []
      }
    }
  })
