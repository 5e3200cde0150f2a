import { Effect } from "effect"
import * as Calls from "../../support/Calls.ts"
import * as Contender from "../contenders/Contender.ts"
import { mebibyte, peakBytes, peakOfChild, residentBytes } from "../ProcessFigures.ts"
import { atMost, inRounds, type RunContext, type Subject } from "../Subject.ts"
import { requireValid } from "../Validity.ts"

/** Twice the interval at which `IdleMemory` returns what was needed only to start, and a second. */
const settlingSeconds = 21

/** The memory of an idle server that has started with these settings. */
const idle = Effect.fnUntraced(function* (env: Readonly<Record<string, string>>, isQuick: boolean) {
  const { pid } = yield* Contender.service(env)
  yield* Effect.sleep(`${isQuick ? 1 : settlingSeconds} seconds`)
  return (yield* residentBytes(pid)) / mebibyte
}, Effect.scoped)

/** The memory from the first start in an empty folder to the sample's first deck: of the server and of the deck's process. */
const peak = Effect.fnUntraced(function* (env: Readonly<Record<string, string>>) {
  const server = yield* Contender.ours(env)
  const sample = yield* Contender.fetchFrom(server, "/api/admin/sample", {})
  const deck = yield* Contender.fetchFrom(server, `/api/teams/${JSON.parse(sample.body.toString()).teamId}/export`)
  const worker = yield* peakOfChild(server.pid, "deckWorker")
  yield* requireValid(deck.status === 200 && worker > 0, `The deck was answered ${deck.status}.`)
  return ((yield* peakBytes(server.pid)) + worker) / mebibyte
}, Effect.scoped)

const measured = Effect.fn("Memory.measured")(function* (stage: RunContext) {
  const { quick } = stage.scale
  // The first start, which is in the warm-up, creates the admin, which costs a hash.
  const onPostgres = { DATABASE_URL: yield* stage.database("memory") }
  const rounds = yield* inRounds(stage, "memory", () =>
    Effect.gen(function* () {
      const embedded = { DATA_DIR: yield* Calls.dataFolder }
      return {
        peak: yield* peak(embedded),
        embedded: yield* idle(embedded, quick),
        postgres: yield* idle(onPostgres, quick)
      }
    }).pipe(Effect.scoped)
  )
  const row = (title: string, of: "peak" | "embedded" | "postgres", bound: number) => {
    return { title, unit: "MiB", values: rounds.map((round) => round[of]), aim: atMost(bound) }
  }
  return [
    row("Memory, idle on PostgreSQL", "postgres", 150),
    row("Memory, idle on the embedded database", "embedded", 260),
    row("Memory, peak from the first start to a deck, server and deck's process", "peak", 420)
  ]
})

export const memory: Subject = {
  name: "memory",
  about: "The resident memory of a server: idle, and its peak from the first start to a deck",
  measure: measured
}
