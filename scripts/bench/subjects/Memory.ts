import { Effect } from "effect"
import * as Calls from "../../support/Calls.ts"
import * as Contender from "../contenders/Contender.ts"
import { requireValid } from "../InvalidRun.ts"
import { mebibyte, peakBytes, peakOfChild, residentBytes } from "../ProcessFigures.ts"
import { atMost, type RunContext, type Subject } from "../Subject.ts"

/** Twice the interval at which `IdleMemory` returns what was needed only to start, and a second. */
const settlingSeconds = 21

/** The memory of an idle server that has started with these settings. */
const idle = Effect.fnUntraced(function* (env: Readonly<Record<string, string>>, isQuick: boolean) {
  const { pid } = yield* Contender.service(env)
  yield* Effect.sleep(`${isQuick ? 1 : settlingSeconds} seconds`)
  return (yield* residentBytes(pid)) / mebibyte
}, Effect.scoped)

/** Loads the sample strategy, and exports the deck of its first team. */
const loadSampleAndExport = Effect.fnUntraced(function* (server: Contender.Contender) {
  const { body } = yield* Contender.fetchFrom(server, "/api/admin/sample", {})
  const deck = yield* Contender.fetchFrom(server, `/api/teams/${JSON.parse(body.toString()).teamId}/export`)
  yield* requireValid(deck.status === 200, `The deck was answered ${deck.status}.`)
})

/** The memory from the first start in an empty folder to the sample's deck: of the server and of the deck's process. */
const peak = Effect.fnUntraced(function* (env: Readonly<Record<string, string>>) {
  const server = yield* Contender.ours(env)
  yield* loadSampleAndExport(server)
  const worker = yield* peakOfChild(server.pid, "deckWorker")
  yield* requireValid(worker > 0, "The server has started no deck worker.")
  return ((yield* peakBytes(server.pid)) + worker) / mebibyte
}, Effect.scoped)

const measured = Effect.fn("Memory.measured")(function* ({ scale, database, say }: RunContext) {
  const onPostgres = { DATABASE_URL: yield* database("memory") }
  // The first start creates the admin, which costs a hash; later starts do not.
  yield* Effect.scoped(Contender.service(onPostgres))
  const rounds = yield* Effect.forEach(
    Array.from({ length: scale.rounds }),
    Effect.fnUntraced(function* () {
      const embedded = { DATA_DIR: yield* Calls.dataFolder }
      const figures = {
        peak: yield* peak(embedded),
        embedded: yield* idle(embedded, scale.quick),
        postgres: yield* idle(onPostgres, scale.quick)
      }
      yield* say(`memory: ${JSON.stringify(figures)}`)
      return figures
    }, Effect.scoped)
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
