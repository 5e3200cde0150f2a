import { Clock, Context, Effect, Exit, Layer, Queue } from "effect"
import type { StorageError } from "../../domain/StorageError.ts"
import {
  AccountLog,
  type CountedEntry,
  logEntry,
  mergedEntry,
  type NewLogEntry,
  nameKey,
  withSourceAndTime
} from "../log/AccountLog.ts"
import { unknownName } from "../users/UnknownName.ts"
import { lockMs } from "./LoginThrottle.ts"

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** The pause between two writes, so that attempts in between are written together. */
const flushInterval = "1 second"

/** The time limit of the write when the server stops. */
const lastFlushTimeout = "1 second"

/** The number of entries kept while the database refuses them; further ones are lost. */
const maxUnsavedEntries = 5_000

/**
 * Limits of new entries with a name, on one server. An attacker can make up any number of names, so attempts beyond
 * these limits are counted in one entry a minute without a name. Names of users have limits of their own, so that
 * made-up names cannot hide them.
 */
const namedEntryLimits = {
  ofUsers: { perMinute: 60, perHour: 1_000 },
  ofOthers: { perMinute: 20, perHour: 200 }
}

const otherNames = "other names"

export interface Attempt {
  /** As it was sent. */
  readonly username: string
  /** Whether there is a user of this name. */
  readonly isUser: boolean
}

export interface Lock extends Attempt {
  /** Unix time in milliseconds of the attempt that locked the name. */
  readonly since: number
  /** The signed-in user who made the attempts, as when changing a password. */
  readonly actorName?: string | null
  readonly detail?: string
}

/**
 * Counts refused sign-ins and locks for the account log. Counting never fails, never waits for the database, and costs
 * the same whether or not the name exists. A separate fiber writes the counts within a second.
 */
export class FailedSignIns extends Context.Service<
  FailedSignIns,
  {
    readonly failed: (attempt: Attempt) => Effect.Effect<void>
    readonly locked: (lock: Lock) => Effect.Effect<void>
    /** An attempt while the name was locked: it adds to the count of the lock's entry. */
    readonly refused: (lock: Omit<Lock, "isUser">) => Effect.Effect<void>
    /** Writes the counts. If that fails they are kept for the next time. */
    readonly flush: Effect.Effect<void, StorageError>
  }
>()("strategy/accounts/FailedSignIns") {
  static readonly layer = Layer.effect(
    FailedSignIns,
    Effect.gen(function* () {
      const accountLog = yield* AccountLog
      const flushRequests = yield* Queue.sliding<void>(1)
      const counts = new EntryCounts()
      const nameKey = yield* accountLog.unknownNameKey

      const count = Effect.fnUntraced(function* (
        entry: NewLogEntry,
        { username, isUser }: Attempt,
        time: { readonly from: number; readonly until: number }
      ) {
        const now = yield* Clock.currentTimeMillis
        const unknown = unknownName(nameKey, username)
        const [complete] = yield* withSourceAndTime([{ ...entry, subjectName: isUser ? username : unknown }])
        if (complete === undefined) return
        const { counted, isFirst } = counts.count(
          { ...complete, lastAt: complete.timestamp, countedFrom: time.from },
          { isUser, until: time.until, now }
        )
        yield* Queue.offer(flushRequests, undefined)
        if (isFirst && entry.action === "locked") yield* logEntry(counted)
      })

      const failed = (attempt: Attempt) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) => {
          const from = startOfMinute(now)
          const entry: NewLogEntry = { action: "login_failed", subjectName: null, actorName: null }
          return count(entry, attempt, { from, until: from + minuteMs })
        })

      const locked = ({ since, actorName = null, detail, ...attempt }: Lock) => {
        const entry: NewLogEntry = { action: "locked", subjectName: null, actorName }
        const time = { from: since, until: since + lockMs }
        return count(detail === undefined ? entry : { ...entry, detail }, attempt, time)
      }

      const flush = Effect.suspend(() => {
        const taken = counts.takeUnsaved()
        if (taken.length === 0) return Effect.void
        return accountLog
          .count(taken)
          .pipe(Effect.onError(() => Effect.sync(() => taken.forEach((_) => void counts.add(_)))))
      })

      let isReported = false
      const flushOnRequest = Effect.gen(function* () {
        yield* Queue.take(flushRequests)
        const exit = yield* Effect.exit(flush)
        if (Exit.isSuccess(exit)) {
          isReported = false
        } else {
          yield* Queue.offer(flushRequests, undefined)
          if (!isReported) {
            const text = "Refused sign-ins could not be written to the account log; trying again later."
            yield* Effect.logWarning(text, exit.cause)
          }
          isReported = true
        }
        yield* Effect.sleep(flushInterval)
      })

      yield* Effect.addFinalizer(() => flush.pipe(Effect.timeout(lastFlushTimeout), Effect.ignore))
      yield* flushOnRequest.pipe(Effect.forever, Effect.forkScoped)

      return FailedSignIns.of({
        failed,
        locked,
        refused: (lock) => locked({ ...lock, isUser: counts.hasLock(lock.username, lock.since) }),
        flush
      })
    })
  )
}

