import { Deferred, Effect, type Fiber } from "effect"
import type { StorageError } from "../../domain/StorageError.ts"
import type { State } from "../../domain/state/State.ts"

/** An earlier state that is being read or has been read. */
export interface Lookup {
  readonly sequenceNumber: number
  readonly result: Deferred.Deferred<State, StorageError>
  /** Set when it has been read. */
  state: State | undefined
  /** How many callers wait for the state or work with it. */
  users: number
  /** Whether it makes no room for others, since the caller who asked for it has not come back yet. */
  isReserved: boolean
  /** Whether it failed or was kept long enough, and ends with its last user. */
  isOver: boolean
}

/** The lookups whose states are in memory or will be, at most `capacity`. Those without users make room for others. */
export class HeldLookups {
  readonly #capacity: number
  readonly #begin: (lookup: Lookup) => Fiber.Fiber<void>
  readonly #held = new Map<number, { readonly lookup: Lookup; readonly fiber: Fiber.Fiber<void> }>()
  #changed = Deferred.makeUnsafe<void>()

  /** `begin` starts a lookup, which is interrupted when it is forgotten. */
  constructor(capacity: number, begin: (lookup: Lookup) => Fiber.Fiber<void>) {
    this.#capacity = capacity
    this.#begin = begin
  }

  /** Done when there may be room for another lookup. */
  get changed(): Deferred.Deferred<void> {
    return this.#changed
  }

  stateOf(sequenceNumber: number): State | undefined {
    return this.#held.get(sequenceNumber)?.lookup.state
  }

  /** Gives the lookup of a state to one more user, until that user leaves; undefined while there is no room for it. */
  join(sequenceNumber: number): Lookup | undefined {
    const known = this.#held.get(sequenceNumber)?.lookup
    if (known !== undefined) {
      known.users += 1
      return known
    }
    if (!this.#makeRoom()) return
    const result = Deferred.makeUnsafe<State, StorageError>()
    const lookup: Lookup = { sequenceNumber, result, state: undefined, users: 1, isReserved: true, isOver: false }
    this.#held.set(sequenceNumber, { lookup, fiber: this.#begin(lookup) })
    return lookup
  }

  leave(lookup: Lookup): void {
    lookup.users -= 1
    if (lookup.users > 0) return
    if (lookup.isOver) this.#forget(lookup)
    this.#signalChange()
  }

  /** To be called when a caller has got the state, or none has come for it. */
  endReservation(lookup: Lookup): void {
    lookup.isReserved = false
    this.#signalChange()
  }

  /** Forgets the lookup as soon as it has no users. */
  end(lookup: Lookup): void {
    lookup.isOver = true
    if (lookup.users === 0 && this.#forget(lookup)) this.#signalChange()
  }

  #makeRoom(): boolean {
    if (this.#held.size < this.#capacity) return true
    for (const { lookup } of this.#held.values()) {
      if (lookup.users === 0 && !lookup.isReserved) return this.#forget(lookup)
    }
    return false
  }

  /** Says whether it was held. */
  #forget(lookup: Lookup): boolean {
    const known = this.#held.get(lookup.sequenceNumber)
    if (known?.lookup !== lookup) return false
    this.#held.delete(lookup.sequenceNumber)
    known.fiber.interruptUnsafe()
    return true
  }

  #signalChange(): void {
    // Replaced first: callers who wait run before `doneUnsafe` returns, and some of them wait for the next change.
    const changed = this.#changed
    this.#changed = Deferred.makeUnsafe()
    Deferred.doneUnsafe(changed, Effect.void)
  }
}
