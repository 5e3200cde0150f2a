import type { EntityType } from "../../shared/Entities.ts"
import type { EntityByType, FieldVersions } from "../state/State.ts"
import type * as Targets from "../state/Targets.ts"

/** How entities of one type are restored: a target, for objectives with `removedFields`. */
export interface Restorer<T extends EntityType> extends Pick<Targets.EntityTarget<T>, "type" | "withUpdateStamp"> {
  /** Fields that the entity no longer has after the restore. */
  readonly removedFields?: ReadonlySet<string>
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
 * Restores an entity that exists now and existed then, and the fields of which differ. The children in the result are
 * those of now if it is unchanged, and those of then if it changed; the caller replaces them.
 */
export const restoredExisting = <T extends EntityType>(
  restorer: Restorer<T>,
  now: EntityByType[T],
  then: EntityByType[T],
  differences: ReadonlySet<string>,
  stamp: Targets.ChangeStamp
): EntityByType[T] => {
  const versions = restoredVersions(
    now.versions,
    then.versions,
    (field) => restorer.removedFields?.has(field) !== true,
    (field) => differences.has(field),
    stamp.sequenceNumber
  )
  if (differences.size > 0) return restorer.withUpdateStamp({ ...then, versions }, stamp)
  return versions === now.versions ? now : { ...now, versions }
}
