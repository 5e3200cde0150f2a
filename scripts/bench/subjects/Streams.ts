import { setTimeout as sleep } from "node:timers/promises"
import { Effect } from "effect"
import * as Contender from "../contenders/Contender.ts"
import { EventStreams } from "../load/EventStreams.ts"
import * as Load from "../load/Load.ts"
import { spread } from "../Spread.ts"
import { atLeast, atMost, compared, inRounds, type RunContext, type Subject } from "../Subject.ts"
import { makePrinciples } from "../Team.ts"
import { requireValid, trying } from "../Validity.ts"
import * as Writer from "../Writer.ts"

/** The number of edits that are sent at once, and must be at all streams before the next ones are sent. */
const burst = 64

const burstsPerSecond = 10
const editsPerSecond = 20

/** A server with its open streams. */
interface Open {
  readonly contender: Contender.Contender
  readonly streams: EventStreams
  readonly targetIds: ReadonlyArray<string>
}

const more = ({ contender, streams }: Open, tokens: ReadonlyArray<string>) =>
  trying("The streams", () => streams.open(contender.url, tokens))

const opened = Effect.fnUntraced(function* (open: Omit<Open, "streams">, tokens: ReadonlyArray<string>) {
  const streams = yield* Effect.acquireRelease(
    Effect.sync(() => new EventStreams()),
    (streams) => Effect.sync(() => streams.close())
  )
  const made: Open = { ...open, streams }
  yield* more(made, tokens)
  return made
})

/**
 * Sends edits from several connections at once, and the next ones when all are at all streams. Gives the edits in a second, and
 * the times from an edit's request, over its commit, to its arrival at each stream.
 */
const edited = Effect.fnUntraced(function* (open: Open, connections: number, requests: number, pauseMs: number) {
  const { contender, streams, targetIds } = open
  const times: Array<number> = []
  let edits = streams.changes
  let everywhere: Promise<void> = Promise.resolve()
  const arrive = async (changes: number, sentAt: number) => {
    for (const arrivedAt of await streams.arrived(changes)) times.push(arrivedAt - sentAt)
    if (pauseMs > 0) await sleep(pauseMs)
  }
  const pause = (sentAt: number) => {
    const isFirst = edits++ % connections === 0
    if (isFirst) everywhere = arrive(edits - 1 + connections, sentAt)
    return everywhere
  }
  const label = `After ${edits}`
  const exchanges = Load.editing(contender, { targetIds, connections, label, seen: null })
  const load = { ...contender, connections, milliseconds: Number.POSITIVE_INFINITY, requests, pause, exchanges }
  const { perSecond } = yield* Load.run(contender.name, load)
  yield* requireValid(streams.areEqual(), `The streams of ${contender.name} have not all received the same.`)
  return { perSecond, times: spread(times) }
})

const measured = Effect.fn("Streams.measure")(function* (stage: RunContext) {
  const { quick, seconds } = stage.scale
  const [few, many] = quick ? [10, 40] : [200, 1_000]
  const contender = yield* Contender.ours({ DATABASE_URL: yield* stage.database("streams") })
  const targetIds = yield* makePrinciples(contender, burst)
  const tokens = yield* Writer.viewers(contender, many)
  const ours = yield* opened({ contender, targetIds }, tokens.slice(0, few))
  const edits = Math.ceil(seconds * editsPerSecond)
  const delivered = yield* inRounds(stage, "delivery", () =>
    Effect.map(edited(ours, 1, edits, 1_000 / editsPerSecond), ({ times }) => ({ p50: times.median, p99: times.p99 }))
  )
  yield* more(ours, tokens.slice(few))

  const NOTIFICATION = ours.streams.latest
  const other = yield* Contender.other("better-sse", "betterSseServer.ts", "", { NOTIFICATION })
  const theirs = yield* opened({ contender: other, targetIds }, tokens)
  const count = Math.ceil(seconds * burstsPerSecond)
  const framesOf = (open: Open) => Effect.map(edited(open, burst, count, 0), ({ perSecond }) => perSecond * many)
  const both = Effect.all({ ours: framesOf(ours), theirs: framesOf(theirs) })
  const frames = yield* inRounds(stage, "streams", () => both)
  const title = `From a write to its arrival at other clients, ${few} clients`
  const [p50, p99] = [delivered.map((round) => round.p50), delivered.map((round) => round.p99)]
  return [
    { title: `${title}, p50`, unit: "ms", values: p50 },
    { title: `${title}, p99`, unit: "ms", values: p99, aim: atMost(100) },
    compared(`Edits to ${many} streams, ${burst} at once`, "frames/s", other.name, frames, atLeast(1.5))
  ]
})

export const streams: Subject = {
  name: "streams",
  about: "Durable edits to many event streams, against better-sse without a database; the time until they arrive",
  measure: measured
}
