import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { stateHash } from "../../../src/log/projection/CheckpointCodec.ts"
import { startOfLog } from "../../../src/log/projection/LogPosition.ts"
import * as Log from "../../../src/log/projection/Replay.ts"
import { eventColumns } from "../../../src/log/store/EventRows.ts"
import { EventStore } from "../../../src/log/store/EventStore.ts"
import { generate } from "../Generate.ts"
import { requireValid } from "../InvalidRun.ts"
import { rawConnection, stores } from "../LogStores.ts"
import { now } from "../ProtocolServer.ts"
import { inRounds, type Subject, table } from "../Subject.ts"

/** Events in a page of the raw reads. It is larger than a replay's page, which is to their advantage. */
const rawPageSize = 5_000

/** The number of rows read, in total and per second. */
interface Reading {
  readonly rows: number
  readonly perSecond: number
}

const reading = (rows: number, begun: number): Reading => ({ rows, perSecond: (rows * 1_000) / (now() - begun) })

/** Folds the log from zero; gives the rows read and the state's hash. */
export const folding = Effect.fnUntraced(function* (upTo: number) {
  const store = yield* EventStore
  let rows = 0
  const counting: typeof store.readForFolding = (after, limit) =>
    Effect.tap(store.readForFolding(after, limit), ({ length }) =>
      Effect.sync(() => {
        rows += length
      })
    )
  const begun = now()
  const { state } = yield* Log.replay({
    store: { restores: store.restores, read: counting },
    start: startOfLog,
    upTo,
    earlierPosition: () => Effect.succeed(startOfLog)
  }).pipe(Effect.orDie)
  const read = reading(rows, begun)
  return { ...read, hash: stateHash(state) }
})

/** Reads all columns of the same rows through the driver. */
const reads = Effect.fnUntraced(function* (upTo: number) {
  const sql = yield* SqlClient.SqlClient
  const columns = sql.literal(eventColumns)
  let rows = 0
  const begun = now()
  while (rows < upTo) {
    const { length } = yield* Effect.orDie(sql`
      SELECT ${columns} FROM events e WHERE e.sequence_number > ${rows}
      ORDER BY e.sequence_number LIMIT ${rawPageSize}`)
    if (length === 0) break
    rows += length
  }
  return reading(rows, begun)
})

export const replay: Subject = {
  name: "replay",
  about: "Folding the log from zero, against only reading it",
  measure: Effect.fnUntraced(function* (stage) {
    const events = stage.scale.quick ? 5_000 : 200_000
    const url = yield* stage.database("replay")
    const log = yield* Layer.build(stores(url))
    const client = yield* Layer.build(rawConnection(url))
    const live = yield* Effect.orDie(Effect.provideContext(generate(startOfLog, events), log))
    const hash = stateHash(live.state)
    yield* stage.say(`${events} events are written`)
    const rounds = yield* inRounds(
      stage,
      "replay",
      Effect.fnUntraced(function* () {
        const folded = yield* Effect.provideContext(folding(events), log)
        const read = yield* Effect.provideContext(reads(events), client)
        yield* requireValid(folded.hash === hash, "The fold gives a different state than the one that was written.")
        yield* requireValid(
          folded.rows === events && read.rows === events,
          `Of ${events} events the fold has read ${folded.rows}, the raw reads ${read.rows}.`
        )
        return { folded: folded.perSecond, read: read.perSecond }
      }),
      ({ folded, read }) => `folded ${folded.toFixed(0)} events/s, read ${read.toFixed(0)} events/s`
    )
    return [
      table(
        `A log of ${events} events folded from zero, in pages of ${Log.defaultPageSize}; raw in pages of ${rawPageSize}`,
        "events/s",
        { replay: rounds.map(({ folded }) => folded), "raw reads": rounds.map(({ read }) => read) },
        [{ of: "replay", to: "raw reads", is: "at least", bound: 0.6 }]
      )
    ]
  })
}
