import { HashMap, Option } from "effect"
import type { EntityId } from "../entities/Ids.ts"
import type {
  Authorship,
  EntityByType,
  EntityType,
  FieldVersions,
  Group,
  Initiative,
  Objective,
  PartList,
  Progress,
  State,
  Team
} from "./State.ts"

/** A living entity and where it is in its team. */
export interface EntityLocation<E> {
  readonly team: Team
  readonly entity: E
  /** The index among its siblings. */
  readonly index: number
  /** The team with another version of the entity instead of this one. */
  readonly replaceWith: (entity: E) => Team
}

export type LocationOf<T extends EntityType> = EntityLocation<EntityByType[T]>

export interface PartLocation<E> extends EntityLocation<E> {
  readonly objective: EntityLocation<Objective>
}

/** Who makes a change, when, and under which sequence number. */
export interface ChangeStamp {
  readonly sequenceNumber: number
  readonly timestamp: string
  readonly actorName: string
}

/** What a `targetId` can name: an entity of one type, or, with `type` null, the strategy as a whole. */
export interface Target<P> {
  readonly type: EntityType | null
  readonly find: (state: State, id: EntityId | null) => P | undefined
}

interface Identified {
  readonly id: EntityId
  readonly versions: FieldVersions
}

export interface EntityTarget<T extends EntityType, P extends LocationOf<T> = LocationOf<T>> extends Target<P> {
  readonly type: T
  /** The entity with its `updatedAt` and `updatedBy` set, if it has them. */
  readonly withUpdateStamp: (entity: EntityByType[T], stamp: ChangeStamp) => EntityByType[T]
}

const findTeamOf = (state: State, type: EntityType, id: EntityId | null): Team | undefined => {
  if (id === null) return undefined
  const ref = HashMap.get(state.entities, id)
  if (Option.isNone(ref) || ref.value.type !== type) return undefined
  return Option.getOrUndefined(HashMap.get(state.teams, ref.value.teamId))
}

const locate = <E extends Identified>(
  team: Team,
  siblings: ReadonlyArray<E>,
  id: EntityId | null,
  put: (siblings: ReadonlyArray<E>) => Team
): EntityLocation<E> | undefined => {
  const index = siblings.findIndex((sibling) => sibling.id === id)
  const entity = siblings[index]
  return entity === undefined
    ? undefined
    : { team, entity, index, replaceWith: (next) => put(siblings.with(index, next)) }
}

const locateObjective = (team: Team, id: EntityId | null): EntityLocation<Objective> | undefined =>
  locate(team, team.objectives, id, (objectives) => ({ ...team, objectives }))

const locatePart =
  <K extends PartList>(type: EntityType, key: K) =>
  (state: State, id: EntityId | null): PartLocation<Objective[K][number]> | undefined => {
    const team = findTeamOf(state, type, id)
    if (id === null || team === undefined) return undefined
    const ref = Option.getOrUndefined(HashMap.get(state.entities, id))
    const objective = locateObjective(team, ref?.objectiveId ?? null)
    if (objective === undefined) return undefined
    const siblings: ReadonlyArray<Objective[K][number]> = objective.entity[key]
    const place = locate(team, siblings, id, (next) => objective.replaceWith({ ...objective.entity, [key]: next }))
    return place === undefined ? undefined : { ...place, objective }
  }

const withoutAuthorship = <E>(entity: E): E => entity

const signed = <E extends Authorship>(entity: E, stamp: ChangeStamp): E => ({
  ...entity,
  updatedAt: stamp.timestamp,
  updatedBy: stamp.actorName
})

/** The authorship of a new entity. */
export const newAuthorship = (stamp: ChangeStamp): Authorship => ({
  createdAt: stamp.timestamp,
  createdBy: stamp.actorName,
  updatedAt: stamp.timestamp,
  updatedBy: stamp.actorName
})

export const strategy: Target<State> = { type: null, find: (state, id) => (id === null ? state : undefined) }

export const team: EntityTarget<"team"> = {
  type: "team",
  find: (state, id) => {
    const found = findTeamOf(state, "team", id)
    return found === undefined ? undefined : { team: found, entity: found, index: 0, replaceWith: (next) => next }
  },
  withUpdateStamp: withoutAuthorship
}

export const principle: EntityTarget<"principle"> = {
  type: "principle",
  find: (state, id) => {
    const found = findTeamOf(state, "principle", id)
    if (found === undefined) return undefined
    return locate(found, found.principles, id, (principles) => ({ ...found, principles }))
  },
  withUpdateStamp: signed
}

export const objective: EntityTarget<"objective"> = {
  type: "objective",
  find: (state, id) => {
    const found = findTeamOf(state, "objective", id)
    return found === undefined ? undefined : locateObjective(found, id)
  },
  withUpdateStamp: signed
}

export const group: EntityTarget<"group", PartLocation<Group>> = {
  type: "group",
  find: locatePart("group", "groups"),
  withUpdateStamp: withoutAuthorship
}

export const initiative: EntityTarget<"initiative", PartLocation<Initiative>> = {
  type: "initiative",
  find: locatePart("initiative", "initiatives"),
  withUpdateStamp: withoutAuthorship
}

export const progress: EntityTarget<"progress", PartLocation<Progress>> = {
  type: "progress",
  find: locatePart("progress", "progress"),
  withUpdateStamp: (entity, stamp) => ({ ...entity, updatedAt: stamp.timestamp, updatedBy: stamp.actorName })
}

/** An entity that is not deleted. */
export const entityIn = (state: State, type: EntityType, id: EntityId): object | undefined =>
  targets[type].find(state, id)?.entity

export const targets: { readonly [T in EntityType]: EntityTarget<T> } = {
  team,
  principle,
  objective,
  group,
  initiative,
  progress
}
