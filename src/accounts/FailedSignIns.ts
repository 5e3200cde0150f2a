import { Clock, Context, Effect, Exit, Layer, Option, Queue } from "effect"
import type { StorageError } from "../domain/StorageError.ts"
import { AccountLog, type CountedEntry, completed, keyOf, merged, type NewEntry, tell } from "./AccountLog.ts"
import { lockMs } from "./LoginThrottle.ts"
import { parseUsername, Username } from "./Username.ts"

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** From one writing to the next, so that what comes meanwhile is written together. */
const flushPause = "1 second"

/** At the server's end. */
const lastFlushTimeout = "1 second"

/** Entries that wait for a database that does not take them; counts beyond these are lost. */
const maxWaiting = 5_000

/**
 * New entries that names cause on one server. Whoever guesses can make up as many names as they like, and know those of
 * users; so what is beyond these numbers is counted in one entry a minute without a name. Names of users are bounded apart,
 * so that made-up names cannot hide them.
 */
const namedEntries = {
  ofUsers: { perMinute: 60, perHour: 1_000 },
  ofOthers: { perMinute: 20, perHour: 200 }
}

const otherNames = "other names"

export interface Attempt {
  /** As it was typed. */
  readonly username: string
  /** There is a user of this name. */
  readonly isUser: boolean
}

export interface Lock extends Attempt {
  /** Unix time in milliseconds of the attempt that locked the name. */
  readonly since: number
  /** Who is signed in where the guesses were made, as at a change of password. */
  readonly actorName?: string | null
  readonly detail?: string
}

/**
 * Counts refused sign-ins and locks for the account log. Nothing here fails, waits for the database, or does more for a
 * name that exists than for one that does not; what was counted is written by a fiber of its own, within a second.
 */
export class FailedSignIns extends Context.Service<
  FailedSignIns,
  {
    readonly failed: (attempt: Attempt) => Effect.Effect<void>
    readonly locked: (lock: Lock) => Effect.Effect<void>
    /** A try while the name was locked: adds to the count of the lock's entry. */
    readonly refused: (lock: Omit<Lock, "isUser">) => Effect.Effect<void>
    /** Writes what was counted. Where that fails it is kept for the next time. */
    readonly flush: Effect.Effect<void, StorageError>
  }
>()("strategy/accounts/FailedSignIns") {
  static readonly layer = Layer.effect(
    FailedSignIns,
    Effect.gen(function* () {
      const accountLog = yield* AccountLog
      const wanted = yield* Queue.sliding<void>(1)
      const counted = new Counted()

      const count = Effect.fnUntraced(function* (
        entry: NewEntry,
        { username, isUser }: Attempt,
        time: { readonly from: number; readonly until: number }
      ) {
        const now = yield* Clock.currentTimeMillis
        const subjectName = isUser
          ? Username.make(username)
          : Option.getOrNull(yield* Effect.option(parseUsername(username)))
        const [complete] = yield* completed([{ ...entry, subjectName }])
        if (complete === undefined) return
        const own = { ...complete, countedFrom: time.from }
        const { bounded, isFirst } = counted.take(own, { isUser, until: time.until, now })
        yield* Queue.offer(wanted, undefined)
        if (isFirst) yield* tell(bounded)
      })

      const failed = (attempt: Attempt) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) => {
          const from = beginningOf(now)
          const entry: NewEntry = { action: "login_failed", subjectName: null, actorName: null }
          return count(entry, attempt, { from, until: from + minuteMs })
        })

      const locked = ({ since, actorName = null, detail, ...attempt }: Lock) => {
        const entry: NewEntry = { action: "locked", subjectName: null, actorName }
        const time = { from: since, until: since + lockMs }
        return count(detail === undefined ? entry : { ...entry, detail }, attempt, time)
      }

      const flush = Effect.suspend(() => {
        const taken = counted.takeWaiting()
        if (taken.length === 0) return Effect.void
        return accountLog
          .count(taken)
          .pipe(Effect.onError(() => Effect.sync(() => taken.forEach((_) => void counted.add(_)))))
      })

      let isReported = false
      const flushInTime = Effect.gen(function* () {
        yield* Queue.take(wanted)
        const exit = yield* Effect.exit(flush)
        if (Exit.isSuccess(exit)) {
          isReported = false
        } else {
          yield* Queue.offer(wanted, undefined)
          if (!isReported) {
            const text = "Refused sign-ins could not be written to the account log; they are kept."
            yield* Effect.logWarning(text, exit.cause)
          }
          isReported = true
        }
        yield* Effect.sleep(flushPause)
      })

      yield* Effect.addFinalizer(() => flush.pipe(Effect.timeout(lastFlushTimeout), Effect.ignore))
      yield* flushInTime.pipe(Effect.forever, Effect.forkScoped)

      return FailedSignIns.of({
        failed,
        locked,
        refused: (lock) => locked({ ...lock, isUser: false }),
        flush
      })
    })
  )
}

