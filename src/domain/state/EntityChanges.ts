import type { FieldValue } from "../../shared/FieldRow.ts"
import { checkInValuesOf, editedValuesOf, partValuesOf } from "../entities/FieldValues.ts"
import type { EntityId } from "../entities/Ids.ts"
import { linkField } from "../entities/LinkField.ts"
import { labelOf } from "../entities/Wording.ts"
import { type EntityPair, entityPairs } from "./EntityPairs.ts"
import type { EntityByType, EntityType, Objective, Team } from "./State.ts"

/**
 * An objective's `status` is an object of `status` and `note`, `placement` one of `groupId` and `position`, `definition` one of a measure's `name`, `unit`, `start` and
 * `target`, and `value` one of `value`, `confidence` and `note`. `checkIns` are sequence numbers, newest first.
 */
export type ComparedValue = FieldValue | boolean | Readonly<Record<string, FieldValue>> | ReadonlyArray<number>

export interface FieldChange {
  /** As in history, and `checkIns` of a measure. A position is the index among all siblings. */
  readonly field: string
  readonly before: ComparedValue
  readonly after: ComparedValue
}

/** How an entity differs between two states. Who changed it, and when, is no difference. */
export interface EntityChange {
  readonly kind: "came" | "went" | "changed"
  readonly type: EntityType
  readonly id: EntityId
  /** The objective of a group, an initiative or a measure; null for the others. */
  readonly objectiveId: EntityId | null
  /** The later title or name; the last one of an entity that went. */
  readonly title: string
  /** The fields that differ; empty for an entity that came or went. */
  readonly fields: ReadonlyArray<FieldChange>
}

type ComparedValues = Readonly<Record<string, ComparedValue>>

/** Gives the values that are compared of an entity of each type. `objective` is the one that a part belongs to. */
export type ValuesOf = {
  readonly [T in EntityType]: (
    entity: EntityByType[T],
    position: number,
    objective: Objective | undefined
  ) => ComparedValues
}

/** The values by the names that history gives them. A link that is absent is false. */
export const historyValues: ValuesOf = {
  team: (team) => editedValuesOf("team", team),
  principle: (principle, position) => ({ ...editedValuesOf("principle", principle), position }),
  objective: (objective, position) => ({
    ...editedValuesOf("objective", objective),
    status: { status: objective.status, note: objective.statusNote },
    position,
    parent: objective.parentId,
    ...Object.fromEntries(objective.principleIds.map((id) => [linkField(id), true]))
  }),
  group: (group) => editedValuesOf("group", group),
  initiative: (initiative, position) => ({
    ...editedValuesOf("initiative", initiative),
    placement: { groupId: initiative.groupId, position }
  }),
  progress: (measure) => ({
    ...editedValuesOf("progress", measure),
    value: { value: measure.value, ...checkInValuesOf(measure) },
    definition: partValuesOf("progress", measure),
    checkIns: measure.checkIns.map(({ sequenceNumber }) => sequenceNumber)
  })
}

const isSame = (one: ComparedValue, other: ComparedValue): boolean => {
  if (one === null || other === null || typeof one !== "object" || typeof other !== "object") return one === other
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Reflect.get(one, name) === Reflect.get(other, name))
  )
}

/** The fields that differ: those of `after`, then those that only `before` has. */
export const fieldChanges = (before: ComparedValues, after: ComparedValues): ReadonlyArray<FieldChange> => {
  const changes: Array<FieldChange> = []
  for (const [field, is] of Object.entries(after)) {
    const { [field]: was = false } = before
    if (!isSame(was, is)) changes.push({ field, before: was, after: is })
  }
  for (const [field, was] of Object.entries(before)) {
    if (!Object.hasOwn(after, field)) changes.push({ field, before: was, after: false })
  }
  return changes
}

type Parents = Partial<Pick<EntityPair<Objective>, "before" | "after">>

const ownChange = <T extends EntityType>(
  type: T,
  { before, after, from, to }: EntityPair<EntityByType[T]>,
  parents: Parents,
  valuesOf: ValuesOf
): ReadonlyArray<EntityChange> => {
  const shown = after ?? before
  if (shown === undefined || (before === after && from === to)) return []
  const objectiveId = (parents.after ?? parents.before)?.id ?? null
  const common = { type, id: shown.id, objectiveId, title: labelOf(type, shown) }
  if (before === undefined) return [{ ...common, kind: "came", fields: [] }]
  if (after === undefined) return [{ ...common, kind: "went", fields: [] }]
  const fields = fieldChanges(valuesOf[type](before, from, parents.before), valuesOf[type](after, to, parents.after))
  return fields.length === 0 ? [] : [{ ...common, kind: "changed", fields }]
}

const listOf = <E>(entity: E | undefined): ReadonlyArray<E> => (entity === undefined ? [] : [entity])

/**
 * How two states of a team differ; undefined is a team that does not exist then. In the order of the team, each objective
 * before what is in it; in each list what went comes last.
 */
export const changesBetween = (
  before: Team | undefined,
  after: Team | undefined,
  valuesOf = historyValues
): ReadonlyArray<EntityChange> => {
  const changesIn = <T extends EntityType>(
    type: T,
    before: ReadonlyArray<EntityByType[T]> | undefined,
    after: ReadonlyArray<EntityByType[T]> | undefined,
    partsOf: (pair: EntityPair<EntityByType[T]>) => ReadonlyArray<EntityChange> = () => [],
    parents: Parents = {}
  ): ReadonlyArray<EntityChange> =>
    before === after
      ? []
      : entityPairs(before, after).flatMap((pair) => [...ownChange(type, pair, parents, valuesOf), ...partsOf(pair)])

  const inObjective = (pair: EntityPair<Objective>) => [
    ...changesIn("group", pair.before?.groups, pair.after?.groups, undefined, pair),
    ...changesIn("initiative", pair.before?.initiatives, pair.after?.initiatives, undefined, pair),
    ...changesIn("progress", pair.before?.progress, pair.after?.progress, undefined, pair)
  ]
  return changesIn("team", listOf(before), listOf(after), ({ before, after }) => [
    ...changesIn("principle", before?.principles, after?.principles),
    ...changesIn("objective", before?.objectives, after?.objectives, inObjective)
  ])
}
