import { PgTypes } from "@effect/sql-pg"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { SequenceNumber } from "../../domain/entities/Ids.ts"
import { storageFault } from "../../sql/StorageFault.ts"
import { textArray } from "../store/EventRows.ts"
import type { Checkpoint } from "./CheckpointCode.ts"
import { Checkpoints, encode, newestOf, superfluous } from "./Checkpoints.ts"
import type { LogPosition } from "./LogPosition.ts"

const decodeList = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ sequenceNumber: SequenceNumber })))

const decodeRows = Schema.decodeUnknownEffect(
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

/** Within a transaction. One that is kept stays as it is. */
export const insertCheckpoint = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  generation: Statement.Fragment | number,
  { sequenceNumber, version, eventHash, stateHash, parts }: Checkpoint
) {
  const made = yield* sql`
    INSERT INTO checkpoints (generation, sequence_number, version, event_hash, state_hash)
    VALUES (${generation}, ${sequenceNumber}, ${version}, ${eventHash}, ${stateHash})
    ON CONFLICT DO NOTHING RETURNING generation`
  if (made.length === 0) return
  for (const [part, content] of parts.entries()) {
    yield* sql`
      INSERT INTO checkpoint_parts (generation, sequence_number, part, content)
      VALUES (${generation}, ${sequenceNumber}, ${part}, ${PgTypes.bytea(content)})`
  }
})

/** Checkpoints on PostgreSQL, in the generation of derived history that the log's head says is the serving one. */
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
      Effect.catchTag("SchemaError", Effect.die),
      storageFault("Checkpoints.list")
    )

    const find = Effect.fn("Checkpoints.find")(
      function* (sequenceNumber: number) {
        const rows = yield* sql`
          SELECT c.sequence_number::float8 AS "sequenceNumber", c.version, c.event_hash AS "eventHash",
            c.state_hash AS "stateHash", p.content
          FROM checkpoints c JOIN checkpoint_parts p USING (generation, sequence_number)
          WHERE generation = ${serving} AND sequence_number = ${sequenceNumber} ORDER BY p.part`
        const [first, ...rest] = yield* decodeRows(rows)
        if (first === undefined) return Option.none()
        const { content, ...checkpoint } = first
        return Option.some({ ...checkpoint, parts: [content, ...rest.map((row) => row.content)] })
      },
      Effect.catchTag("SchemaError", Effect.die),
      storageFault("Checkpoints.find")
    )

    const save = Effect.fn("Checkpoints.save")(function* (moment: LogPosition) {
      const checkpoint = yield* encode(moment)
      yield* sql.withTransaction(insertCheckpoint(sql, serving, checkpoint))
      const gone = superfluous(yield* list)
      if (gone.length === 0) return
      yield* sql`
        DELETE FROM checkpoints
        WHERE generation = ${serving} AND sequence_number = ANY (${textArray(gone)}::bigint[])`
    }, storageFault("Checkpoints.save"))

    return Checkpoints.of({ save, newest: newestOf(list, find), list, find })
  })
)
