import { type Signal, signal } from "@preact/signals-core"

/** A list in which each item has a signal of its own: an item that stays the same causes no update. */
export interface LiveList<A> {
  readonly ids: Signal<ReadonlyArray<string>>
  readonly byId: ReadonlyMap<string, Signal<A>>
  /** Replaces the list by what the server has now; returns the ids of items that are new or different. */
  readonly update: (items: ReadonlyArray<A>) => ReadonlyArray<string>
}

export const sameIds = (left: ReadonlyArray<string>, right: ReadonlyArray<string>): boolean =>
  left.length === right.length && left.every((id, index) => id === right[index])

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null

/** Deep equality of two values read from JSON. */
const same = (left: unknown, right: unknown): boolean => {
  if (left === right) return true
  if (!isObject(left) || !isObject(right)) return false
  const keys = Object.keys(left)
  return keys.length === Object.keys(right).length && keys.every((key) => same(left[key], right[key]))
}

export const liveList = <A extends { readonly id: string }>(): LiveList<A> => {
  const ids = signal<ReadonlyArray<string>>([])
  const byId = new Map<string, Signal<A>>()
  return {
    ids,
    byId,
    update: (items) => {
      const changed: Array<string> = []
      for (const item of items) {
        const known = byId.get(item.id)
        if (known !== undefined && same(known.peek(), item)) continue
        changed.push(item.id)
        if (known === undefined) byId.set(item.id, signal(item))
        else known.value = item
      }
      const next = items.map(({ id }) => id)
      if (!sameIds(ids.peek(), next)) ids.value = next
      const present = new Set(next)
      for (const id of byId.keys()) {
        if (!present.has(id)) byId.delete(id)
      }
      return changed
    }
  }
}
