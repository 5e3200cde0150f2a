import { Effect } from "effect"

/** The number of sessions or tokens whose use is remembered until it is stored; the uses of more are lost. */
const maxPending = 20_000

/** The times of latest use that are not stored yet, in Unix milliseconds, so that no request waits for a write. */
export class PendingUses<Id> {
  #latest = new Map<Id, number>()

  note(id: Id, at: number): void {
    const known = this.#latest.get(id)
    if (known === undefined ? this.#latest.size < maxPending : at > known) this.#latest.set(id, at)
  }

  /** Has `touch` store what was noted since the last time. It is kept if that fails. */
  store<E>(touch: (uses: ReadonlyMap<Id, number>) => Effect.Effect<void, E>): Effect.Effect<void, E> {
    return Effect.suspend(() => {
      const uses = this.#latest
      if (uses.size === 0) return Effect.void
      this.#latest = new Map()
      return Effect.onError(touch(uses), () =>
        Effect.sync(() => {
          for (const [id, at] of uses) this.note(id, at)
        })
      )
    })
  }
}
