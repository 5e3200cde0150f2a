import { PgTypes } from "@effect/sql-pg"
import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { AccountEntry } from "../domain/AccountEntry.ts"
import { storageFault } from "../sql/StorageFault.ts"
import {
  AccountLog,
  type CountedEntry,
  completed,
  keyOf,
  type PageRequest,
  pageOf,
  type Recorded,
  severalAddresses,
  tell,
  type UnsavedEntry
} from "./AccountLog.ts"

/** How many entries are deleted by one statement, so that none holds locks for long. */
const purgeStep = 1_000

const columns = `
  id::float8 AS id,
  to_char(occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "timestamp",
  actor_name AS "actorName",
  subject_name AS "subjectName",
  action,
  address,
  request_id AS "requestId",
  count::float8 AS count,
  detail`

const decode = Schema.decodeUnknownEffect(Schema.Array(AccountEntry))
const decodeLatest = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ latest: Schema.Int })]))

/** The columns that are written, as `json_to_recordset` reads them. */
const written = [
  ["occurred_at", "timestamptz"],
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

const names = written.map(([name]) => name).join(", ")
const recordset = `SELECT ${names} FROM json_to_recordset($1::text::json) AS r (${written.map((_) => _.join(" ")).join(", ")})`

const inserting = `INSERT INTO account_log (${names}) ${recordset}`

/** `merged` of `AccountLog` as SQL. */
const counting = `
  ${inserting}
  ON CONFLICT (action, subject_key, counted_from) WHERE counted_from IS NOT NULL DO UPDATE SET
    count = account_log.count + excluded.count,
    detail = CASE
      WHEN account_log.detail LIKE '%${severalAddresses}' THEN account_log.detail
      WHEN account_log.address IS DISTINCT FROM excluded.address OR excluded.detail LIKE '%${severalAddresses}'
        THEN concat_ws('; ', account_log.detail, '${severalAddresses}')
      ELSE account_log.detail
    END`

const rowOf = (entry: UnsavedEntry, countedFrom: string | null) => ({
  occurred_at: entry.timestamp,
  actor_name: entry.actorName,
  actor_key: keyOf(entry.actorName),
  subject_name: entry.subjectName,
  subject_key: keyOf(entry.subjectName),
  action: entry.action,
  address: entry.address,
  request_id: entry.requestId,
  count: entry.count,
  detail: entry.detail,
  counted_from: countedFrom
})

/** In one order on all servers, so that two of them that add to the same entries at once don't wait for each other. */
const inOrder = (left: CountedEntry, right: CountedEntry): number => {
  const [one, other] = [left, right].map(
    ({ action, subjectName, countedFrom }) => `${action}\n${keyOf(subjectName)}\n${countedFrom}`
  )
  return (one ?? "") < (other ?? "") ? -1 : 1
}

/** `AccountLog.recording` for stores that name the operation that failed themselves. */
export const recordingOn =
  (sql: SqlClient.SqlClient) =>
  <A, E, R>(change: Effect.Effect<Recorded<A>, E, R>) =>
    Effect.gen(function* () {
      const { value, entries } = yield* change
      const complete = yield* completed(entries)
      if (complete.length > 0) yield* sql.unsafe(inserting, [JSON.stringify(complete.map((_) => rowOf(_, null)))])
      return { value, complete }
    }).pipe(
      sql.withTransaction,
      Effect.tap(({ complete }) => Effect.forEach(complete, tell, { discard: true })),
      Effect.map(({ value }) => value)
    )

/** The account log on PostgreSQL, or on anything that speaks its protocol and dialect. */
export const layer = Layer.effect(
  AccountLog,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const recordingHere = recordingOn(sql)
    const entry = sql.literal(columns)

    const select = <E>(query: Effect.Effect<ReadonlyArray<unknown>, E>) =>
      Effect.flatMap(query, decode).pipe(Effect.catchTag("SchemaError", Effect.die))

    const recording: AccountLog["Service"]["recording"] = (change) =>
      recordingHere(change).pipe(storageFault("AccountLog.recording"), Effect.withSpan("AccountLog.recording"))

    const count = Effect.fn("AccountLog.count")(function* (entries: ReadonlyArray<CountedEntry>) {
      if (entries.length === 0) return
      const rows = entries
        .toSorted(inOrder)
        .map((_) => rowOf(_, DateTime.formatIso(DateTime.makeUnsafe(_.countedFrom))))
      yield* sql.unsafe(counting, [JSON.stringify(rows)])
    }, storageFault("AccountLog.count"))

    const page = Effect.fn("AccountLog.page")(function* ({ before, limit, username }: PageRequest) {
      const below = sql`id < ${before ?? Number.MAX_SAFE_INTEGER}`
      const newest = sql`ORDER BY id DESC LIMIT ${limit + 1}`
      const key = username === undefined ? undefined : keyOf(username)
      const found =
        key === undefined
          ? sql`SELECT ${entry} FROM account_log WHERE ${below} ${newest}`
          : // Each half is read from its own index, no further than the page.
            sql`
              SELECT ${entry} FROM account_log WHERE id IN (
                (SELECT id FROM account_log WHERE actor_key = ${key} AND ${below} ${newest})
                UNION ALL
                (SELECT id FROM account_log WHERE subject_key = ${key} AND ${below} ${newest})
              ) ${newest}`
      return pageOf(yield* select(found), limit)
    }, storageFault("AccountLog.page"))

    const latestId = sql`SELECT coalesce(max(id), 0)::float8 AS latest FROM account_log`.pipe(
      Effect.flatMap(decodeLatest),
      Effect.map(([{ latest }]) => latest),
      Effect.catchTag("SchemaError", Effect.die),
      storageFault("AccountLog.latestId")
    )

    const unlockedAfter = (id: number) =>
      select(
        sql`SELECT ${entry} FROM account_log WHERE action = 'unlocked' AND id > ${id} ORDER BY id LIMIT 2000`
      ).pipe(storageFault("AccountLog.unlockedAfter"))

    const purge = Effect.fn("AccountLog.purge")(function* (before: number) {
      let purged = 0
      let step = 0
      do {
        const rows = yield* sql`
          DELETE FROM account_log WHERE id IN (
            SELECT id FROM account_log WHERE occurred_at < ${PgTypes.timestamptz(before)}
            ORDER BY occurred_at LIMIT ${purgeStep} FOR UPDATE SKIP LOCKED
          )
          RETURNING 1`
        step = rows.length
        purged += step
      } while (step === purgeStep)
      return purged
    }, storageFault("AccountLog.purge"))

    return AccountLog.of({ recording, count, page, latestId, unlockedAfter, purge })
  })
)
