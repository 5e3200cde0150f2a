import { PgTypes } from "@effect/sql-pg"
import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { AccountEntry } from "../../domain/AccountEntry.ts"
import { rowDecoder } from "../../sql/RowDecoder.ts"
import { storageFault } from "../../sql/StorageFault.ts"
import { isoTime } from "../../sql/Values.ts"
import {
  AccountLog,
  type CountedEntry,
  liftingActions,
  logEntry,
  maxUnlockedRead,
  nameKey,
  type PageRequest,
  pageOf,
  type Recorded,
  severalAddresses,
  type UnsavedEntry,
  withSourceAndTime
} from "./AccountLog.ts"

/** The number of entries that one statement deletes, so that none holds locks for long. */
const purgeBatchSize = 1_000

const columns = `
  id::float8 AS id,
  ${isoTime("occurred_at", "timestamp")},
  ${isoTime("last_at", "lastAt")},
  actor_name AS "actorName",
  subject_name AS "subjectName",
  action,
  address,
  request_id AS "requestId",
  count::float8 AS count,
  detail`

const decode = rowDecoder(Schema.Array(AccountEntry))
const decodeKey = rowDecoder(Schema.Tuple([Schema.Struct({ key: Schema.String })]))
const decodeLatest = rowDecoder(Schema.Tuple([Schema.Struct({ latest: Schema.Int })]))

/** The columns of an INSERT with their types, which `json_to_recordset` needs. */
const writtenColumns = [
  ["occurred_at", "timestamptz"],
  ["last_at", "timestamptz"],
  ["actor_name", "text"],
  ["actor_key", "text"],
  ["subject_name", "text"],
  ["subject_key", "text"],
  ["action", "text"],
  ["address", "text"],
  ["request_id", "text"],
  ["count", "bigint"],
  ["detail", "text"],
  ["counted_from", "timestamptz"]
] as const

const columnNames = writtenColumns.map(([name]) => name).join(", ")
const recordset = `SELECT ${columnNames} FROM json_to_recordset($1::text::json) AS r (${writtenColumns.map((_) => _.join(" ")).join(", ")})`

const insertStatement = `INSERT INTO account_log (${columnNames}) ${recordset}`

/** Does in SQL what `mergedEntry` of `AccountLog` does. */
const countStatement = `
  ${insertStatement}
  ON CONFLICT (action, subject_key, counted_from) WHERE counted_from IS NOT NULL DO UPDATE SET
    occurred_at = least(account_log.occurred_at, excluded.occurred_at),
    last_at = greatest(account_log.last_at, excluded.last_at),
    count = account_log.count + excluded.count,
    detail = CASE
      WHEN account_log.detail LIKE '%${severalAddresses}' THEN account_log.detail
      WHEN account_log.address IS DISTINCT FROM excluded.address OR excluded.detail LIKE '%${severalAddresses}'
        THEN concat_ws('; ', account_log.detail, '${severalAddresses}')
      ELSE account_log.detail
    END`

const rowOf = (entry: UnsavedEntry, countedFrom: string | null) => ({
  occurred_at: entry.timestamp,
  last_at: entry.lastAt,
  actor_name: entry.actorName,
  actor_key: nameKey(entry.actorName),
  subject_name: entry.subjectName,
  subject_key: nameKey(entry.subjectName),
  action: entry.action,
  address: entry.address,
  request_id: entry.requestId,
  count: entry.count,
  detail: entry.detail,
  counted_from: countedFrom
})

/** All servers write in this order, so that two that add to the same entries at once do not deadlock. */
const byCountedKey = (left: CountedEntry, right: CountedEntry): number => {
  const [one, other] = [left, right].map(
    ({ action, subjectName, countedFrom }) => `${action}\n${nameKey(subjectName)}\n${countedFrom}`
  )
  return (one ?? "") < (other ?? "") ? -1 : 1
}

/** Adds entries as they are. */
export const insertEntries = (sql: SqlClient.SqlClient, entries: ReadonlyArray<UnsavedEntry>) =>
  sql.unsafe(insertStatement, [JSON.stringify(entries.map((entry) => rowOf(entry, null)))])

