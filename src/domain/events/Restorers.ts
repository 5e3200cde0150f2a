import type { EntityType } from "../../shared/Entities.ts"
import type { FieldValue } from "../../shared/FieldRow.ts"
import { checkInValuesOf, editedValuesOf } from "../entities/FieldValues.ts"
import * as Place from "../state/Place.ts"
import type { EntityByType, FieldVersions, Principle } from "../state/State.ts"
import { linkField } from "./LinkEvent.ts"

type Values = Readonly<Record<string, FieldValue | boolean>>

/** An entity among its siblings. */
export interface Standing<E> {
  readonly entity: E
  readonly index: number
}

type Signing<T extends EntityType> = Pick<Place.Kind<T>, "type" | "signed">

/** How entities of one type go back to what they were. */
export interface Restorer<T extends EntityType> extends Signing<T> {
  /** The entity's own content: each field's value under its name, and what is no field under another. */
  readonly values: (standing: Standing<EntityByType[T]>) => Values
  /** Fields the entity no longer has after the restore. */
  readonly forgotten: ReadonlySet<string>
}

const none: ReadonlySet<string> = new Set()

/** `others`: content besides the fields, or that stands for one of them. */
const restorer = <T extends EntityType>(
  { type, signed }: Signing<T>,
  others: (standing: Standing<EntityByType[T]>) => Values = () => ({}),
  forgotten = none
): Restorer<T> => ({
  type,
  signed,
  values: (standing) => ({ ...editedValuesOf(type, standing.entity), ...others(standing) }),
  forgotten
})

export const team = restorer(Place.team)

export const principle = restorer(Place.principle, ({ index }) => ({ position: index }))

/** Links to principles that go are no fields any more. */
export const objective = (gone: ReadonlyArray<Principle>): Restorer<"objective"> =>
  restorer(
    Place.objective,
    ({ entity: { principleIds }, index }) => ({
      position: index,
      ...Object.fromEntries(principleIds.map((id) => [linkField(id), true]))
    }),
    new Set(gone.map(({ id }) => linkField(id)))
  )

export const group = restorer<"group">(Place.group)

export const initiative = restorer<"initiative">(Place.initiative, ({ entity: { groupId }, index }) => ({
  placement: `${groupId} ${index}`
}))

export const progress = restorer<"progress">(Place.progress, ({ entity }) => ({
  value: JSON.stringify([entity.value, checkInValuesOf(entity)]),
  checkIns: entity.checkIns.map(({ sequenceNumber }) => sequenceNumber).join()
}))

const differing = (before: Values, after: Values): ReadonlySet<string> =>
  new Set(Object.keys({ ...before, ...after }).filter((field) => before[field] !== after[field]))

/**
 * Versions of an entity that stays: a field keeps its own unless its value differs. A link field may be known from then
 * only: its principle was deleted since and comes back.
 */
const restoredVersions = (
  now: FieldVersions,
  then: FieldVersions,
  isKept: (field: string) => boolean,
  isStamped: (field: string) => boolean,
  sequenceNumber: number
): FieldVersions => {
  const fields = Object.keys({ ...then, ...now }).filter(isKept)
  const versions = Object.fromEntries(
    fields.map((field) => [field, isStamped(field) ? sequenceNumber : (now[field] ?? sequenceNumber)])
  )
  const isSame = fields.length === Object.keys(now).length && fields.every((field) => versions[field] === now[field])
  return isSame ? now : versions
}

/** An entity that was deleted since: every field counts as set by the restore. */
export const returned = <T extends EntityType>(
  by: Restorer<T>,
  then: EntityByType[T],
  stamp: Place.Stamp
): EntityByType[T] => {
  const versions = Object.fromEntries(Object.keys(then.versions).map((field) => [field, stamp.sequenceNumber]))
  return by.signed({ ...then, versions }, stamp)
}

/** An entity that exists now and existed then; what stands below it is that of now, or, once changed, that of then. */
export const restored = <T extends EntityType>(
  by: Restorer<T>,
  now: Standing<EntityByType[T]>,
  then: Standing<EntityByType[T]>,
  stamp: Place.Stamp
): { readonly entity: EntityByType[T]; readonly isChanged: boolean } => {
  if (now.entity === then.entity && now.index === then.index) return { entity: now.entity, isChanged: false }
  const differences = differing(by.values(now), by.values(then))
  const versions = restoredVersions(
    now.entity.versions,
    then.entity.versions,
    (field) => !by.forgotten.has(field),
    (field) => differences.has(field),
    stamp.sequenceNumber
  )
  if (differences.size > 0) return { entity: by.signed({ ...then.entity, versions }, stamp), isChanged: true }
  return { entity: versions === now.entity.versions ? now.entity : { ...now.entity, versions }, isChanged: false }
}
