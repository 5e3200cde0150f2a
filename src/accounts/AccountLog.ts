import { Clock, Context, DateTime, Effect, Layer } from "effect"
import type { AccountAction, AccountEntry } from "../domain/AccountEntry.ts"
import type { StorageError } from "../domain/StorageError.ts"
import { ActionSource } from "./ActionSource.ts"
import { type Username, usernameKey } from "./Username.ts"

/** What a change says of itself; when, by whom and from where is added to it. */
export interface NewEntry {
  readonly action: AccountAction
  readonly subjectName: string | null
  readonly detail?: string
  /** Where it is not the one of `ActionSource`: who signs in is nobody before. */
  readonly actorName?: string | null
}

/** The outcome of a change, and the entries it leaves; none for what changed nothing. */
export interface Recorded<A> {
  readonly value: A
  readonly entries: ReadonlyArray<NewEntry>
}

/** Attempts to be added to the entry of the same action, subject and `countedFrom`, or a new entry. */
export interface CountedEntry extends Omit<AccountEntry, "id"> {
  /** Unix time in milliseconds at which the time begins that the entry counts. */
  readonly countedFrom: number
}

export type UnsavedEntry = Omit<AccountEntry, "id">

export interface PageRequest {
  /** Entries below this id only. */
  readonly before?: number | undefined
  /** From 1 to 500. */
  readonly limit: number
  /** Of the actor or the subject, without regard to case. */
  readonly username?: Username | undefined
}

export interface Page {
  /** Newest first. */
  readonly entries: ReadonlyArray<AccountEntry>
  /** `before` of the next page; null on the last one. */
  readonly nextBefore: number | null
}

/** The record of who did what to accounts and access. It never holds a password, a token or content of a strategy. */
export class AccountLog extends Context.Service<
  AccountLog,
  {
    /**
     * Carries out a change and keeps its entries with it: both or neither. The actor and the address are those of
     * `ActionSource`. Afterwards each entry is also a line of the server's log.
     */
    readonly recording: <A, E>(change: Effect.Effect<Recorded<A>, E>) => Effect.Effect<A, E | StorageError>
    /** Adds counts. Should it fail with an unknown outcome and be tried again, a count can be too high. */
    readonly count: (entries: ReadonlyArray<CountedEntry>) => Effect.Effect<void, StorageError>
    readonly page: (request: PageRequest) => Effect.Effect<Page, StorageError>
    /** The highest id; 0 while there is no entry. */
    readonly latestId: Effect.Effect<number, StorageError>
    /** The first 2,000 `unlocked` entries above an id, in order. */
    readonly unlockedAfter: (id: number) => Effect.Effect<ReadonlyArray<AccountEntry>, StorageError>
    /** Deletes what happened before a Unix time in milliseconds, a bounded number at a time; gives how many it were. */
    readonly purge: (before: number) => Effect.Effect<number, StorageError>
  }
>()("strategy/accounts/AccountLog") {
  static readonly layerMemory = Layer.sync(AccountLog, () => {
    let nextId = 1
    let entries: Array<AccountEntry> = []
    const counted = new Map<string, number>()

    const add = (entry: UnsavedEntry): void => {
      entries.push({ ...entry, id: nextId })
      nextId += 1
    }

    const recording = <A, E>(change: Effect.Effect<Recorded<A>, E>) =>
      Effect.gen(function* () {
        const { value, entries } = yield* change
        const complete = yield* completed(entries)
        complete.forEach(add)
        yield* Effect.forEach(complete, tell, { discard: true })
        return value
      })

    const count = (added: ReadonlyArray<CountedEntry>) =>
      Effect.sync(() => {
        for (const { countedFrom, ...entry } of added) {
          const key = [entry.action, keyOf(entry.subjectName), countedFrom].join("\n")
          const id = counted.get(key)
          if (entries.some((earlier) => earlier.id === id)) {
            entries = entries.map((earlier) =>
              earlier.id === id ? { ...earlier, ...merged(earlier, entry) } : earlier
            )
          } else {
            counted.set(key, nextId)
            add(entry)
          }
        }
      })

    const page = ({ before, limit, username }: PageRequest) =>
      Effect.sync(() => {
        const key = username === undefined ? undefined : usernameKey(username)
        const matches = (entry: AccountEntry) =>
          (before === undefined || entry.id < before) &&
          (key === undefined || keyOf(entry.actorName) === key || keyOf(entry.subjectName) === key)
        return pageOf(entries.filter(matches).toReversed(), limit)
      })

    const purge = (before: number) =>
      Effect.sync(() => {
        const kept = entries.filter(({ timestamp }) => Date.parse(timestamp) >= before)
        const purged = entries.length - kept.length
        entries = kept
        return purged
      })

    return AccountLog.of({
      recording,
      count,
      page,
      latestId: Effect.sync(() => nextId - 1),
      unlockedAfter: (after) => Effect.sync(() => entries.filter((_) => _.id > after && _.action === "unlocked")),
      purge
    })
  })
}

