import type { EntityType } from "../../shared/Entities.ts"
import type { FieldValue } from "../../shared/FieldRow.ts"
import { checkInValuesOf, editedValuesOf, partValuesOf } from "../entities/FieldValues.ts"
import type { EntityByType, FieldVersions, Principle } from "../state/State.ts"
import * as Targets from "../state/Targets.ts"
import { linkField } from "./LinkEvent.ts"

type ComparedValues = Readonly<Record<string, FieldValue | boolean>>

/** An entity among its siblings. */
export interface EntityAtIndex<E> {
  readonly entity: E
  readonly index: number
}

type TypeAndStamp<T extends EntityType> = Pick<Targets.EntityTarget<T>, "type" | "withUpdateStamp">

/** How entities of one type are restored. */
export interface Restorer<T extends EntityType> extends TypeAndStamp<T> {
  /** The entity's own content, without its children, under the names of its fields. `checkIns` is there too. */
  readonly values: (entityAtIndex: EntityAtIndex<EntityByType[T]>) => ComparedValues
  /** Fields that the entity no longer has after the restore. */
  readonly removedFields: ReadonlySet<string>
}

const noFields: ReadonlySet<string> = new Set()

/** `others` gives the content that is not in a field row, or that replaces the value of one. */
const makeRestorer = <T extends EntityType>(
  { type, withUpdateStamp }: TypeAndStamp<T>,
  others: (entityAtIndex: EntityAtIndex<EntityByType[T]>) => ComparedValues = () => ({}),
  removedFields = noFields
): Restorer<T> => ({
  type,
  withUpdateStamp,
  values: (entityAtIndex) => ({ ...editedValuesOf(type, entityAtIndex.entity), ...others(entityAtIndex) }),
  removedFields
})

export const team = makeRestorer(Targets.team)

export const principle = makeRestorer(Targets.principle, ({ index }) => ({ position: index }))

/** The links to principles that the restore deletes are no longer fields of the objective. */
export const objective = (deletedPrinciples: ReadonlyArray<Principle>): Restorer<"objective"> =>
  makeRestorer(
    Targets.objective,
    ({ entity: { principleIds }, index }) => ({
      position: index,
      ...Object.fromEntries(principleIds.map((id) => [linkField(id), true]))
    }),
    new Set(deletedPrinciples.map(({ id }) => linkField(id)))
  )

export const group = makeRestorer<"group">(Targets.group)

export const initiative = makeRestorer<"initiative">(Targets.initiative, ({ entity: { groupId }, index }) => ({
  placement: `${groupId} ${index}`
}))

export const progress = makeRestorer<"progress">(Targets.progress, ({ entity }) => ({
  definition: JSON.stringify(partValuesOf("progress", entity)),
  value: JSON.stringify([entity.value, checkInValuesOf(entity)]),
  checkIns: entity.checkIns.map(({ sequenceNumber }) => sequenceNumber).join()
}))

const differingFields = (before: ComparedValues, after: ComparedValues): ReadonlySet<string> =>
  new Set(Object.keys({ ...before, ...after }).filter((field) => before[field] !== after[field]))

/**
 * The versions of an entity that existed then and exists now: a field keeps its version unless its value differs. A
 * link field may exist only in `then`: its principle was deleted since, and the restore brings it back.
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

/** Restores an entity that was deleted since: every field counts as set by the restore. */
export const restoredDeleted = <T extends EntityType>(
  restorer: Restorer<T>,
  then: EntityByType[T],
  stamp: Targets.ChangeStamp
): EntityByType[T] => {
  const versions = Object.fromEntries(Object.keys(then.versions).map((field) => [field, stamp.sequenceNumber]))
  return restorer.withUpdateStamp({ ...then, versions }, stamp)
}

/**
 * Restores an entity that exists now and existed then. The children in the result are those of now if it is unchanged,
 * and those of then if it changed; the caller replaces them.
 */
export const restoredExisting = <T extends EntityType>(
  restorer: Restorer<T>,
  now: EntityAtIndex<EntityByType[T]>,
  then: EntityAtIndex<EntityByType[T]>,
  stamp: Targets.ChangeStamp
): { readonly entity: EntityByType[T]; readonly isChanged: boolean } => {
  if (now.entity === then.entity && now.index === then.index) return { entity: now.entity, isChanged: false }
  const differences = differingFields(restorer.values(now), restorer.values(then))
  const versions = restoredVersions(
    now.entity.versions,
    then.entity.versions,
    (field) => !restorer.removedFields.has(field),
    (field) => differences.has(field),
    stamp.sequenceNumber
  )
  if (differences.size > 0)
    return { entity: restorer.withUpdateStamp({ ...then.entity, versions }, stamp), isChanged: true }
  return { entity: versions === now.entity.versions ? now.entity : { ...now.entity, versions }, isChanged: false }
}
