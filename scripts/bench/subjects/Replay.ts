import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { stateHash } from "../../../src/log/projection/CheckpointCodec.ts"
import { startOfLog } from "../../../src/log/projection/LogPosition.ts"
import * as Child from "../Child.ts"
import { generate } from "../Generate.ts"
import { requireValid } from "../InvalidRun.ts"
import { rawConnection, stores } from "../LogStores.ts"
import type { ReplayProcess } from "../replayProcess.ts"
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

const startProcess = Child.start<ReplayProcess>("The replay", new URL("../replayProcess.ts", import.meta.url))

export const replay: Subject = {
  name: "replay",
  about: "Folding the log from zero, against only reading it",
  measure: Effect.fnUntraced(function* (stage) {
    const upTo = stage.scale.quick ? 5_000 : 200_000
    const url = yield* stage.database("replay")
    const hash = yield* writeLog(url, upTo)
    const [replayed, raw] = [yield* startProcess, yield* startProcess]
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
        const perSecond = (milliseconds: number) => (upTo * 1_000) / milliseconds
        return { replay: perSecond(folded.milliseconds), raw: perSecond(read.milliseconds) }
      }),
      ({ replay, raw }) => `folded ${replay.toFixed(0)} events/s, read ${raw.toFixed(0)}`
    )
    return [
      table(
        `A log of ${upTo} events folded from zero`,
        "events/s",
        { replay: rounds.map(({ replay }) => replay), "raw reads": rounds.map(({ raw }) => raw) },
        [{ of: "replay", to: "raw reads", is: "at least", bound: 0.6 }]
      )
    ]
  })
}
