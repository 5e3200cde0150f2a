import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { stateHash } from "../../../src/log/projection/CheckpointCodec.ts"
import { startOfLog } from "../../../src/log/projection/LogPosition.ts"
import { replay as fold } from "../../../src/log/projection/Replay.ts"
import { eventColumns } from "../../../src/log/store/EventRows.ts"
import { EventStore } from "../../../src/log/store/EventStore.ts"
import { rawConnection, stores } from "../Databases.ts"
import { generate } from "../Generate.ts"
import { atLeast, compared, inRounds, type Subject } from "../Subject.ts"
import { requireValid } from "../Validity.ts"

/** Events in a page of the raw reads: more than in a page of the replay, which makes the raw reads faster. */
const rawPageSize = 5_000

/** Writes the log, and does the maintenance that PostgreSQL would otherwise do in the background of a round. */
const writeLog = Effect.fnUntraced(function* (url: string, events: number) {
  const { state } = yield* Effect.provide(generate(startOfLog, events), stores(url))
  const maintain = SqlClient.SqlClient.use((sql) =>
    Effect.andThen(sql.unsafe("VACUUM (ANALYZE)"), sql.unsafe("CHECKPOINT"))
  )
  yield* Effect.provide(maintain, rawConnection(url))
  return stateHash(state)
}, Effect.orDie)

/** Folds the log from zero; gives the hash of the state, and events per second. */
const folded = Effect.fnUntraced(function* (upTo: number) {
  const { readForFolding: read } = yield* EventStore
  const begun = performance.now()
  const { state } = yield* fold({ read, start: startOfLog, upTo })
  return { perSecond: (upTo * 1_000) / (performance.now() - begun), hash: stateHash(state) }
}, Effect.orDie)

/** Reads all columns of the same rows through the driver. */
const read = Effect.fnUntraced(function* (upTo: number) {
  const sql = yield* SqlClient.SqlClient
  const columns = sql.literal(eventColumns)
  const begun = performance.now()
  for (let rows = 0; rows < upTo; rows += rawPageSize) {
    const { length } = yield* sql`
      SELECT ${columns} FROM events e WHERE e.sequence_number > ${rows}
      ORDER BY e.sequence_number LIMIT ${rawPageSize}`
    yield* requireValid(length === Math.min(rawPageSize, upTo - rows), `A page has ${length} rows.`)
  }
  return (upTo * 1_000) / (performance.now() - begun)
})

export const replay: Subject = {
  name: "replay",
  about: "Folding the log from zero, against only reading it",
  measure: Effect.fnUntraced(function* (stage) {
    const upTo = stage.scale.quick ? 5_000 : 200_000
    const url = yield* stage.database("replay")
    const hash = yield* writeLog(url, upTo)
    const rounds = yield* inRounds(
      stage,
      "replay",
      Effect.fnUntraced(function* () {
        const made = yield* Effect.provide(folded(upTo), stores(url))
        yield* requireValid(made.hash === hash, "The fold gives a different state than the one that was written.")
        const raw = yield* read(upTo).pipe(Effect.catchTag("SqlError", Effect.die), Effect.provide(rawConnection(url)))
        return { ours: made.perSecond, theirs: raw }
      })
    )
    return [compared(`A log of ${upTo} events folded from zero`, "events/s", "raw reads", rounds, atLeast(0.6))]
  })
}
