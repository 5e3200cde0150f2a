import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { observed } from "../../observability/Observed.ts"
import { storageFault } from "../../sql/StorageFault.ts"
import { logHead } from "../LogMetrics.ts"
import * as AppendSql from "./AppendSql.ts"
import { eventPages } from "./EventPages.ts"
import {
  decodeAssociations,
  decodeHead,
  decodeOutcomes,
  decodeServerStart,
  decodeStamps,
  keyedOutcome,
  outcomeColumns,
  textArrayParameter,
  timestampColumn
} from "./EventRows.ts"
import { EventStore, type OutcomeKey } from "./EventStore.ts"
import { historySql } from "./HistorySql.ts"
import { announceListener } from "./ListenerAnnouncement.ts"
import { associationsBetween, outcomesAfter, restoresBetween, retractedUpTo } from "./LogPages.ts"
import { makeHeadCheck } from "./LogWentBack.ts"
import * as NotifyPermission from "./NotifyPermission.ts"
import { provenanceWhere } from "./ProvenanceStoreSql.ts"
import * as WriteHealth from "./WriteHealth.ts"

/** `EventStore.stamps`. */
const stampsSql = (sql: SqlClient.SqlClient): EventStore["Service"]["stamps"] =>
  Effect.fn("EventStore.stamps")(
    (sequenceNumbers) =>
      sql`
        SELECT e.sequence_number::float8 AS "sequenceNumber", ${sql.literal(timestampColumn)}, e.actor_id AS "actorId",
          e.actor_name AS "actorName"
        FROM events e WHERE e.sequence_number = ANY (${textArrayParameter(sequenceNumbers)}::bigint[])`.pipe(
        Effect.flatMap(decodeStamps)
      ),
    storageFault("EventStore.stamps")
  )

/** The log on PostgreSQL or on the embedded database. */
export const layer = Layer.effect(
  EventStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const outcomes = sql.literal(outcomeColumns)
    const events = eventPages(sql)

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
      provenance: (after) => provenanceWhere(sql, sql`sequence_number > ${after}`),
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
        (after, upTo) => restoresBetween(sql, after, upTo),
        storageFault("EventStore.restores")
      ),
      retracted: (upTo) => retractedUpTo(sql, upTo).pipe(storageFault("EventStore.retracted")),
      outcomes: Effect.fn("EventStore.outcomes")(
        (after, limit) => keyedOutcomes(outcomesAfter(sql, after, limit)),
        storageFault("EventStore.outcomes")
      ),
      read: (after, limit) => events.bare(after, limit).pipe(storageFault("EventStore.read")),
      readWithEffects: (after, limit) => events.whole(after, limit).pipe(storageFault("EventStore.readWithEffects")),
      at: Effect.fn("EventStore.at")(events.at, storageFault("EventStore.at")),
      readForFolding: (after, limit) => events.forFolding(after, limit).pipe(storageFault("EventStore.readForFolding")),
      page: history.page,
      history: history.ofEntity,
      stamps: stampsSql(sql)
    })
  })
)
