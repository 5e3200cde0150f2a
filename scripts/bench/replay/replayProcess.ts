// Imported first, as in the server: schemas that are used before it stay interpreted.
import "effect/schema/SchemaJITCompiler/enable"
import { Effect, type Layer } from "effect"
import { SqlClient } from "effect/sql"
import { stateHash } from "../../../src/log/projection/CheckpointCodec.ts"
import { startOfLog } from "../../../src/log/projection/LogPosition.ts"
import { replay } from "../../../src/log/projection/Replay.ts"
import { eventColumns } from "../../../src/log/store/EventRows.ts"
import { EventStore } from "../../../src/log/store/EventStore.ts"
import * as Telemetry from "../../../src/observability/Telemetry.ts"
import { rawConnection, stores } from "../LogStores.ts"
import { answer, now, processorTime } from "../ProtocolServer.ts"
import { type ReplayProtocol, rawPageSize } from "./ReplayProtocol.ts"

/** Starts measuring; returns a function that ends it and gives the times. */
const stopwatch = () => {
  const [begun, processor] = [now(), processorTime()]
  return () => ({ milliseconds: now() - begun, processor: processorTime() - processor })
}

const fold = Effect.fnUntraced(function* (upTo: number) {
  const store = yield* EventStore
  let rows = 0
  const counting: typeof store.readForFolding = (after, limit) =>
    Effect.tap(store.readForFolding(after, limit), ({ length }) =>
      Effect.sync(() => {
        rows += length
      })
    )
  const stop = stopwatch()
  const { state } = yield* replay({
    store: { restores: store.restores, read: counting },
    start: startOfLog,
    upTo,
    earlierPosition: () => Effect.succeed(startOfLog)
  })
  return { rows, ...stop(), hash: stateHash(state) }
})

const read = Effect.fnUntraced(function* (upTo: number) {
  const sql = yield* SqlClient.SqlClient
  const columns = sql.literal(eventColumns)
  let rows = 0
  const stop = stopwatch()
  while (rows < upTo) {
    const { length } = yield* sql`
      SELECT ${columns} FROM events e WHERE e.sequence_number > ${rows}
      ORDER BY e.sequence_number LIMIT ${rawPageSize}`
    if (length === 0) break
    rows += length
  }
  return { rows, ...stop() }
})

/** Opens the log, works on it, and closes it. */
const on =
  <A, E, R>(work: (upTo: number) => Effect.Effect<A, E, R>, layer: (url: string) => Layer.Layer<R>) =>
  ({ url, upTo }: { readonly url: string; readonly upTo: number }): Promise<A> =>
    Effect.runPromise(work(upTo).pipe(Effect.provide(layer(url)), Effect.provide(Telemetry.untraced)))

answer<ReplayProtocol>({ fold: on(fold, stores), read: on(read, rawConnection) })
