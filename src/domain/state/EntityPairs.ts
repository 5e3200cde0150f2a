import type { EntityId } from "../entities/Ids.ts"

/** An entity in an earlier and in a later list; undefined where it is in only one of them. */
export interface EntityPair<E> {
  readonly before: E | undefined
  readonly after: E | undefined
  /** Its index in the earlier list, and in the later one; -1 where it is not in it. */
  readonly from: number
  readonly to: number
}

/** The entities of two lists: those of the later list in its order, then those that are only in the earlier one. */
export const entityPairs = <E extends { readonly id: EntityId }>(
  before: ReadonlyArray<E> = [],
  after: ReadonlyArray<E> = []
): ReadonlyArray<EntityPair<E>> => {
  const left = new Map(before.map((entity, from) => [entity.id, from]))
  const present = after.map((entity, to): EntityPair<E> => {
    const from = left.get(entity.id) ?? -1
    left.delete(entity.id)
    return { before: before[from], after: entity, from, to }
  })
  return [...present, ...[...left.values()].map((from) => ({ before: before[from], after: undefined, from, to: -1 }))]
}
