import { PgTypes } from "@effect/sql-pg"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { SequenceNumber } from "../../domain/entities/Ids.ts"
import { rowDecoder } from "../../sql/RowDecoder.ts"
import { storageFault } from "../../sql/StorageFault.ts"
import type { Checkpoint } from "../store/Checkpoint.ts"
import { textArrayParameter } from "../store/EventRows.ts"
import { Checkpoints, checkpointsToDelete, encode, makeNewest } from "./Checkpoints.ts"
import type { LogPosition } from "./LogPosition.ts"

const decodeList = rowDecoder(Schema.Array(Schema.Struct({ sequenceNumber: SequenceNumber })))

const decodeRows = rowDecoder(
  Schema.Array(
    Schema.Struct({
      sequenceNumber: SequenceNumber,
      version: Schema.Int,
      eventHash: Schema.String,
      stateHash: Schema.String,
      content: Schema.Uint8Array
    })
  )
)

/** To be run in a transaction. Does nothing when there is a checkpoint at this sequence number. */
export const insertCheckpoint = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  generation: Statement.Fragment | number,
  { sequenceNumber, version, eventHash, stateHash, parts }: Checkpoint
) {
  const inserted = yield* sql`
    INSERT INTO checkpoints (generation, sequence_number, version, event_hash, state_hash)
    VALUES (${generation}, ${sequenceNumber}, ${version}, ${eventHash}, ${stateHash})
    ON CONFLICT DO NOTHING RETURNING generation`
  if (inserted.length === 0) return
  for (const [part, content] of parts.entries()) {
    yield* sql`
      INSERT INTO checkpoint_parts (generation, sequence_number, part, content)
      VALUES (${generation}, ${sequenceNumber}, ${part}, ${PgTypes.bytea(content)})`
  }
})

/** Checkpoints on PostgreSQL, in the generation that the log's head names as the serving one. */
export const layer = Layer.effect(
  Checkpoints,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const serving = sql`(SELECT generation FROM log_head WHERE log = 'main')`

    const list = sql`
      SELECT sequence_number::float8 AS "sequenceNumber" FROM checkpoints
      WHERE generation = ${serving} ORDER BY sequence_number DESC`.pipe(
      Effect.flatMap(decodeList),
      Effect.map((rows) => rows.map(({ sequenceNumber }) => sequenceNumber)),
      storageFault("Checkpoints.list")
    )

    const find = Effect.fn("Checkpoints.find")(function* (sequenceNumber: number) {
      const rows = yield* sql`
        SELECT c.sequence_number::float8 AS "sequenceNumber", c.version, c.event_hash AS "eventHash",
          c.state_hash AS "stateHash", p.content
        FROM checkpoints c JOIN checkpoint_parts p USING (generation, sequence_number)
        WHERE generation = ${serving} AND sequence_number = ${sequenceNumber} ORDER BY p.part`
      const [first, ...rest] = yield* decodeRows(rows)
      if (first === undefined) return Option.none()
      const { content, ...checkpoint } = first
      return Option.some({ ...checkpoint, parts: [content, ...rest.map((row) => row.content)] })
    }, storageFault("Checkpoints.find"))

    const save = Effect.fn("Checkpoints.save")(function* (position: LogPosition) {
      const checkpoint = yield* encode(position)
      yield* sql.withTransaction(insertCheckpoint(sql, serving, checkpoint))
      const gone = checkpointsToDelete(yield* list)
      if (gone.length === 0) return
      yield* sql`
        DELETE FROM checkpoints
        WHERE generation = ${serving} AND sequence_number = ANY (${textArrayParameter(gone)}::bigint[])`
    }, storageFault("Checkpoints.save"))

    return Checkpoints.of({ save, newest: makeNewest(list, find), list, find })
  })
)
