import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { stateHash } from "../../../src/log/projection/CheckpointCodec.ts"
import { startOfLog } from "../../../src/log/projection/LogPosition.ts"
import { defaultPageSize } from "../../../src/log/projection/Replay.ts"
import * as Child from "../Child.ts"
import { generate } from "../Generate.ts"
import { requireValid } from "../InvalidRun.ts"
import { rawConnection, stores } from "../LogStores.ts"
import { type Reading, type ReplayProtocol, rawPageSize } from "../replay/ReplayProtocol.ts"
import { inRounds, type Subject, table } from "../Subject.ts"

/** Writes the log, and does the maintenance that PostgreSQL would otherwise do in the background of a round. */
const writeLog = Effect.fnUntraced(function* (url: string, events: number) {
  const { state } = yield* Effect.provide(generate(startOfLog, events), stores(url))
  yield* Effect.provide(
    SqlClient.SqlClient.use((sql) => Effect.andThen(sql.unsafe("VACUUM (ANALYZE)"), sql.unsafe("CHECKPOINT"))),
    rawConnection(url)
  )
  return stateHash(state)
}, Effect.orDie)

/** Starts a process with the server's options of Node, above all its size of the young generation. */
const startProcess = (name: string) =>
  Child.start<ReplayProtocol>(name, new URL("../replay/replayProcess.ts", import.meta.url))

const perSecond = ({ rows, milliseconds }: Reading): number => (rows * 1_000) / milliseconds

const progressLine = (reading: Reading): string =>
  `${perSecond(reading).toFixed(0)} events/s, ${((reading.processor * 1_000) / reading.rows).toFixed(2)} µs of processor each`

export const replay: Subject = {
  name: "replay",
  about: "Folding the log from zero, against only reading it",
  measure: Effect.fnUntraced(function* (stage) {
    const upTo = stage.scale.quick ? 5_000 : 200_000
    const url = yield* stage.database("replay")
    const hash = yield* writeLog(url, upTo)
    yield* stage.say(`${upTo} events written`)
    const [replayed, raw] = [yield* startProcess("The replay"), yield* startProcess("The raw reads")]
    const rounds = yield* inRounds(
      stage,
      "replay",
      Effect.fnUntraced(function* () {
        const folded = yield* replayed.ask("fold", { url, upTo })
        const read = yield* raw.ask("read", { url, upTo })
        yield* requireValid(folded.hash === hash, "The fold gives a different state than the one that was written.")
        yield* requireValid(
          folded.rows === upTo && read.rows === upTo,
          `Of ${upTo} events the fold has read ${folded.rows}, the raw reads ${read.rows}.`
        )
        return { folded, read }
      }),
      ({ folded, read }) => `folded ${progressLine(folded)}; read ${progressLine(read)}`
    )
    return [
      table(
        `A log of ${upTo} events folded from zero, in pages of ${defaultPageSize}; raw in pages of ${rawPageSize}`,
        "events/s",
        {
          replay: rounds.map(({ folded }) => perSecond(folded)),
          "raw reads": rounds.map(({ read }) => perSecond(read))
        },
        [{ of: "replay", to: "raw reads", is: "at least", bound: 0.6 }]
      )
    ]
  })
}
