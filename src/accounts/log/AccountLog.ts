import { Clock, Context, DateTime, Effect, Layer } from "effect"
import type { AccountAction, AccountEntry } from "../../domain/AccountEntry.ts"
import type { StorageError } from "../../domain/StorageError.ts"
import { type Username, usernameKey } from "../users/Username.ts"
import { ActionSource } from "./ActionSource.ts"

/** An entry as a change makes it. Its time, actor and address are added later. */
export interface NewLogEntry {
  readonly action: AccountAction
  readonly subjectName: string | null
  readonly detail?: string | null
  /** Replaces the actor of `ActionSource`: somebody who signs in is not the actor there yet. */
  readonly actorName?: string | null
}

/** The result of a change and its entries; there are none if nothing changed. */
export interface Recorded<A> {
  readonly value: A
  readonly entries: ReadonlyArray<NewLogEntry>
}

/** Attempts to be added to the entry of the same action, subject and `countedFrom`, or to a new one. */
export interface CountedEntry extends UnsavedEntry {
  readonly lastAt: string
  /** Unix time in milliseconds of the beginning of the period that the entry counts. */
  readonly countedFrom: number
}

export type UnsavedEntry = Omit<AccountEntry, "id">

export interface PageRequest {
  /** Only entries older than the one with this id. */
  readonly before?: number | undefined
  /** From 1 to 500. */
  readonly limit: number
  /** Only entries with this actor or subject, without regard to case. */
  readonly username?: Username | undefined
}

interface Page {
  /** Newest first. */
  readonly entries: ReadonlyArray<AccountEntry>
  /** `before` of the next page; null on the last one. */
  readonly nextBefore: number | null
}

export const maxUnlockedRead = 2_000

/**
 * Records who did what to accounts and access. It never contains a password, a token, content of a strategy, or a name
 * that belongs to no user.
 */
export class AccountLog extends Context.Service<
  AccountLog,
  {
    /**
     * Carries out a change and stores its entries in the same transaction. The actor and the address are those of
     * `ActionSource`. Afterwards each entry is also logged.
     */
    readonly recording: <A, E>(change: Effect.Effect<Recorded<A>, E>) => Effect.Effect<A, E | StorageError>
    /** Adds counts. If it fails with an unknown outcome and is tried again, a count can become too high. */
    readonly count: (entries: ReadonlyArray<CountedEntry>) => Effect.Effect<void, StorageError>
    readonly page: (request: PageRequest) => Effect.Effect<Page, StorageError>
    /** The first `limit` entries above an id, in order of their ids. */
    readonly entriesAfter: (id: number, limit: number) => Effect.Effect<ReadonlyArray<AccountEntry>, StorageError>
    /** The key of the database for `unknownName`. It never changes. */
    readonly unknownNameKey: Effect.Effect<string, StorageError>
    /** The highest id; 0 if there is no entry. */
    readonly latestId: Effect.Effect<number, StorageError>
    /** The first `maxUnlockedRead` entries above an id that lift a lock, in order. */
    readonly unlockedAfter: (id: number) => Effect.Effect<ReadonlyArray<AccountEntry>, StorageError>
    /** Deletes the entries before a Unix time in milliseconds, in bounded batches, and returns their number. */
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
        const complete = yield* withSourceAndTime(entries)
        complete.forEach(add)
        yield* Effect.forEach(complete, logEntry, { discard: true })
        return value
      })

    const count = (added: ReadonlyArray<CountedEntry>) =>
      Effect.sync(() => {
        for (const { countedFrom, ...entry } of added) {
          const key = [entry.action, nameKey(entry.subjectName), countedFrom].join("\n")
          const id = counted.get(key)
          if (entries.some((earlier) => earlier.id === id)) {
            entries = entries.map((earlier) =>
              earlier.id === id ? { ...earlier, ...mergedEntry(earlier, entry) } : earlier
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
        const start = before === undefined ? undefined : entries.findLast(({ id }) => id <= before)
        const matches = (entry: AccountEntry) =>
          (before === undefined || (start !== undefined && newestFirst({ ...start, id: before }, entry) < 0)) &&
          (key === undefined || nameKey(entry.actorName) === key || nameKey(entry.subjectName) === key)
        return pageOf(entries.filter(matches).toSorted(newestFirst), limit)
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
      entriesAfter: (after, limit) => Effect.sync(() => entries.filter(({ id }) => id > after).slice(0, limit)),
      unknownNameKey: Effect.succeed("memory"),
      latestId: Effect.sync(() => nextId - 1),
      unlockedAfter: (after) =>
        Effect.sync(() =>
          entries.filter(({ id, action }) => id > after && liftingActions.includes(action)).slice(0, maxUnlockedRead)
        ),
      purge
    })
  })
}

/** The actions that lift a lock on every server. An index has them too. */
export const liftingActions: ReadonlyArray<AccountAction> = ["unlocked", "password_reset", "user_invited"]

/** The key by which a name is found; empty, which is no name's key, for null. */
export const nameKey = (name: string | null): string => (name === null ? "" : usernameKey(name))

