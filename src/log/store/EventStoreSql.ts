import { Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { observed } from "../../observability/Observed.ts"
import { storageFault } from "../../sql/StorageFault.ts"
import { logHead } from "../LogMetrics.ts"
import { yieldingChunks } from "../YieldingSteps.ts"
import * as AppendSql from "./AppendSql.ts"
import { deletionsSql } from "./DeletionsSql.ts"
import {
  decodeAssociations,
  decodeEvents,
  decodeFoldedEvents,
  decodeHead,
  decodeLatest,
  decodeOutcomes,
  decodeRestores,
  decodeServerStart,
  eventColumns,
  foldedEventColumns,
  keyedOutcome,
  outcomeColumns,
  textArrayParameter,
  timestampColumn
} from "./EventRows.ts"
import { EventStore, type OutcomeKey } from "./EventStore.ts"
import { historySql } from "./HistorySql.ts"
import type { LatestEntry } from "./LatestEntries.ts"
import { announceListener } from "./ListenerAnnouncement.ts"
import { associationsBetween, outcomesAfter, restoresBetween } from "./LogPages.ts"
import { makeHeadCheck } from "./LogWentBack.ts"
import * as NotifyPermission from "./NotifyPermission.ts"
import * as WriteHealth from "./WriteHealth.ts"

/** Events read at a time while catching up under the lock of the head. */
const tailPageSize = 5_000

/** Events decoded before the event loop is yielded. A whole page would take tens of milliseconds. */
const decodeChunkSize = 250

/** Entities per statement. The embedded database blocks the event loop, which is yielded between statements. */
const entityChunkSize = 10

/** The events after a sequence number: whole, as much of them as folding needs, or whole up to the head. */
const eventReads = (sql: SqlClient.SqlClient) => {
  const eventSelect =
    <A>(columns: Statement.Fragment, decode: (rows: ReadonlyArray<unknown>) => Effect.Effect<ReadonlyArray<A>>) =>
    (where: Statement.Fragment, limit: number) =>
      Effect.gen(function* () {
        const rows = yield* sql`
          SELECT ${columns} FROM events e WHERE ${where} ORDER BY e.sequence_number LIMIT ${limit}`
        const decoded: Array<A> = []
        yield* yieldingChunks(rows, decodeChunkSize, (slice) =>
          Effect.map(decode(slice), (events) => {
            decoded.push(...events)
          })
        )
        return decoded
      })
  const select = eventSelect(sql.literal(eventColumns), decodeEvents)
  const selectForFolding = eventSelect(sql.literal(foldedEventColumns), decodeFoldedEvents)
  const afterNumber = (after: number) => sql`e.sequence_number > ${after}`
  const whole = (after: number, limit: number) => select(afterNumber(after), limit)

  const at = Effect.fnUntraced(function* (numbers: ReadonlyArray<number>) {
    const events = []
    for (let from = 0; from < numbers.length; from += tailPageSize) {
      const page = numbers.slice(from, from + tailPageSize)
      events.push(...(yield* select(sql`e.sequence_number = ANY (${textArrayParameter(page)}::bigint[])`, page.length)))
    }
    return events
  })

  const tail = Effect.fnUntraced(function* (after: number, head: number) {
    const events = []
    for (let position = after; position < head; position += tailPageSize) {
      events.push(...(yield* whole(position, Math.min(tailPageSize, head - position))))
    }
    return events
  })

  const forFolding = (after: number, limit: number) => selectForFolding(afterNumber(after), limit)
  return { whole, at, forFolding, tail }
}

/** `EventStore.latest`. */
const latestSql = (sql: SqlClient.SqlClient): EventStore["Service"]["latest"] => {
  const serving = sql`(SELECT generation FROM log_head WHERE log = 'main')`
  return Effect.fn("EventStore.latest")(function* (entityIds, each, upTo) {
    const entries: Array<LatestEntry> = []
    yield* yieldingChunks([...new Set(entityIds)].sort(), entityChunkSize, (ids) =>
      sql`
        SELECT wanted.id AS "entityId", last.* FROM unnest(${textArrayParameter(ids)}::uuid[]) AS wanted (id), LATERAL (
          SELECT e.sequence_number::float8 AS "sequenceNumber", ${sql.literal(timestampColumn)},
            e.actor_name AS "actorName",
            coalesce(CASE WHEN a.transitive THEN a.description END, e.description) AS description
          FROM associations a JOIN events e USING (sequence_number)
          WHERE a.generation = ${serving} AND a.entity_id = wanted.id AND a.sequence_number <= ${upTo}
            AND e.status = 'applied'
          ORDER BY a.sequence_number DESC LIMIT ${each}
        ) AS last
        ORDER BY wanted.id, last."sequenceNumber" DESC`.pipe(
        Effect.flatMap(decodeLatest),
        Effect.andThen((decoded) => Effect.sync(() => void entries.push(...decoded)))
      )
    )
    return entries
  }, storageFault("EventStore.latest"))
}

/** The log on PostgreSQL or on the embedded database. */
export const layer = Layer.effect(
  EventStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const outcomes = sql.literal(outcomeColumns)
    const events = eventReads(sql)

    const selectHead = sql`
      SELECT epoch, sequence_number::float8 AS "sequenceNumber" FROM log_head WHERE log = 'main'`

    const [{ writer, mayNotify, ...first }] = yield* sql`
      SELECT epoch, sequence_number::float8 AS "sequenceNumber", gen_random_uuid() AS writer,
        ${sql.literal(NotifyPermission.mayNotifyColumn)}
      FROM log_head WHERE log = 'main'`.pipe(Effect.flatMap(decodeServerStart), storageFault("EventStore.open"))
    const headCheck = makeHeadCheck(first)
    yield* observed(logHead, () => ({ value: headCheck.highest() }))

    const keyedOutcomes = <E>(rows: Effect.Effect<ReadonlyArray<unknown>, E>) =>
      rows.pipe(
        Effect.flatMap(decodeOutcomes),
        Effect.map((found) => found.map(keyedOutcome))
      )

    const selectOutcomes = (keys: ReadonlyArray<OutcomeKey>) =>
      keyedOutcomes(sql`
        SELECT ${outcomes} FROM outcomes o JOIN unnest(
          ${textArrayParameter(keys.map((_) => _.actorId))}::uuid[],
          ${textArrayParameter(keys.map((_) => _.idempotencyKey))}::text[]
        ) AS k (actor_id, idempotency_key) USING (actor_id, idempotency_key)`)

    const headOf = Effect.fnUntraced(function* (operation: string, known: number, statement: typeof selectHead) {
      const atLeast = Math.max(known, headCheck.highest())
      const [head] = yield* Effect.flatMap(statement, decodeHead)
      return yield* headCheck.check(operation, head, atLeast)
    })

    const health = yield* WriteHealth.make(sql)
    const { append, appendWithin, lastAppended } = AppendSql.make({
      sql,
      server: { epoch: first.epoch, writer },
      headCheck,
      head: (known, options) =>
        headOf("EventStore.append", known, options?.lock === true ? sql`${selectHead} FOR UPDATE` : selectHead),
      tail: events.tail,
      outcomes: selectOutcomes,
      permission: yield* NotifyPermission.make(sql, mayNotify),
      health
    })

    const history = historySql(sql)

    return EventStore.of({
      writer,
      lastAppended,
      announceListening: announceListener(sql, writer).pipe(storageFault("EventStore.listen")),
      head: Effect.suspend(() => headOf("EventStore.head", 0, selectHead)).pipe(storageFault("EventStore.head")),
      takesWrites: health.takesWrites,
      append,
      appendWithin,
      associations: Effect.fn("EventStore.associations")(
        (after, upTo) => associationsBetween(sql, after, upTo).pipe(Effect.flatMap(decodeAssociations)),
        storageFault("EventStore.associations")
      ),
      restores: Effect.fn("EventStore.restores")(
        (after, upTo) => restoresBetween(sql, after, upTo).pipe(Effect.flatMap(decodeRestores)),
        storageFault("EventStore.restores")
      ),
      outcomes: Effect.fn("EventStore.outcomes")(
        (after, limit) => keyedOutcomes(outcomesAfter(sql, after, limit)),
        storageFault("EventStore.outcomes")
      ),
      read: (after, limit) => events.whole(after, limit).pipe(storageFault("EventStore.read")),
      at: Effect.fn("EventStore.at")(events.at, storageFault("EventStore.at")),
      readForFolding: (after, limit) => events.forFolding(after, limit).pipe(storageFault("EventStore.readForFolding")),
      page: history.page,
      history: history.ofEntity,
      latest: latestSql(sql),
      deletions: deletionsSql(sql)
    })
  })
)