/** `AccountLog.recording` for stores, which map its SQL errors themselves to name the failed operation. */
export const recordingOn =
  (sql: SqlClient.SqlClient) =>
  <A, E, R>(change: Effect.Effect<Recorded<A>, E, R>) =>
    Effect.gen(function* () {
      const { value, entries } = yield* change
      const complete = yield* withSourceAndTime(entries)
      if (complete.length > 0) yield* insertEntries(sql, complete)
      return { value, complete }
    }).pipe(
      sql.withTransaction,
      Effect.tap(({ complete }) => Effect.forEach(complete, logEntry, { discard: true })),
      Effect.map(({ value }) => value)
    )

/** The account log on PostgreSQL, or on anything that speaks its protocol and dialect. */
export const layer = Layer.effect(
  AccountLog,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const recordingHere = recordingOn(sql)
    const entry = sql.literal(columns)

    const recording: AccountLog["Service"]["recording"] = (change) =>
      recordingHere(change).pipe(storageFault("AccountLog.recording"), Effect.withSpan("AccountLog.recording"))

    const count = Effect.fn("AccountLog.count")(function* (entries: ReadonlyArray<CountedEntry>) {
      if (entries.length === 0) return
      const rows = entries
        .toSorted(byCountedKey)
        .map((_) => rowOf(_, DateTime.formatIso(DateTime.makeUnsafe(_.countedFrom))))
      yield* sql.unsafe(countStatement, [JSON.stringify(rows)])
    }, storageFault("AccountLog.count"))

    const page = Effect.fn("AccountLog.page")(function* ({ before, limit, username }: PageRequest) {
      // The entry may have been purged: then an earlier one says where it was.
      const older =
        before === undefined
          ? sql`true`
          : sql`(occurred_at, id) < (
              (SELECT occurred_at FROM account_log WHERE id <= ${before} ORDER BY id DESC LIMIT 1), ${before}::float8::bigint
            )`
      const newest = sql`ORDER BY occurred_at DESC, id DESC LIMIT ${limit + 1}`
      const key = username === undefined ? undefined : nameKey(username)
      const found =
        key === undefined
          ? sql`SELECT ${entry} FROM account_log WHERE ${older} ${newest}`
          : // Each half is read from its own index, and no further than one page.
            sql`
              SELECT ${entry} FROM account_log WHERE id IN (
                (SELECT id FROM account_log WHERE actor_key = ${key} AND ${older} ${newest})
                UNION ALL
                (SELECT id FROM account_log WHERE subject_key = ${key} AND ${older} ${newest})
              ) ${newest}`
      return pageOf(yield* Effect.flatMap(found, decode), limit)
    }, storageFault("AccountLog.page"))

    const entriesAfter = (id: number, limit: number) =>
      sql`SELECT ${entry} FROM account_log WHERE id > ${id} ORDER BY id LIMIT ${limit}`.pipe(
        Effect.flatMap(decode),
        storageFault("AccountLog.entriesAfter")
      )

    const unknownNameKey = sql`SELECT key FROM account_log_key`.pipe(
      Effect.flatMap(decodeKey),
      Effect.map(([{ key }]) => key),
      storageFault("AccountLog.unknownNameKey")
    )

    const latestId = sql`SELECT coalesce(max(id), 0)::float8 AS latest FROM account_log`.pipe(
      Effect.flatMap(decodeLatest),
      Effect.map(([{ latest }]) => latest),
      storageFault("AccountLog.latestId")
    )

    // Literals, since the partial index is used for these only.
    const lifting = sql.literal(liftingActions.map((action) => `'${action}'`).join(", "))

    const unlockedAfter = (id: number) =>
      sql`
        SELECT ${entry} FROM account_log
        WHERE action IN (${lifting}) AND id > ${id} ORDER BY id LIMIT ${maxUnlockedRead}`.pipe(
        Effect.flatMap(decode),
        storageFault("AccountLog.unlockedAfter")
      )

    const purge = Effect.fn("AccountLog.purge")(function* (before: number) {
      let purged = 0
      let step = 0
      do {
        const rows = yield* sql`
          DELETE FROM account_log WHERE id IN (
            SELECT id FROM account_log WHERE occurred_at < ${PgTypes.timestamptz(before)}
            ORDER BY occurred_at LIMIT ${purgeBatchSize} FOR UPDATE SKIP LOCKED
          )
          RETURNING 1`
        step = rows.length
        purged += step
      } while (step === purgeBatchSize)
      return purged
    }, storageFault("AccountLog.purge"))

    return AccountLog.of({ recording, count, page, entriesAfter, unknownNameKey, latestId, unlockedAfter, purge })
  })
)
