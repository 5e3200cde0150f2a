import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { Provenance } from "../../domain/Provenance.ts"
import { StorageError } from "../../domain/StorageError.ts"
import { briefly } from "../../sql/BoundedClient.ts"
import { isUnavailable, outcomeUnknown, refusedForContent, refusesWrites } from "../../sql/StorageFault.ts"
import type { EventWithEffect } from "./EventHash.ts"
import {
  type Addition,
  AppendRefused,
  AppendUnknown,
  type EventStore,
  type Head,
  type KeyedOutcome,
  type MissedChanges,
  type OutcomeKey
} from "./EventStore.ts"
import { insertAddition } from "./InsertAddition.ts"
import type { makeHeadCheck } from "./LogWentBack.ts"
import type * as NotifyPermission from "./NotifyPermission.ts"
import type { WriteHealth } from "./WriteHealth.ts"

const nothingMissed: MissedChanges = { events: [], outcomes: [] }

const isEmpty = ({ events, outcomes }: Addition): boolean => events.length === 0 && outcomes.length === 0

/** Tells whether a failed append may be retried, was refused for its content, or may have been written. */
const appendFault = (cause: SqlError.SqlError): StorageError | AppendRefused | AppendUnknown => {
  if (outcomeUnknown(cause)) return new AppendUnknown({ cause })
  if (refusedForContent(cause)) return new AppendRefused({ cause })
  return new StorageError({
    operation: "EventStore.append",
    unavailable: isUnavailable(cause),
    refusesWrites: refusesWrites(cause),
    cause
  })
}

/** Tells the health how an append went, and callers how it failed. */
const watched =
  ({ appendEnded, appendFailed }: WriteHealth) =>
  <A>(append: Effect.Effect<A, SqlError.SqlError | StorageError>) =>
    append.pipe(
      briefly,
      Effect.onExit(() => appendEnded),
      Effect.tapError((error) => (error._tag === "SqlError" ? appendFailed(error) : Effect.void)),
      Effect.mapError((error) => (error._tag === "SqlError" ? appendFault(error) : error))
    )

type SqlEffect<A> = Effect.Effect<A, SqlError.SqlError | StorageError>

interface AppendOptions {
  readonly sql: SqlClient.SqlClient
  readonly server: { readonly epoch: string; readonly writer: string }
  readonly headCheck: ReturnType<typeof makeHeadCheck>
  /** Reads the head and checks it against `known`. `lock` keeps others from appending until the transaction ends. */
  readonly head: (known: number, options?: { readonly lock: boolean }) => SqlEffect<Head>
  readonly tail: (after: number, head: number) => SqlEffect<ReadonlyArray<EventWithEffect>>
  readonly outcomes: (keys: ReadonlyArray<OutcomeKey>) => SqlEffect<ReadonlyArray<KeyedOutcome>>
  /** Of the events after a position. */
  readonly provenance: (after: number) => SqlEffect<ReadonlyArray<Provenance>>
  readonly permission: Effect.Success<ReturnType<typeof NotifyPermission.make>>
  readonly health: WriteHealth
}

/** Writes an addition in a transaction that keeps others from appending until it ends. */
const lockedWrite = ({ sql, server, head, tail, outcomes, provenance }: AppendOptions) =>
  Effect.fnUntraced(function* <A extends Addition>(
    known: number,
    keys: ReadonlyArray<OutcomeKey>,
    plan: (since: MissedChanges) => A,
    notifies: boolean
  ) {
    const { sequenceNumber: end } = yield* head(known, { lock: true })
    const addition = plan({
      events: yield* tail(known, end),
      provenance: end === known ? [] : yield* provenance(known),
      outcomes: keys.length === 0 ? [] : yield* outcomes(keys)
    })
    if (!isEmpty(addition)) yield* insertAddition(sql, server, end, addition, notifies)
    return { addition, end: end + addition.events.length }
  }, sql.withTransaction)

/** The head is recorded after the whole transaction: until then others read the one before, and it may be rolled back. */
const makeAppendWithin = (
  { headCheck, permission }: AppendOptions,
  writeUnderLock: ReturnType<typeof lockedWrite>,
  appended: (end: number) => void
): EventStore["Service"]["appendWithin"] =>
  Effect.fnUntraced(function* (known, plan, around) {
    yield* headCheck.failIfWentBack("EventStore.append")
    let end = known
    const written = yield* around(
      writeUnderLock(known, [], plan, permission.isAllowed()).pipe(
        Effect.map((result) => {
          end = result.end
          return result.addition
        }),
        briefly,
        Effect.mapError((error) => (error._tag === "SqlError" ? appendFault(error) : error))
      )
    )
    appended(end)
    return written
  })

/** Makes the methods of `EventStore` that append. */
export const make = (options: AppendOptions) => {
  const { sql, server, headCheck, head, permission, health } = options
  const writeUnderLock = lockedWrite(options)
  let lastAppended = 0
  const appended = (end: number): void => {
    lastAppended = end
    headCheck.recordHead(end)
  }

  /** Appends without a lock; undefined, with nothing written, when another server wrote or a key was used before. */
  const appendAtKnown = Effect.fnUntraced(function* <A extends Addition>(
    known: number,
    plan: (since: MissedChanges) => A,
    notifies: boolean
  ): Effect.fn.Return<A | undefined, SqlError.SqlError | StorageError> {
    const addition = plan(nothingMissed)
    if (isEmpty(addition)) return (yield* head(known)).sequenceNumber === known ? addition : undefined
    const moved = yield* insertAddition(sql, server, known, addition, notifies).pipe(
      Effect.catchIf(
        (error) => error.reason._tag === "UniqueViolation",
        () => Effect.succeed([])
      )
    )
    if (moved.length !== 1) return undefined
    appended(known + addition.events.length)
    return addition
  })

  const appendUnderLock = <A extends Addition>(...args: Parameters<typeof writeUnderLock<A>>) =>
    Effect.map(writeUnderLock(...args), ({ addition, end }) => {
      appended(end)
      return addition
    })

  /**
   * Appends under the lock where it fails without. On this path no generator function is made for each append, because V8
   * keeps what such a function closes over, a whole batch, until its next full collection.
   */
  const attempt = <A extends Addition>(
    known: number,
    keys: ReadonlyArray<OutcomeKey>,
    plan: (since: MissedChanges) => A,
    notifies: boolean
  ) =>
    Effect.flatMap(appendAtKnown(known, plan, notifies), (addition) =>
      addition === undefined ? appendUnderLock(known, keys, plan, notifies) : Effect.succeed(addition)
    )

  const append = Effect.fnUntraced(function* <A extends Addition>(
    known: number,
    keys: ReadonlyArray<OutcomeKey>,
    plan: (since: MissedChanges) => A
  ) {
    yield* headCheck.failIfWentBack("EventStore.append")
    if (permission.isRecheckDue()) yield* permission.recheck
    health.appendBegan()
    const addition = yield* attempt(known, keys, plan, permission.isAllowed()).pipe(
      // The statement was refused as a whole, so nothing was written.
      Effect.catchIf(permission.isRefused, () =>
        Effect.andThen(permission.onRefused, attempt(known, keys, plan, false))
      )
    )
    if (!health.isWell() && !isEmpty(addition)) yield* health.appendSucceeded
    return addition
  }, watched(health))

  return { append, appendWithin: makeAppendWithin(options, writeUnderLock, appended), lastAppended: () => lastAppended }
}
