import { Effect, Layer, type Schema } from "effect"
import { SqlClient, type SqlError, type Statement } from "effect/sql"
import { StorageError } from "../domain/StorageError.ts"
import { observed } from "../observability/Observed.ts"
import { isUnavailable, outcomeUnknown, refusedForContent, storageFault } from "../sql/StorageFault.ts"
import {
  decodeAssociations,
  decodeEvents,
  decodeFolds,
  decodeHead,
  decodeLatest,
  decodeOpened,
  decodeOutcomes,
  decodeTargets,
  eventColumns,
  foldColumns,
  keyedOutcome,
  outcomeColumns,
  textArray,
  timestampColumn
} from "./EventRows.ts"
import {
  type Addition,
  AppendRefused,
  AppendUnknown,
  EventStore,
  type LatestEntry,
  type OutcomeKey,
  type Since
} from "./EventStore.ts"
import { historySql } from "./HistorySql.ts"
import { insertAddition } from "./InsertAddition.ts"
import { logHead } from "./LogMetrics.ts"
import { watch } from "./LogWentBack.ts"
import { announce } from "./OnlyListener.ts"
import { inSlices } from "./Slices.ts"

/** How many events are read at a time where the caller sets no limit. */
const pageSize = 5_000

/** A page takes tens of milliseconds to decode; others wait for the event loop. */
const decodedAtOnce = 250

/** The embedded database works on the event loop: others have a turn after so many entities. */
const entitiesAtOnce = 10

const nothing: Since = { events: [], outcomes: [] }

const isEmpty = ({ events, outcomes }: Addition): boolean => events.length === 0 && outcomes.length === 0

/** A failed append: certainly nothing written and worth another try, refused for its content, or not known. */
const appendFault = (cause: SqlError.SqlError): StorageError | AppendRefused | AppendUnknown => {
  if (outcomeUnknown(cause)) return new AppendUnknown({ cause })
  if (refusedForContent(cause)) return new AppendRefused({ cause })
  return new StorageError({ operation: "EventStore.append", unavailable: isUnavailable(cause), cause })
}

