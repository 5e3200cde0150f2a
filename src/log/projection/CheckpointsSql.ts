import { PgTypes } from "@effect/sql-pg"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { SequenceNumber } from "../../domain/entities/Ids.ts"
import { rowDecoder } from "../../sql/RowDecoder.ts"
import { storageFault } from "../../sql/StorageFault.ts"
import type { Checkpoint } from "../store/Checkpoint.ts"
import { textArrayParameter } from "../store/EventRows.ts"
import { Checkpoints, encode, makeNewest } from "./Checkpoints.ts"
import { checkpointsToDelete, maxNewest } from "./CheckpointThinning.ts"
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

/** How many checkpoints are considered when one is saved: more than enough to have the one before each that may go. */
const thinnedOut = 3 * maxNewest

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

    const newestNumbers = (limit: number | null) =>
      sql`
        SELECT sequence_number::float8 AS "sequenceNumber" FROM checkpoints
        WHERE generation = ${serving} ORDER BY sequence_number DESC LIMIT ${limit}`.pipe(
        Effect.flatMap(decodeList),
        Effect.map((rows) => rows.map(({ sequenceNumber }) => sequenceNumber))
      )

    const list = newestNumbers(null).pipe(storageFault("Checkpoints.list"))

    const select = Effect.fnUntraced(function* (sequenceNumber: Statement.Fragment) {
      const rows = yield* sql`
        SELECT c.sequence_number::float8 AS "sequenceNumber", c.version, c.event_hash AS "eventHash",
          c.state_hash AS "stateHash", p.content
        FROM checkpoints c JOIN checkpoint_parts p USING (generation, sequence_number)
        WHERE generation = ${serving} AND sequence_number = ${sequenceNumber} ORDER BY p.part`
      const [first, ...rest] = yield* decodeRows(rows)
      if (first === undefined) return Option.none()
      const { content, ...checkpoint } = first
      return Option.some({ ...checkpoint, parts: [content, ...rest.map((row) => row.content)] })
    })

    const find = Effect.fn("Checkpoints.find")(
      (sequenceNumber: number) => select(sql`${sequenceNumber}`),
      storageFault("Checkpoints.find")
    )

    const newestEncoded = (atOrBefore: number) =>
      select(sql`(
        SELECT max(sequence_number) FROM checkpoints WHERE generation = ${serving} AND sequence_number <= ${atOrBefore}
      )`).pipe(storageFault("Checkpoints.newest"))

    /** Thins out the newest checkpoints, and says whether any was deleted. */
    const thinOutNewest = Effect.gen(function* () {
      const numbers = yield* newestNumbers(thinnedOut)
      const gone = checkpointsToDelete(numbers)
      if (gone.length === 0) return false
      yield* sql`
        DELETE FROM checkpoints
        WHERE generation = ${serving} AND sequence_number = ANY (${textArrayParameter(gone)}::bigint[])`
      return true
    })

    /** After a rebuild beside many writes there are more than usual. Those that are older were thinned out before. */
    const thinOut = Effect.repeat(thinOutNewest, { while: (anyGone) => anyGone })

    const save = Effect.fn("Checkpoints.save")(function* (position: LogPosition) {
      const checkpoint = yield* encode(position)
      yield* sql.withTransaction(insertCheckpoint(sql, serving, checkpoint))
      yield* thinOut
    }, storageFault("Checkpoints.save"))

    return Checkpoints.of({ save, newest: makeNewest(newestEncoded), list, find })
  })
)