/** Makes a page of at most `limit + 1` entries, newest first; one beyond `limit` means that another page follows. */
export const pageOf = (entries: ReadonlyArray<AccountEntry>, limit: number): Page => ({
  entries: entries.slice(0, limit),
  nextBefore: entries.length > limit ? (entries[limit - 1]?.id ?? null) : null
})

const newestFirst = (one: AccountEntry, other: AccountEntry): number => {
  if (one.timestamp === other.timestamp) return other.id - one.id
  return one.timestamp > other.timestamp ? -1 : 1
}

const joinedDetails = (...details: ReadonlyArray<string | null | undefined>): string | null =>
  details.filter((detail) => typeof detail === "string").join("; ") || null

export const severalAddresses = "several addresses"

/** What changes in an entry when attempts are added. It keeps its first address; `detail` says if there are others. */
export const mergedEntry = (
  entry: UnsavedEntry,
  added: Pick<UnsavedEntry, "timestamp" | "lastAt" | "count" | "address" | "detail">
): Pick<CountedEntry, "timestamp" | "lastAt" | "count" | "detail"> => {
  const isKnown = entry.detail?.endsWith(severalAddresses) ?? false
  const isOther = entry.address !== added.address || (added.detail?.endsWith(severalAddresses) ?? false)
  const times = [entry, added].flatMap(({ timestamp, lastAt }) => [timestamp, lastAt ?? timestamp]).sort()
  return {
    timestamp: times[0] ?? entry.timestamp,
    lastAt: times.at(-1) ?? entry.timestamp,
    count: entry.count + added.count,
    detail: isOther && !isKnown ? joinedDetails(entry.detail, severalAddresses) : entry.detail
  }
}

/** Completes entries with the clock's time and the fiber's `ActionSource`. */
export const withSourceAndTime = Effect.fnUntraced(function* (entries: ReadonlyArray<NewLogEntry>) {
  const source = yield* ActionSource
  const timestamp = DateTime.formatIso(DateTime.makeUnsafe(yield* Clock.currentTimeMillis))
  return entries.map(
    ({ action, subjectName, detail, actorName = source.actorName }): UnsavedEntry => ({
      timestamp,
      lastAt: null,
      actorName,
      subjectName,
      action,
      address: source.address,
      requestId: source.requestId,
      count: 1,
      detail: joinedDetails(detail, source.detail)
    })
  )
})

/** Records a rebuild in the transaction of the step that completes it. */
export const recordingRebuild =
  ({ recording }: AccountLog["Service"]) =>
  <A extends { readonly isComplete: boolean }, E>(finish: Effect.Effect<A, E>) =>
    recording(
      Effect.map(finish, (value): Recorded<A> => {
        return { value, entries: value.isComplete ? [{ action: "rebuild", subjectName: null }] : [] }
      })
    )

const logMessages: Readonly<Record<AccountAction, string>> = {
  login: "A user signed in.",
  login_failed: "A sign-in was refused.",
  locked: "A name was locked after failed attempts.",
  unlocked: "A name was unlocked.",
  logout: "A session ended.",
  user_created: "A user was created.",
  role_changed: "A user's role was changed.",
  password_changed: "A user changed their password.",
  password_reset: "A user's password was reset.",
  profile_changed: "A user changed their display name.",
  user_deleted: "A user was deleted.",
  user_linked: "A user was linked to an identity of the OpenID provider.",
  user_invited: "A user was given a link to choose a password.",
  invitation_used: "A user chose a password by a link.",
  rebuild: "Entity histories and checkpoints were rebuilt.",
  import: "An archive was imported.",
  redacted: "Texts or a name were taken out of the log.",
  webhook_created: "A webhook was added.",
  webhook_changed: "A webhook was changed.",
  webhook_deleted: "A webhook was deleted.",
  webhook_resent: "Events were resent to a webhook.",
  webhook_skipped: "A webhook was moved past what it could not deliver.",
  webhook_tested: "A test was posted to a webhook.",
  archive_exported: "An archive was exported.",
  sample_loaded: "The sample strategy was loaded.",
  session_ended: "Sessions of a user were ended.",
  token_created: "A token was created.",
  token_revoked: "A token was revoked."
}

/** Logs an entry. The line always has the same fields. */
export const logEntry = ({ action, actorName, subjectName, address, requestId, detail }: UnsavedEntry) =>
  (action === "locked" ? Effect.logWarning(logMessages[action]) : Effect.logInfo(logMessages[action])).pipe(
    Effect.annotateLogs({ action, actorName, subjectName, address, requestId, detail })
  )

/**
 * Logs one refused sign-in, without the name that was tried. The text contains the address, so that tools that read
 * lines, such as fail2ban, find it in every log format.
 */
export const logRefusedSignIn = Effect.fnUntraced(function* (action: "login_failed" | "locked") {
  const { address, requestId } = yield* ActionSource
  yield* Effect.logWarning(`${logMessages.login_failed} Address: ${address}, action: ${action}.`).pipe(
    Effect.annotateLogs({ action, address, requestId })
  )
})
