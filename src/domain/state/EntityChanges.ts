import { Equal } from "effect"
import type { FieldValue } from "../../shared/FieldRow.ts"
import { checkInValuesOf, editedValuesOf, partValuesOf } from "../entities/FieldValues.ts"
import type { EntityId } from "../entities/Ids.ts"
import { linkField } from "../entities/LinkField.ts"
import { labelOf } from "../entities/Wording.ts"
import { type EntityPair, entityPairs } from "./EntityPairs.ts"
import type { EntityByType, EntityType, Team } from "./State.ts"

/**
 * `placement` is an object of `groupId` and `position`, `definition` one of a measure's `name`, `unit`, `start` and
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

/** The values that are not a field row's own. */
const otherValues: { readonly [T in EntityType]: (entity: EntityByType[T], position: number) => ComparedValues } = {
  team: () => ({}),
  principle: (_, position) => ({ position }),
  objective: ({ principleIds }, position) => ({
    position,
    ...Object.fromEntries(principleIds.map((id) => [linkField(id), true]))
  }),
  group: () => ({}),
  initiative: ({ groupId }, position) => ({ placement: { groupId, position } }),
  progress: (measure) => ({
    value: { value: measure.value, ...checkInValuesOf(measure) },
    definition: partValuesOf("progress", measure),
    checkIns: measure.checkIns.map(({ sequenceNumber }) => sequenceNumber)
  })
}

/** The values of an entity by the names that history gives them. A link that is absent is false. */
export const comparedValues = <T extends EntityType>(
  type: T,
  entity: EntityByType[T],
  position: number
): ComparedValues => ({ ...editedValuesOf(type, entity), ...otherValues[type](entity, position) })

export const fieldChanges = (before: ComparedValues, after: ComparedValues): ReadonlyArray<FieldChange> =>
  Object.keys({ ...before, ...after }).flatMap((field) => {
    const { [field]: was = false } = before
    const { [field]: is = false } = after
    return Equal.equals(was, is) ? [] : [{ field, before: was, after: is }]
  })

const ownChange = <T extends EntityType>(
  type: T,
  { before, after, from, to }: EntityPair<EntityByType[T]>,
  objectiveId: EntityId | null
): ReadonlyArray<EntityChange> => {
  const shown = after ?? before
  if (shown === undefined || (before === after && from === to)) return []
  const common = { type, id: shown.id, objectiveId, title: labelOf(type, shown) }
  if (before === undefined) return [{ ...common, kind: "came", fields: [] }]
  if (after === undefined) return [{ ...common, kind: "went", fields: [] }]
  const fields = fieldChanges(comparedValues(type, before, from), comparedValues(type, after, to))
  return fields.length === 0 ? [] : [{ ...common, kind: "changed", fields }]
}

const listChanges = <T extends EntityType>(
  type: T,
  before: ReadonlyArray<EntityByType[T]> | undefined,
  after: ReadonlyArray<EntityByType[T]> | undefined,
  objectiveId: EntityId | null = null,
  partChanges: (pair: EntityPair<EntityByType[T]>) => ReadonlyArray<EntityChange> = () => []
): ReadonlyArray<EntityChange> =>
  before === after
    ? []
    : entityPairs<EntityByType[T]>(before, after).flatMap((pair) => [
        ...ownChange(type, pair, objectiveId),
        ...partChanges(pair)
      ])

const partChanges = ({ before, after }: EntityPair<EntityByType["objective"]>): ReadonlyArray<EntityChange> => {
  const id = (after ?? before)?.id ?? null
  return [
    ...listChanges("group", before?.groups, after?.groups, id),
    ...listChanges("initiative", before?.initiatives, after?.initiatives, id),
    ...listChanges("progress", before?.progress, after?.progress, id)
  ]
}

/**
 * How two states of a team differ; undefined is a team that does not exist then. In the order of the team, each objective
 * before what is in it; in each list what went comes last.
 */
export const changesBetween = (before: Team | undefined, after: Team | undefined): ReadonlyArray<EntityChange> =>
  before === after
    ? []
    : [
        ...ownChange("team", { before, after, from: 0, to: 0 }, null),
        ...listChanges("principle", before?.principles, after?.principles),
        ...listChanges("objective", before?.objectives, after?.objectives, null, partChanges)
      ]
