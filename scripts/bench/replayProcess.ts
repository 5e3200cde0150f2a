// Imported first, as in the server: schemas that are used before it stay interpreted.
import "effect/schema/SchemaJITCompiler/enable"
import { Effect, type Layer } from "effect"
import { SqlClient } from "effect/sql"
import { stateHash } from "../../src/log/projection/CheckpointCodec.ts"
import { startOfLog } from "../../src/log/projection/LogPosition.ts"
import { replay } from "../../src/log/projection/Replay.ts"
import { eventColumns } from "../../src/log/store/EventRows.ts"
import { EventStore } from "../../src/log/store/EventStore.ts"
import * as Telemetry from "../../src/observability/Telemetry.ts"
import { rawConnection, stores } from "./LogStores.ts"
import { answer, now } from "./ProtocolServer.ts"

interface Log {
  readonly url: string
  readonly upTo: number
}

/** Events in a page of the raw reads: more than in a page of the replay, which makes the raw reads faster. */
const rawPageSize = 5_000

const fold = Effect.fnUntraced(function* (upTo: number) {
  const store = yield* EventStore
  let rows = 0
  const counting: typeof store.readForFolding = (after, limit) =>
    Effect.tap(store.readForFolding(after, limit), ({ length }) =>
      Effect.sync(() => {
        rows += length
      })
    )
  const begun = now()
  const { state } = yield* replay({
    store: { restores: store.restores, read: counting },
    start: startOfLog,
    upTo,
    earlierPosition: () => Effect.succeed(startOfLog)
  })
  return { rows, milliseconds: now() - begun, hash: stateHash(state) }
})

const read = Effect.fnUntraced(function* (upTo: number) {
  const sql = yield* SqlClient.SqlClient
  const columns = sql.literal(eventColumns)
  let rows = 0
  const begun = now()
  while (rows < upTo) {
    const { length } = yield* sql`
      SELECT ${columns} FROM events e WHERE e.sequence_number > ${rows}
      ORDER BY e.sequence_number LIMIT ${rawPageSize}`
    if (length === 0) break
    rows += length
  }
  return { rows, milliseconds: now() - begun }
})

/** Opens the log, works on it, and closes it. */
const on =
  <A, E, R>(work: (upTo: number) => Effect.Effect<A, E, R>, layer: (url: string) => Layer.Layer<R>) =>
  ({ url, upTo }: Log): Promise<A> =>
    Effect.runPromise(work(upTo).pipe(Effect.provide(layer(url)), Effect.provide(Telemetry.untraced)))

/** A process does only one of the two, so that neither meets the other's garbage and compiled code. */
const methods = {
  /** Folds the log from zero up to a sequence number. */
  fold: on(fold, stores),
  /** Reads all columns of the same rows through the driver. */
  read: on(read, rawConnection)
}
export type ReplayProcess = typeof methods

answer(methods)
