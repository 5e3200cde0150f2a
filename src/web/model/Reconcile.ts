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

export const liveList = <A extends { readonly id: string }>(): LiveList<A> => {
  const ids = signal<ReadonlyArray<string>>([])
  const byId = new Map<string, Signal<A>>()
  const texts = new Map<string, string>()
  return {
    ids,
    byId,
    take: (items) => {
      const changed: Array<string> = []
      for (const item of items) {
        const text = JSON.stringify(item)
        if (texts.get(item.id) === text) continue
        texts.set(item.id, text)
        changed.push(item.id)
        const known = byId.get(item.id)
        if (known === undefined) byId.set(item.id, signal(item))
        else known.value = item
      }
      const next = items.map(({ id }) => id)
      if (!sameOrder(ids.peek(), next)) ids.value = next
      const present = new Set(next)
      for (const id of byId.keys()) {
        if (present.has(id)) continue
        byId.delete(id)
        texts.delete(id)
      }
      return changed
    }
  }
}
