import type { EntityType } from "../../shared/Entities.ts"
import { linkField } from "../entities/LinkField.ts"
import { fieldChanges, historyValues } from "../state/EntityChanges.ts"
import type { EntityByType, FieldVersions, Principle } from "../state/State.ts"
import * as Targets from "../state/Targets.ts"

/** An entity among its siblings. */
export interface EntityAtIndex<E> {
  readonly entity: E
  readonly index: number
}

/** How entities of one type are restored: a target, for objectives with `removedFields`. */
export interface Restorer<T extends EntityType> extends Pick<Targets.EntityTarget<T>, "type" | "withUpdateStamp"> {
  /** Fields that the entity no longer has after the restore. */
  readonly removedFields?: ReadonlySet<string>
}

/** The links to principles that the restore deletes are no longer fields of the objective. */
export const objective = (deletedPrinciples: ReadonlyArray<Principle>): Restorer<"objective"> => ({
  ...Targets.objective,
  removedFields: new Set(deletedPrinciples.map(({ id }) => linkField(id)))
})

/** The fields in which an entity differs, as history names them; `checkIns` is one too. */
const differingFields = <T extends EntityType>(
  type: T,
  now: EntityAtIndex<EntityByType[T]>,
  then: EntityAtIndex<EntityByType[T]>
): ReadonlySet<string> => {
  const [before, after] = [now, then].map(({ entity, index }) => historyValues[type](entity, index, undefined))
  return new Set(fieldChanges(before ?? {}, after ?? {}).map(({ field }) => field))
}

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
  const differences = differingFields(restorer.type, now, then)
  const versions = restoredVersions(
    now.entity.versions,
    then.entity.versions,
    (field) => restorer.removedFields?.has(field) !== true,
    (field) => differences.has(field),
    stamp.sequenceNumber
  )
  if (differences.size > 0)
    return { entity: restorer.withUpdateStamp({ ...then.entity, versions }, stamp), isChanged: true }
  return { entity: versions === now.entity.versions ? now.entity : { ...now.entity, versions }, isChanged: false }
}