const beginningOf = (now: number): number => now - (now % minuteMs)

/** What tells counted entries apart, here and in the database. */
const identityOf = ({ action, subjectName, countedFrom }: CountedEntry): string =>
  `${action}\n${keyOf(subjectName)}\n${countedFrom}`

interface Limits {
  readonly perMinute: number
  readonly perHour: number
}

/** How many new entries there may be, in each minute and each hour of the clock. */
class Budget {
  readonly #limits: Limits
  #minute = { number: 0, taken: 0 }
  #hour = { number: 0, taken: 0 }

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** Whether there may be one more; it counts then. */
  take(now: number): boolean {
    const [minute, hour] = [Math.floor(now / minuteMs), Math.floor(now / hourMs)]
    if (this.#minute.number !== minute) this.#minute = { number: minute, taken: 0 }
    if (this.#hour.number !== hour) this.#hour = { number: hour, taken: 0 }
    if (this.#minute.taken >= this.#limits.perMinute || this.#hour.taken >= this.#limits.perHour) return false
    this.#minute.taken += 1
    this.#hour.taken += 1
    return true
  }
}

/** Entries that wait to be written, and those that more attempts may still be added to. */
class Counted {
  readonly #budgets = { ofUsers: new Budget(namedEntries.ofUsers), ofOthers: new Budget(namedEntries.ofOthers) }
  /** Entries that more attempts may still be added to, and until when. */
  readonly #open = new Map<string, number>()
  #waiting = new Map<string, CountedEntry>()

  /** Adds to an entry that waits, or one more that does, as long as there are not too many. */
  add(entry: CountedEntry): void {
    const key = identityOf(entry)
    const earlier = this.#waiting.get(key)
    if (earlier === undefined && this.#waiting.size >= maxWaiting) return
    this.#waiting.set(key, earlier === undefined ? entry : { ...earlier, ...merged(earlier, entry) })
  }

  /** Adds the entry, or one without a name where its name may have none of its own; tells whether it is a new one. */
  take(
    own: CountedEntry,
    { isUser, until, now }: { readonly isUser: boolean; readonly until: number; readonly now: number }
  ): { readonly bounded: CountedEntry; readonly isFirst: boolean } {
    const bounded = this.#boundedBy(isUser ? this.#budgets.ofUsers : this.#budgets.ofOthers, own, now)
    const key = identityOf(bounded)
    const isFirst = !this.#open.has(key)
    if (isFirst) {
      for (const [other, end] of this.#open) if (end <= now) this.#open.delete(other)
      this.#open.set(key, bounded === own ? until : beginningOf(now) + minuteMs)
    }
    this.add(bounded)
    return { bounded, isFirst }
  }

  /** What waits, which then waits no more. */
  takeWaiting(): ReadonlyArray<CountedEntry> {
    const taken = [...this.#waiting.values()]
    this.#waiting = new Map()
    return taken
  }

  #boundedBy(budget: Budget, entry: CountedEntry, now: number): CountedEntry {
    if (entry.subjectName !== null && (this.#open.has(identityOf(entry)) || budget.take(now))) return entry
    return { ...entry, subjectName: null, countedFrom: beginningOf(now), detail: otherNames }
  }
}
