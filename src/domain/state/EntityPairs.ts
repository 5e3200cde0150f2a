/** An entity in an earlier and in a later list; undefined where it is in only one of them. */
export type EntityPair<E> = {
  /** Its index in the earlier list, and in the later one; -1 where it is not in it. */
  readonly from: number
  readonly to: number
} & ({ readonly before: E | undefined; readonly after: E } | { readonly before: E; readonly after: undefined })

/** The entities of two lists: those of the later list in its order, then those that are only in the earlier one. */
export const entityPairs = <E extends { readonly id: string }>(
  before: ReadonlyArray<E> = [],
  after: ReadonlyArray<E> = []
): ReadonlyArray<EntityPair<E>> => {
  // Most events move nothing; then no lookup by id is needed.
  if (before.length === after.length && before.every(({ id }, at) => id === after[at]?.id)) {
    return after.map((entity, at) => ({ before: before[at], after: entity, from: at, to: at }))
  }
  const left = new Map(before.map((entity, from) => [entity.id, { before: entity, from }]))
  const present = after.map((entity, to): EntityPair<E> => {
    const { before, from } = left.get(entity.id) ?? { before: undefined, from: -1 }
    left.delete(entity.id)
    return { before, after: entity, from, to }
  })
  return [...present, ...[...left.values()].map((gone) => ({ ...gone, after: undefined, to: -1 }))]
}

/** The entities of both lists, each as it was and as it is. */
export const keptPairs = <E>(pairs: ReadonlyArray<EntityPair<E>>): ReadonlyArray<readonly [before: E, after: E]> =>
  pairs.flatMap(({ before, after }) => (before === undefined || after === undefined ? [] : [[before, after] as const]))
