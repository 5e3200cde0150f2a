import { Effect } from "effect"
import * as Start from "../contenders/Start.ts"
import { requireValid } from "../InvalidRun.ts"
import { spread } from "../Spread.ts"
import { inRounds, type Subject, table, valuesOf } from "../Subject.ts"
import { startReaders } from "../streams/Readers.ts"
import { makeTeam, numbers } from "../Team.ts"
import * as Writer from "../Writer.ts"

const editsPerSecond = 20

/** The times from each write to its arrival at each client; fails unless every client has received each write once. */
const timesOf = Effect.fnUntraced(function* (
  writes: ReadonlyArray<Writer.Write>,
  arrivals: ReadonlyArray<readonly [sequenceNumber: number, at: number]>,
  clients: number
) {
  const bySequence = Map.groupBy(arrivals, ([sequenceNumber]) => sequenceNumber)
  const isComplete = writes.every(({ sequenceNumber }) => bySequence.get(sequenceNumber)?.length === clients)
  yield* requireValid(isComplete, `Not every one of ${writes.length} writes arrived once at ${clients} clients.`)
  return spread(
    writes.flatMap(({ sequenceNumber, sentAt }) => (bySequence.get(sequenceNumber) ?? []).map(([, at]) => at - sentAt))
  )
})

/** From a request sent, over its commit, to the change at the clients of the same server, whose streams are all open. */
export const delivery: Subject = {
  name: "delivery",
  about: "The time from a write to its arrival at another client's event stream, with one client and with many",
  measure: Effect.fn("Delivery.measure")(function* (stage) {
    const many = stage.scale.quick ? 20 : 200
    const ours = yield* Start.ours(yield* stage.database("delivery"))
    const { principleIds } = yield* makeTeam(ours, "Delivery", { principles: 1, objectives: 0 })
    const tokens = yield* Writer.viewers(ours, many)
    const edits = (label: string) =>
      Effect.forEach(
        numbers(stage.scale.seconds * editsPerSecond),
        (n) =>
          Writer.write(ours, "update_principle_title", { title: `${label}, edit ${n}` }, principleIds[0]).pipe(
            Effect.delay((n * 1_000) / editsPerSecond)
          ),
        { concurrency: "unbounded" }
      )
    const delivered = Effect.fnUntraced(function* (clients: number, round: number) {
      const readers = yield* startReaders
      yield* readers.ask("open", { url: ours.url, tokens: tokens.slice(0, clients) })
      yield* readers.ask("keepArrivals")
      const writes = yield* edits(`Round ${round} with ${clients}`)
      return yield* timesOf(writes, yield* readers.ask("arrivals", writes.length * clients), clients)
    }, Effect.scoped)
    const name = (clients: number) => `clients connected: ${clients}`
    const rounds = yield* inRounds(
      stage,
      "delivery",
      Effect.fnUntraced(function* (round) {
        const [alone, all] = [yield* delivered(1, round), yield* delivered(many, round)]
        const both = (of: "median" | "p99") => ({ [name(1)]: alone[of], [name(many)]: all[of] })
        return { p50: both("median"), p99: both("p99") }
      })
    )
    const title = "From a write to its arrival at another client's event stream"
    return [
      table(`${title}, p50`, "ms", valuesOf(rounds.map(({ p50 }) => p50)), [
        { of: name(many), to: name(1), is: "at most" }
      ]),
      table(`${title}, p99`, "ms", valuesOf(rounds.map(({ p99 }) => p99)), [
        { of: name(many), is: "at most", bound: 100 }
      ])
    ]
  })
}