/** The log on PostgreSQL, or on anything that speaks its protocol and dialect. */
export const layer = Layer.effect(
  EventStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const events = sql.literal(eventColumns)
    const answers = sql.literal(outcomeColumns)

    const serving = sql`(SELECT generation FROM log_head WHERE log = 'main')`

    const selectHead = sql`
      SELECT epoch, sequence_number::float8 AS "sequenceNumber" FROM log_head WHERE log = 'main'`

    const [{ writer, ...first }] = yield* sql`
      SELECT epoch, sequence_number::float8 AS "sequenceNumber", gen_random_uuid() AS writer
      FROM log_head WHERE log = 'main'`.pipe(
      Effect.flatMap(decodeOpened),
      Effect.catchTag("SchemaError", Effect.die),
      storageFault("EventStore.open")
    )
    const log = watch(first)
    const self = { epoch: first.epoch, writer }
    yield* observed(logHead, () => ({ value: log.highest() }))
    let written = 0

    const selecting = <A>(
      columns: Statement.Fragment,
      decode: (rows: ReadonlyArray<unknown>) => Effect.Effect<ReadonlyArray<A>, Schema.SchemaError>
    ) =>
      Effect.fnUntraced(
        function* (after: number, limit: number) {
          const rows = yield* sql`
            SELECT ${columns} FROM events e WHERE e.sequence_number > ${after} ORDER BY e.sequence_number LIMIT ${limit}`
          const decoded: Array<A> = []
          yield* inSlices(rows, decodedAtOnce, (slice) =>
            Effect.map(decode(slice), (events) => {
              decoded.push(...events)
            })
          )
          return decoded
        },
        Effect.catchTag("SchemaError", Effect.die)
      )
    const selectEvents = selecting(events, decodeEvents)
    const selectFolds = selecting(sql.literal(foldColumns), decodeFolds)

    const selectTail = Effect.fnUntraced(function* (after: number, head: number) {
      const tail = []
      for (let position = after; position < head; position += pageSize) {
        tail.push(...(yield* selectEvents(position, Math.min(pageSize, head - position))))
      }
      return tail
    })

    const keyedOutcomes = <E>(rows: Effect.Effect<ReadonlyArray<unknown>, E>) =>
      rows.pipe(
        Effect.flatMap(decodeOutcomes),
        Effect.map((found) => found.map(keyedOutcome)),
        Effect.catchTag("SchemaError", Effect.die)
      )

    const selectOutcomes = (keys: ReadonlyArray<OutcomeKey>) =>
      keyedOutcomes(sql`
        SELECT ${answers} FROM outcomes o JOIN unnest(
          ${textArray(keys.map((_) => _.actorId))}::uuid[],
          ${textArray(keys.map((_) => _.idempotencyKey))}::text[]
        ) AS k (actor_id, idempotency_key) USING (actor_id, idempotency_key)`)

    const headOf = Effect.fnUntraced(function* (operation: string, known: number, statement: typeof selectHead) {
      const atLeast = Math.max(known, log.highest())
      const [head] = yield* Effect.flatMap(statement, decodeHead).pipe(Effect.catchTag("SchemaError", Effect.die))
      return yield* log.check(operation, head, atLeast)
    })

    /** Right when nobody else wrote and no key was seen before; otherwise it has written nothing. */
    const appendAtKnown = Effect.fnUntraced(function* <A extends Addition>(
      known: number,
      plan: (since: Since) => A
    ): Effect.fn.Return<A | undefined, SqlError.SqlError | StorageError> {
      const addition = plan(nothing)
      if (isEmpty(addition)) {
        return (yield* headOf("EventStore.append", known, selectHead)).sequenceNumber === known ? addition : undefined
      }
      const moved = yield* insertAddition(sql, self, known, addition).pipe(
        Effect.catchIf(
          (error) => error.reason._tag === "UniqueViolation",
          () => Effect.succeed([])
        )
      )
      if (moved.length !== 1) return undefined
      written = known + addition.events.length
      log.grown(written)
      return addition
    })

    const appendUnderLock = <A extends Addition>(
      known: number,
      keys: ReadonlyArray<OutcomeKey>,
      plan: (since: Since) => A
    ) =>
      Effect.gen(function* () {
        const head = (yield* headOf("EventStore.append", known, sql`${selectHead} FOR UPDATE`)).sequenceNumber
        const addition = plan({
          events: yield* selectTail(known, head),
          outcomes: keys.length === 0 ? [] : yield* selectOutcomes(keys)
        })
        if (!isEmpty(addition)) yield* insertAddition(sql, self, head, addition)
        return { addition, end: head + addition.events.length }
      }).pipe(
        sql.withTransaction,
        Effect.map(({ addition, end }) => {
          written = end
          log.grown(end)
          return addition
        })
      )

    const append = Effect.fnUntraced(
      function* <A extends Addition>(known: number, keys: ReadonlyArray<OutcomeKey>, plan: (since: Since) => A) {
        yield* log.isSame("EventStore.append")
        return (yield* appendAtKnown(known, plan)) ?? (yield* appendUnderLock(known, keys, plan))
      },
      Effect.mapError((error) => (error._tag === "SqlError" ? appendFault(error) : error))
    )

    const history = historySql(sql)

    return EventStore.of({
      writer,
      written: () => written,
      listen: announce(sql, writer).pipe(storageFault("EventStore.listen")),
      head: Effect.suspend(() => headOf("EventStore.head", 0, selectHead)).pipe(storageFault("EventStore.head")),
      append,
      associations: Effect.fn("EventStore.associations")(
        (after, upTo) =>
          sql`
            SELECT entity_id AS "entityId", entity_type AS "entityType", transitive, description,
              sequence_number::float8 AS "sequenceNumber"
            FROM associations
            WHERE generation = ${serving} AND sequence_number > ${after} AND sequence_number <= ${upTo}
            ORDER BY associations.sequence_number, entity_id`.pipe(
            Effect.flatMap(decodeAssociations),
            Effect.catchTag("SchemaError", Effect.die)
          ),
        storageFault("EventStore.associations")
      ),
      restores: Effect.fn("EventStore.restores")(
        (after, upTo) =>
          sql`
            SELECT (data ->> 'sequenceNumber')::float8 AS target FROM events
            WHERE event_type = 'restore_history' AND status = 'applied'
              AND sequence_number > ${after} AND sequence_number <= ${upTo}`.pipe(
            Effect.flatMap(decodeTargets),
            Effect.map((rows) => rows.map(({ target }) => target)),
            Effect.catchTag("SchemaError", Effect.die)
          ),
        storageFault("EventStore.restores")
      ),
      outcomes: Effect.fn("EventStore.outcomes")(
        (after, limit) =>
          keyedOutcomes(sql`
            SELECT ${answers} FROM outcomes o
            WHERE ${after?.actorId ?? null}::uuid IS NULL
              OR (o.actor_id, o.idempotency_key COLLATE "C") >
                (${after?.actorId ?? null}::uuid, ${after?.idempotencyKey ?? null}::text)
            ORDER BY o.actor_id, o.idempotency_key COLLATE "C" LIMIT ${limit}`),
        storageFault("EventStore.outcomes")
      ),
      read: (after, limit) => selectEvents(after, limit).pipe(storageFault("EventStore.read")),
      readFolds: (after, limit) => selectFolds(after, limit).pipe(storageFault("EventStore.readFolds")),
      page: history.page,
      history: history.ofEntity,
      latest: Effect.fn("EventStore.latest")(
        function* (entityIds, each, upTo) {
          const entries: Array<LatestEntry> = []
          yield* inSlices([...new Set(entityIds)].sort(), entitiesAtOnce, (ids) =>
            sql`
              SELECT wanted.id AS "entityId", last.* FROM unnest(${textArray(ids)}::uuid[]) AS wanted (id), LATERAL (
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
        },
        Effect.catchTag("SchemaError", Effect.die),
        storageFault("EventStore.latest")
      )
    })
  })
)
