import { Clock, Context, Data, Duration, Effect, Layer } from "effect"
import { usernameKey } from "./Username.ts"

export class LockedOut extends Data.TaggedError("LockedOut")<{
  /** Unix time in milliseconds of the attempt that locked the name. */
  readonly since: number
}> {
  override readonly message = "There were too many failed attempts. Please try again later."
}

/** The failure that locks the name. */
const allowed = 5

/** How long a failure counts, and how long a name stays locked: both end this long after the latest attempt. */
export const lockMs = Duration.toMillis(Duration.minutes(15))

/** A name that follows the rules has a shorter key; only others are cut, so that names cannot fill the memory. */
const longestKey = 300

const defaultCapacity = 10_000

export interface Counted {
  readonly at: number
  /** This is the last attempt that is let through: unless it is right, the name is locked from `at` on. */
  readonly locks: boolean
}

interface Throttle {
  /**
   * To be asked before each guess is hashed: counts the guess as failed, so that guesses made at once cannot race. The
   * fifth within 15 minutes is still let through, and locks the name for 15 minutes; tries in that time do not count.
   */
  readonly attempt: (username: string) => Effect.Effect<Counted, LockedOut>
  /** Forgets all failures of the name, and its lock: the guess was right, or an admin lifts it. */
  readonly clear: (username: string) => Effect.Effect<void>
  /** The latest guess was never judged (overload, no database): it does not count. */
  readonly withdraw: (username: string) => Effect.Effect<void>
}

const make = (capacity: number): Throttle => {
  const table = new Table(capacity)

  const attempt = Effect.fnUntraced(function* (username: string) {
    const key = keyOf(username)
    const now = yield* Clock.currentTimeMillis
    const earlier = table.get(key)
    const full = earlier.length === allowed
    if (full && now - latest(earlier) < lockMs) return yield* new LockedOut({ since: latest(earlier) })
    const counting = full ? [] : earlier.filter((at) => now - at < lockMs)
    table.set(key, [...counting, now], now)
    return { at: now, locks: counting.length + 1 === allowed }
  })

  const clear = (username: string) => Effect.sync(() => table.delete(keyOf(username)))

  const withdraw = Effect.fnUntraced(function* (username: string) {
    const key = keyOf(username)
    const now = yield* Clock.currentTimeMillis
    table.set(key, table.get(key).slice(0, -1), now)
  })

  return { attempt, clear, withdraw }
}

/**
 * Guards the sign-in against guesses, per username, existing or not. Kept in memory, as the specification wants: a restart
 * forgets it, and each server counts for itself.
 */
export class LoginThrottle extends Context.Service<LoginThrottle, Throttle>()("strategy/accounts/LoginThrottle") {
  static readonly layerWith = ({ capacity }: { readonly capacity: number }) =>
    Layer.sync(LoginThrottle, () => make(capacity))

  static readonly layer = LoginThrottle.layerWith({ capacity: defaultCapacity })
}

/**
 * Guards the change of a password against guesses of the current one, in the same way. It counts apart from sign-ins, which
 * anybody can fail: those must not keep whoever is signed in from changing the password. A username never changes, so it
 * stands for the user here.
 */
export class PasswordChangeThrottle extends Context.Service<PasswordChangeThrottle, Throttle>()(
  "strategy/accounts/PasswordChangeThrottle"
) {
  static readonly layer = Layer.sync(PasswordChangeThrottle, () => make(defaultCapacity))
}

const keyOf = (username: string): string => usernameKey(username).slice(0, longestKey)

const latest = (attempts: ReadonlyArray<number>): number => attempts.at(-1) ?? Number.NEGATIVE_INFINITY

/**
 * Times of the counted attempts by name, one map per number of attempts, each in the order of the latest attempt. Full, it
 * first drops what has expired, then who has the fewest failures: a flood of fresh names pushes out itself, neither a name
 * that is locked nor one that is about to be.
 */
class Table {
  readonly #capacity: number
  readonly #byCount = Array.from({ length: allowed }, () => new Map<string, ReadonlyArray<number>>())

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  get(key: string): ReadonlyArray<number> {
    for (const names of this.#byCount) {
      const attempts = names.get(key)
      if (attempts !== undefined) return attempts
    }
    return []
  }

  delete(key: string): void {
    for (const names of this.#byCount) names.delete(key)
  }

  /** No attempts: forgets the name. */
  set(key: string, attempts: ReadonlyArray<number>, now: number): void {
    this.delete(key)
    this.#dropExpired(now)
    if (attempts.length > 0 && this.#size() >= this.#capacity) this.#dropOne()
    this.#byCount[attempts.length - 1]?.set(key, attempts)
  }

  #size(): number {
    return this.#byCount.reduce((total, names) => total + names.size, 0)
  }

  #dropExpired(now: number): void {
    for (const names of this.#byCount) {
      for (const [key, attempts] of names) {
        if (now - latest(attempts) < lockMs) break
        names.delete(key)
      }
    }
  }

  #dropOne(): void {
    for (const names of this.#byCount) {
      const oldest = names.keys().next()
      if (oldest.done) continue
      names.delete(oldest.value)
      return
    }
  }
}
