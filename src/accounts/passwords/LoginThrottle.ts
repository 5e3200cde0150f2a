import { createHash } from "node:crypto"
import { Clock, Context, Data, Duration, Effect, Layer } from "effect"
import { type ClockReading, elapsedMs, readClock } from "../../sql/ClockReading.ts"
import { usernameKey } from "../users/Username.ts"

export class LockedOut extends Data.TaggedError("LockedOut")<{
  /** Unix time in milliseconds of the attempt that locked the name. */
  readonly since: number
}> {
  override readonly message = "There were too many failed attempts. Please try again later."
}

/** This failure locks the name. */
const maxFailures = 5

/**
 * How long a failure counts and a name stays locked, from the latest attempt on, by the clock that moves further: a wall clock
 * that is set back lengthens no lock.
 */
export const lockMs = Duration.toMillis(Duration.minutes(15))

const defaultCapacity = 10_000

interface CountedAttempt {
  /** Unix time in milliseconds. */
  readonly at: number
  /** Whether this is the last attempt before a lock: unless it is right, the name is locked from `at` on. */
  readonly locks: boolean
}

interface Throttle {
  /**
   * Must be called before each password is hashed: it counts the attempt as failed, so that concurrent attempts cannot
   * race. The fifth within 15 minutes is still allowed, and locks the name for 15 minutes; attempts in that time do not
   * count.
   */
  readonly attempt: (username: string) => Effect.Effect<CountedAttempt, LockedOut>
  /** Removes all failures of the name and its lock: the password was right, or an admin unlocked the name. */
  readonly clear: (username: string) => Effect.Effect<void>
  /** Takes back the latest attempt, whose password could not be checked (overload, no database). */
  readonly withdraw: (username: string) => Effect.Effect<void>
}

const makeThrottle = (capacity: number): Throttle => {
  const table = new AttemptTable(capacity)

  const attempt = Effect.fnUntraced(function* (username: string) {
    const key = tableKey(username)
    const now = readClock(yield* Clock.Clock)
    const earlier = table.get(key)
    const lock = earlier[maxFailures - 1]
    if (lock !== undefined && counts(lock, now)) return yield* new LockedOut({ since: lock.wallMillis })
    const counting = lock === undefined ? earlier.filter((at) => counts(at, now)) : []
    table.set(key, [...counting, now], now)
    return { at: now.wallMillis, locks: counting.length + 1 === maxFailures }
  })

  const clear = (username: string) => Effect.sync(() => table.delete(tableKey(username)))

  const withdraw = Effect.fnUntraced(function* (username: string) {
    const key = tableKey(username)
    table.set(key, table.get(key).slice(0, -1), readClock(yield* Clock.Clock))
  })

  return { attempt, clear, withdraw }
}

/**
 * Limits failed sign-ins per username, whether or not the user exists. The specification wants it in memory: a restart
 * forgets it, and each server counts for itself.
 */
export class LoginThrottle extends Context.Service<LoginThrottle, Throttle>()("strategy/accounts/LoginThrottle") {
  static readonly layerWith = ({ capacity }: { readonly capacity: number }) =>
    Layer.sync(LoginThrottle, () => makeThrottle(capacity))

  static readonly layer = LoginThrottle.layerWith({ capacity: defaultCapacity })
}

/**
 * Limits wrong current passwords at a change of password in the same way. They are counted apart from sign-ins, because
 * anybody can fail those, which must not keep a signed-in user from changing the password. A username never changes, so
 * it identifies the user.
 */
export class PasswordChangeThrottle extends Context.Service<PasswordChangeThrottle, Throttle>()(
  "strategy/accounts/PasswordChangeThrottle"
) {
  static readonly layer = Layer.sync(PasswordChangeThrottle, () => makeThrottle(defaultCapacity))
}

/** A hash, since what is typed as a name may be a password. */
const tableKey = (username: string): string => createHash("sha256").update(usernameKey(username)).digest("base64url")

const counts = (attempt: ClockReading, now: ClockReading): boolean => elapsedMs(attempt, now) < lockMs

/**
 * The times of the counted attempts by name, in one map per number of attempts, each in the order of the latest
 * attempt. When it is full it drops expired names first, then those with the fewest failures, so a flood of new names
 * displaces itself and neither locked names nor those about to be locked.
 */
class AttemptTable {
  readonly #capacity: number
  readonly #byCount = Array.from({ length: maxFailures }, () => new Map<string, ReadonlyArray<ClockReading>>())

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  get(key: string): ReadonlyArray<ClockReading> {
    for (const names of this.#byCount) {
      const attempts = names.get(key)
      if (attempts !== undefined) return attempts
    }
    return []
  }

  delete(key: string): void {
    for (const names of this.#byCount) names.delete(key)
  }

  /** Without attempts the name is removed. */
  set(key: string, attempts: ReadonlyArray<ClockReading>, now: ClockReading): void {
    this.delete(key)
    this.#dropExpired(now)
    if (attempts.length > 0 && this.#size() >= this.#capacity) this.#dropOne()
    this.#byCount[attempts.length - 1]?.set(key, attempts)
  }

  #size(): number {
    return this.#byCount.reduce((total, names) => total + names.size, 0)
  }

  #dropExpired(now: ClockReading): void {
    for (const names of this.#byCount) {
      for (const [key, attempts] of names) {
        const latest = attempts.at(-1)
        if (latest !== undefined && counts(latest, now)) break
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
