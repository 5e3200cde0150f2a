import { HashMap, Option } from "effect"
import type { EntityType } from "../../shared/Entities.ts"
import type { CheckInValues, Values } from "../entities/FieldValues.ts"
import type { EntityId } from "../entities/Ids.ts"

/**
 * The strategy after the event `sequenceNumber`. Every value is immutable and shared between versions: an event makes
 * new objects only on the path from the state to what it changes, so keeping an old state costs nothing, and an
 * unchanged `Team` is the same object (caches are keyed on that).
 */
export interface State {
  /** That of the last event folded, whether applied or rejected. */
  readonly sequenceNumber: number
  readonly teams: HashMap.HashMap<EntityId, Team>
  /** Every entity that ever existed, living or deleted. */
  readonly entities: HashMap.HashMap<EntityId, EntityRef>
  /** The living objectives that support another one, by that one's id. It follows from the teams, and is no part of the state's text. */
  readonly supporters: Supporters
  /** By team what was removed from it and has not come back, other than along with its parent. */
  readonly removed: HashMap.HashMap<EntityId, RemovedEntities>
}

/** The ids of objectives by that of their parent. Who has none to support it, is not in it. */
export type Supporters = HashMap.HashMap<EntityId, ReadonlyArray<EntityId>>

/** By id. */
export type RemovedEntities = HashMap.HashMap<EntityId, RemovedEntity>

/** An entity, a team too, that a deletion of its own removed, or a restore while its parent stayed. */
export interface RemovedEntity {
  readonly type: EntityType
  /** The title or name that it had. */
  readonly title: string
  /** The objective that it belonged to; null for teams, principles and objectives. */
  readonly objectiveId: EntityId | null
  /** Of the event that removed it. */
  readonly sequenceNumber: number
  readonly timestamp: string
  readonly actorName: string
  readonly cause: "deletion" | "restore"
  /** How many of each went with it. */
  readonly contains: { readonly [P in PartList]: number }
}

export type { EntityType }

export interface EntityRef {
  readonly type: EntityType
  readonly teamId: EntityId
  /** The objective a group, initiative or measure belongs to; null for the others. */
  readonly objectiveId: EntityId | null
  readonly alive: boolean
}

/** Who created and last changed an entity. Times are ISO 8601 UTC with milliseconds, names those of that time. */
export interface Authorship {
  readonly createdAt: string
  readonly createdBy: string
  readonly updatedAt: string
  readonly updatedBy: string
}

export const authorshipOf = ({ createdAt, createdBy, updatedAt, updatedBy }: Authorship): Authorship => ({
  createdAt,
  createdBy,
  updatedAt,
  updatedBy
})

/** By field name, the sequence number of the latest applied event that set it, its creation included. */
export type FieldVersions = Readonly<Record<string, number>>

export interface Team extends Values<"team"> {
  readonly id: EntityId
  /** The sequence number of the latest applied event that touched the team or anything in it. */
  readonly touchedAt: number
  readonly versions: FieldVersions
  /** The index is the position. */
  readonly principles: ReadonlyArray<Principle>
  readonly objectives: ReadonlyArray<Objective>
}

export interface Principle extends Values<"principle">, Authorship {
  readonly id: EntityId
  readonly versions: FieldVersions
}

/** `updatedAt` and `updatedBy` are those of the latest applied event on the objective or on anything in it. */
export interface Objective extends Values<"objective">, Authorship {
  readonly id: EntityId
  /** Its progress at the end of the UTC day on which it was created, to the nearest whole per cent; 0 without measures. */
  readonly baselinePercent: number
  /** The objective, of any team, that it supports. */
  readonly parentId: EntityId | null
  /** Linked principles, in the order in which they were linked. */
  readonly principleIds: ReadonlyArray<EntityId>
  readonly groups: ReadonlyArray<Group>
  /** The index is the position, counted over all groups. */
  readonly initiatives: ReadonlyArray<Initiative>
  readonly progress: ReadonlyArray<Progress>
  readonly versions: FieldVersions
}

export type PartList = "groups" | "initiatives" | "progress"

export interface Group extends Values<"group"> {
  readonly id: EntityId
  readonly versions: FieldVersions
}

export interface Initiative extends Values<"initiative"> {
  readonly id: EntityId
  readonly groupId: EntityId | null
  readonly versions: FieldVersions
}

export interface CheckIn extends Pick<Values<"progress">, "value">, CheckInValues {
  readonly sequenceNumber: number
  /** The day that the value is of, `YYYY-MM-DD`. */
  readonly date: string
  readonly timestamp: string
  readonly actorName: string
}

export interface Progress extends Values<"progress">, CheckInValues {
  readonly id: EntityId
  /** The value that its creation gave it, which it has without check-ins. */
  readonly initialValue: number
  readonly updatedAt: string
  readonly updatedBy: string
  /** By date, then by sequence number, the latest first; at most `Limits.checkInsKept`. */
  readonly checkIns: ReadonlyArray<CheckIn>
  readonly versions: FieldVersions
}

export interface EntityByType {
  readonly team: Team
  readonly principle: Principle
  readonly objective: Objective
  readonly group: Group
  readonly initiative: Initiative
  readonly progress: Progress
}

/** The state before the first event. */
export const empty: State = {
  sequenceNumber: 0,
  teams: HashMap.empty(),
  entities: HashMap.empty(),
  supporters: HashMap.empty(),
  removed: HashMap.empty()
}

export const teamIn = (state: State, id: EntityId): Team | undefined =>
  Option.getOrUndefined(HashMap.get(state.teams, id))

export const findTeam = (state: State, id: EntityId): Option.Option<Team> => HashMap.get(state.teams, id)

/** An entity with its type. */
export interface Typed {
  readonly type: EntityType
  readonly entity: { readonly id: EntityId; readonly versions: FieldVersions }
}

/** What is in an objective. */
export const partsOf = ({ groups, initiatives, progress }: Objective): ReadonlyArray<Typed> => [
  ...groups.map((entity) => ({ type: "group", entity }) as const),
  ...initiatives.map((entity) => ({ type: "initiative", entity }) as const),
  ...progress.map((entity) => ({ type: "progress", entity }) as const)
]

/** All in a team, each objective before what is in it. */
export const entitiesIn = ({ principles, objectives }: Team): ReadonlyArray<Typed> => [
  ...principles.map((entity) => ({ type: "principle", entity }) as const),
  ...objectives.flatMap((entity) => [{ type: "objective", entity } as const, ...partsOf(entity)])
]
