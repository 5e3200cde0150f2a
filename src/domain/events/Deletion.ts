import { Result, Schema } from "effect"
import type { EntityType } from "../../shared/Entities.ts"
import { rowOf } from "../../shared/EventTypes.ts"
import type { LoggedEvent, Touched } from "../Event.ts"
import type { EntityId } from "../entities/Ids.ts"
import { nounAndLabel } from "../entities/Wording.ts"
import type { EntityByType, Objective, PartList, Team } from "../state/State.ts"
import type { ChangeStamp, EntityTarget, LocationOf, PartLocation } from "../state/Targets.ts"
import { type Change, type EventDefinition, noEventDetails, rejected, submissionReader } from "./EventDefinition.ts"
import { unknownKey } from "./Reason.ts"

/** The team after a deletion, and the other entities that it touched. */
export interface DeletionResult {
  readonly team: Team | null
  /** The descendants, which were deleted too. */
  readonly deletedBelow: ReadonlyArray<Touched>
  /** Entities that still exist but changed. */
  readonly changed: ReadonlyArray<Touched>
}

export const transitivelyTouched = (
  entityType: Touched["entityType"],
  entity: { readonly id: EntityId },
  description: string
): Touched => ({ entityId: entity.id, entityType, transitive: true, description })

/** All descendants of an objective, as touched transitively. */
export const touchedPartsOf = (objective: Objective, description: string): ReadonlyArray<Touched> => [
  ...objective.groups.map((group) => transitivelyTouched("group", group, description)),
  ...objective.initiatives.map((initiative) => transitivelyTouched("initiative", initiative, description)),
  ...objective.progress.map((progress) => transitivelyTouched("progress", progress, description))
]

/** All descendants of a team, as touched transitively. */
export const touchedInTeam = (team: Team, description: string): ReadonlyArray<Touched> => [
  ...team.principles.map((principle) => transitivelyTouched("principle", principle, description)),
  ...team.objectives.flatMap((objective) => [
    transitivelyTouched("objective", objective, description),
    ...touchedPartsOf(objective, description)
  ])
]

const deletionText = (type: EntityType, entity: object): string => `deleted ${nounAndLabel(type, entity)}`

/** Whether this is the description of the deletion of an entity with this title or name. */
export const isDeletionOf = (type: EntityType, title: string, description: string): boolean =>
  deletionText(type, { [rowOf(type).label]: title }) === description

/** The title in the description of a deletion, which is cut if it is long; undefined for other descriptions. */
export const deletedTitle = (type: EntityType, description: string): string | undefined => {
  const [before = "", after = ""] = deletionText(type, { [rowOf(type).label]: "/" }).split("/")
  const isDeletion = description.startsWith(before) && description.endsWith(after)
  return isDeletion ? description.slice(before.length, -after.length) : undefined
}

/** Whether a deletion touched this entity only as the parent. */
export const isForParentOfDeleted = (
  { entityType }: Pick<LoggedEvent, "entityType">,
  touched: Pick<Touched, "entityType" | "description">
): boolean =>
  entityType !== null &&
  rowOf(entityType).parent === touched.entityType &&
  deletedTitle(entityType, touched.description ?? "") !== undefined

export const ofTeam = ({ team }: { readonly team: Team }) => ({ entityId: team.id, entityType: "team" }) as const

export const ofObjective = ({ objective }: { readonly objective: LocationOf<"objective"> }) =>
  ({ entityId: objective.entity.id, entityType: "objective" }) as const

// An empty Struct would accept any value.
const noData = Schema.Record(Schema.String, Schema.Never.annotate({ message: unknownKey }))

export const deletion = <T extends EntityType, P extends LocationOf<T>>(options: {
  readonly target: EntityTarget<T, P>
  /** The parent, to whose history the deletion belongs too; null for a team. */
  readonly parent: (location: P) => Pick<Touched, "entityId" | "entityType"> | null
  readonly remove: (location: P, stamp: ChangeStamp) => DeletionResult
}): EventDefinition => {
  const readSubmission = submissionReader(options.target, noData)
  return {
    role: rowOf(options.target.type).role,
    target: options.target.type,
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
        entityType: options.target.type,
        description: deletionText(options.target.type, entity)
      }
    },
    evolve: (state, event): Change | null => {
      const location = options.target.find(state, event.targetId)
      if (location === undefined) return null
      const removal = options.remove(location, event)
      const parent = options.parent(location)
      const description = deletionText(options.target.type, location.entity)
      return {
        teams: [{ id: location.team.id, team: removal.team }],
        added: [],
        deletedIds: [location.entity.id, ...removal.deletedBelow.map((gone) => gone.entityId)],
        touched: [
          ...removal.deletedBelow,
          ...removal.changed,
          ...(parent === null ? [] : [{ ...parent, transitive: true, description }])
        ]
      }
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
