import { type Signal, signal } from "@preact/signals-core"

/** A list whose items are signals of their own: an item that is what it was wakes nobody. */
export interface LiveList<A> {
  readonly ids: Signal<ReadonlyArray<string>>
  readonly byId: ReadonlyMap<string, Signal<A>>
  /** Takes the list as the server has it now; gives the ids of what is new or different. */
  readonly take: (items: ReadonlyArray<A>) => ReadonlyArray<string>
}

const sameOrder = (left: ReadonlyArray<string>, right: ReadonlyArray<string>): boolean =>
  left.length === right.length && left.every((id, index) => id === right[index])

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null

/** Of two values read from JSON. */
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
    take: (items) => {
      const changed: Array<string> = []
      for (const item of items) {
        const known = byId.get(item.id)
        if (known !== undefined && same(known.peek(), item)) continue
        changed.push(item.id)
        if (known === undefined) byId.set(item.id, signal(item))
        else known.value = item
      }
      const next = items.map(({ id }) => id)
      if (!sameOrder(ids.peek(), next)) ids.value = next
      const present = new Set(next)
      for (const id of byId.keys()) {
        if (!present.has(id)) byId.delete(id)
      }
      return changed
    }
  }
}
