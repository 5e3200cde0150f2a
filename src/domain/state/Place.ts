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

/** A living entity where it stands. */
export interface Place<E> {
  readonly team: Team
  readonly entity: E
  /** Among its siblings. */
  readonly index: number
  /** The team with another version of the entity in its place. */
  readonly put: (entity: E) => Team
}

export interface Part<E> extends Place<E> {
  readonly objective: Place<Objective>
}

/** Who changes something, when, and under which sequence number. */
export interface Stamp {
  readonly sequenceNumber: number
  readonly timestamp: string
  readonly actorName: string
}

/** What a submission can be aimed at: an entity of one type, or (null) the strategy as a whole. */
export interface Target<P> {
  readonly type: EntityType | null
  readonly find: (state: State, id: EntityId | null) => P | undefined
}

interface Identified {
  readonly id: EntityId
  readonly versions: FieldVersions
}

export interface Kind<T extends EntityType, P extends Place<EntityByType[T]> = Place<EntityByType[T]>>
  extends Target<P> {
  readonly type: T
  /** The entity with its authorship brought up to date, where it has one. */
  readonly signed: (entity: EntityByType[T], stamp: Stamp) => EntityByType[T]
}

const teamOf = (state: State, type: EntityType, id: EntityId | null): Team | undefined => {
  if (id === null) return undefined
  const ref = HashMap.get(state.entities, id)
  if (Option.isNone(ref) || ref.value.type !== type) return undefined
  return Option.getOrUndefined(HashMap.get(state.teams, ref.value.teamId))
}

const within = <E extends Identified>(
  team: Team,
  siblings: ReadonlyArray<E>,
  id: EntityId | null,
  put: (siblings: ReadonlyArray<E>) => Team
): Place<E> | undefined => {
  const index = siblings.findIndex((sibling) => sibling.id === id)
  const entity = siblings[index]
  return entity === undefined ? undefined : { team, entity, index, put: (next) => put(siblings.with(index, next)) }
}

const objectiveIn = (team: Team, id: EntityId | null): Place<Objective> | undefined =>
  within(team, team.objectives, id, (objectives) => ({ ...team, objectives }))

const partOf =
  <K extends PartList>(type: EntityType, key: K) =>
  (state: State, id: EntityId | null): Part<Objective[K][number]> | undefined => {
    const team = teamOf(state, type, id)
    if (id === null || team === undefined) return undefined
    const ref = Option.getOrUndefined(HashMap.get(state.entities, id))
    const objective = objectiveIn(team, ref?.objectiveId ?? null)
    if (objective === undefined) return undefined
    const siblings: ReadonlyArray<Objective[K][number]> = objective.entity[key]
    const place = within(team, siblings, id, (next) => objective.put({ ...objective.entity, [key]: next }))
    return place === undefined ? undefined : { ...place, objective }
  }

const unsigned = <E>(entity: E): E => entity

const signed = <E extends Authorship>(entity: E, stamp: Stamp): E => ({
  ...entity,
  updatedAt: stamp.timestamp,
  updatedBy: stamp.actorName
})

/** Authorship of something new. */
export const authorship = (stamp: Stamp): Authorship => ({
  createdAt: stamp.timestamp,
  createdBy: stamp.actorName,
  updatedAt: stamp.timestamp,
  updatedBy: stamp.actorName
})

export const strategy: Target<State> = {
  type: null,
  find: (state, id) => (id === null ? state : undefined)
}

export const team: Kind<"team"> = {
  type: "team",
  find: (state, id) => {
    const found = teamOf(state, "team", id)
    return found === undefined ? undefined : { team: found, entity: found, index: 0, put: (next) => next }
  },
  signed: unsigned
}

export const principle: Kind<"principle"> = {
  type: "principle",
  find: (state, id) => {
    const found = teamOf(state, "principle", id)
    if (found === undefined) return undefined
    return within(found, found.principles, id, (principles) => ({ ...found, principles }))
  },
  signed
}

export const objective: Kind<"objective"> = {
  type: "objective",
  find: (state, id) => {
    const found = teamOf(state, "objective", id)
    return found === undefined ? undefined : objectiveIn(found, id)
  },
  signed
}

export const group: Kind<"group", Part<Group>> = {
  type: "group",
  find: partOf("group", "groups"),
  signed: unsigned
}

export const initiative: Kind<"initiative", Part<Initiative>> = {
  type: "initiative",
  find: partOf("initiative", "initiatives"),
  signed: unsigned
}

export const progress: Kind<"progress", Part<Progress>> = {
  type: "progress",
  find: partOf("progress", "progress"),
  signed: (entity, stamp) => ({ ...entity, updatedAt: stamp.timestamp, updatedBy: stamp.actorName })
}
