import { type Signal, signal } from "@preact/signals"

/** A list in which each item has a signal of its own: an item that stays the same causes no update. */
export interface LiveList<A> {
  readonly ids: Signal<ReadonlyArray<string>>
  readonly byId: ReadonlyMap<string, Signal<A>>
  /** All items, as they are. */
  readonly peek: () => ReadonlyArray<A>
  /** Replaces the list by what the server has now. */
  readonly update: (items: ReadonlyArray<A>) => void
}

export const sameIds = (left: ReadonlyArray<string>, right: ReadonlyArray<string>): boolean =>
  left.length === right.length && left.every((id, index) => id === right[index])

/** Whether two values read from JSON are equal. Those whose keys are in another order count as different. */
const same = (left: unknown, right: unknown): boolean =>
  left === right || JSON.stringify(left) === JSON.stringify(right)

export const liveList = <A extends { readonly id: string }>(): LiveList<A> => {
  const ids = signal<ReadonlyArray<string>>([])
  const byId = new Map<string, Signal<A>>()
  return {
    ids,
    byId,
    peek: () => ids.peek().flatMap((id) => byId.get(id)?.peek() ?? []),
    update: (items) => {
      for (const item of items) {
        const known = byId.get(item.id)
        if (known === undefined) byId.set(item.id, signal(item))
        else if (!same(known.peek(), item)) known.value = item
      }
      const next = items.map(({ id }) => id)
      if (!sameIds(ids.peek(), next)) ids.value = next
      const present = new Set(next)
      for (const id of byId.keys()) {
        if (!present.has(id)) byId.delete(id)
      }
    }
  }
}