const startOfMinute = (now: number): number => now - (now % minuteMs)

/** The identity of a counted entry, here and in the database. */
const entryKey = ({ action, subjectName, countedFrom }: Pick<CountedEntry, "action" | "subjectName" | "countedFrom">) =>
  `${action}\n${nameKey(subjectName)}\n${countedFrom}`

interface EntryLimits {
  readonly perMinute: number
  readonly perHour: number
}

/** Limits the new entries in each minute and each hour of the clock. */
class EntryBudget {
  readonly #limits: EntryLimits
  #minute = { number: 0, taken: 0 }
  #hour = { number: 0, taken: 0 }

  constructor(limits: EntryLimits) {
    this.#limits = limits
  }

  /** Whether there may be one more entry. If so, it is counted. */
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

/** The entries that are not written yet, and the keys of those to which more attempts may be added. */
class EntryCounts {
  readonly #budgets = {
    ofUsers: new EntryBudget(namedEntryLimits.ofUsers),
    ofOthers: new EntryBudget(namedEntryLimits.ofOthers)
  }
  /** By key, the Unix time in milliseconds until which attempts are added to the entry. */
  readonly #extensibleUntil = new Map<string, number>()
  #unsaved = new Map<string, CountedEntry>()

  /** Whether there is an entry for the lock of a user of this name. */
  hasLock(username: string, since: number): boolean {
    return this.#extensibleUntil.has(entryKey({ action: "locked", subjectName: username, countedFrom: since }))
  }

  /** Adds to an unsaved entry, or adds a new one if there are not too many. */
  add(entry: CountedEntry): void {
    const key = entryKey(entry)
    const earlier = this.#unsaved.get(key)
    if (earlier === undefined && this.#unsaved.size >= maxUnsavedEntries) return
    this.#unsaved.set(key, earlier === undefined ? entry : { ...earlier, ...mergedEntry(earlier, entry) })
  }

  /** Adds the entry, without its name if the budget is used up, and tells whether it is new. */
  count(
    entry: CountedEntry,
    { isUser, until, now }: { readonly isUser: boolean; readonly until: number; readonly now: number }
  ): { readonly counted: CountedEntry; readonly isFirst: boolean } {
    const counted = this.#withinBudget(isUser ? this.#budgets.ofUsers : this.#budgets.ofOthers, entry, now)
    const key = entryKey(counted)
    const isFirst = !this.#extensibleUntil.has(key)
    if (isFirst) {
      for (const [other, end] of this.#extensibleUntil) if (end <= now) this.#extensibleUntil.delete(other)
      this.#extensibleUntil.set(key, counted === entry ? until : startOfMinute(now) + minuteMs)
    }
    this.add(counted)
    return { counted, isFirst }
  }

  /** Removes and returns the unsaved entries. */
  takeUnsaved(): ReadonlyArray<CountedEntry> {
    const taken = [...this.#unsaved.values()]
    this.#unsaved = new Map()
    return taken
  }

  #withinBudget(budget: EntryBudget, entry: CountedEntry, now: number): CountedEntry {
    if (entry.subjectName !== null && (this.#extensibleUntil.has(entryKey(entry)) || budget.take(now))) return entry
    return { ...entry, subjectName: null, countedFrom: startOfMinute(now), detail: otherNames }
  }
}