/** What a name is found by; empty where there is none, which no name's key is. */
export const keyOf = (name: string | null): string => (name === null ? "" : usernameKey(name))

/** Of at most `limit + 1` entries, newest first: the page, and whether another one follows. */
export const pageOf = (entries: ReadonlyArray<AccountEntry>, limit: number): Page => ({
  entries: entries.slice(0, limit),
  nextBefore: entries.length > limit ? (entries[limit - 1]?.id ?? null) : null
})

const joined = (...details: ReadonlyArray<string | null | undefined>): string | null =>
  details.filter((detail) => typeof detail === "string").join("; ") || null

export const severalAddresses = "several addresses"

/** What changes in an entry when more attempts are added to it: the first address stays, and is said to be one of several. */
export const merged = (
  entry: UnsavedEntry,
  added: Pick<UnsavedEntry, "count" | "address" | "detail">
): Pick<UnsavedEntry, "count" | "detail"> => {
  const isKnown = entry.detail?.endsWith(severalAddresses) ?? false
  const isOther = entry.address !== added.address || (added.detail?.endsWith(severalAddresses) ?? false)
  return {
    count: entry.count + added.count,
    detail: isOther && !isKnown ? joined(entry.detail, severalAddresses) : entry.detail
  }
}

/** Entries with the time of the clock and the source of the fiber. */
export const completed = Effect.fnUntraced(function* (entries: ReadonlyArray<NewEntry>) {
  const source = yield* ActionSource
  const timestamp = DateTime.formatIso(DateTime.makeUnsafe(yield* Clock.currentTimeMillis))
  return entries.map(
    ({ action, subjectName, detail, actorName = source.actorName }): UnsavedEntry => ({
      timestamp,
      actorName,
      subjectName,
      action,
      address: source.address,
      requestId: source.requestId,
      count: 1,
      detail: joined(detail, source.detail)
    })
  )
})

/** Keeps that a rebuild took place, in the transaction of the step that completes it. */
export const recordingRebuild =
  ({ recording }: AccountLog["Service"]) =>
  <A extends { readonly isComplete: boolean }, E>(finish: Effect.Effect<A, E>) =>
    recording(
      Effect.map(finish, (value): Recorded<A> => {
        return { value, entries: value.isComplete ? [{ action: "rebuild", subjectName: null }] : [] }
      })
    )

const sentences: Readonly<Record<AccountAction, string>> = {
  login: "A user signed in.",
  login_failed: "A sign-in was refused.",
  locked: "A name is locked after failed attempts.",
  unlocked: "A name was unlocked.",
  logout: "A session was ended.",
  user_created: "A user was created.",
  role_changed: "A user has another role.",
  password_changed: "A user changed their password.",
  password_reset: "A user was given a new password.",
  user_deleted: "A user was deleted.",
  rebuild: "Entity histories and checkpoints were rebuilt.",
  import: "An archive was imported."
}

const refusals: ReadonlySet<AccountAction> = new Set(["login_failed", "locked"])

/** The entry as a line of the server's log, always with the same fields. */
export const tell = ({ action, actorName, subjectName, address, requestId, detail }: UnsavedEntry) =>
  (refusals.has(action) ? Effect.logWarning(sentences[action]) : Effect.logInfo(sentences[action])).pipe(
    Effect.annotateLogs({ action, actorName, subjectName, address, requestId, detail })
  )
