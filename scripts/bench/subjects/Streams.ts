import { setTimeout as sleep } from "node:timers/promises"
import { Effect } from "effect"
import * as Contender from "../contenders/Contender.ts"
import { InvalidRun, requireValid } from "../InvalidRun.ts"
import { EventStreams } from "../load/EventStreams.ts"
import * as Load from "../load/Load.ts"
import { spread } from "../Spread.ts"
import { atLeast, atMost, compared, inRounds, type RunContext, type Subject } from "../Subject.ts"
import { makePrinciples } from "../Team.ts"
import * as Writer from "../Writer.ts"

/** The number of edits that are sent at once, and must be at all streams before the next ones are sent. */
const burst = 64

const burstsPerSecond = 10
const editsPerSecond = 20

/** A server with its open streams, and the number of edits that they have so far. */
interface Open {
  readonly contender: Contender.Contender
  readonly streams: EventStreams
  readonly targetIds: ReadonlyArray<string>
  edits: number
}

const arriving = <A>(work: () => Promise<A>): Effect.Effect<A, InvalidRun> =>
  Effect.tryPromise({ try: work, catch: (cause) => new InvalidRun({ message: `The streams failed: ${cause}.` }) })

/** Opens more streams of a server, whose edits count anew. */
const more = Effect.fnUntraced(function* (open: Open, tokens: ReadonlyArray<string>) {
  yield* arriving(() => open.streams.open(open.contender.url, tokens))
  open.edits = 0
})

const opened = Effect.fnUntraced(function* (
  contender: Contender.Contender,
  targetIds: ReadonlyArray<string>,
  tokens: ReadonlyArray<string>
) {
  const streams = yield* Effect.acquireRelease(
    Effect.sync(() => new EventStreams()),
    (streams) => Effect.sync(() => streams.close())
  )
  const open: Open = { contender, streams, targetIds, edits: 0 }
  yield* more(open, tokens)
  return open
})

/**
 * Sends edits from several connections at once, and the next ones when all are at all streams. Gives the edits in a second, and
 * the times from an edit's request, over its commit, to its arrival at each stream.
 */
const edited = Effect.fnUntraced(function* (open: Open, connections: number, count: number, pauseMs: number) {
  const { contender, streams, targetIds } = open
  const times: Array<number> = []
  let sentAt = 0
  let isEverywhere = Promise.withResolvers<void>()
  const arrive = async () => {
    const at = await streams.arrived(open.edits)
    times.push(...at.map((arrivedAt) => arrivedAt - sentAt))
    if (pauseMs > 0) await sleep(pauseMs)
  }
  const pause = () => {
    const { promise, resolve, reject } = isEverywhere
    open.edits++
    if (open.edits % connections === 0) {
      arrive().then(resolve, reject)
      isEverywhere = Promise.withResolvers<void>()
    }
    return promise
  }
  const label = `After ${open.edits}`
  const editing = Load.editing(contender, { targetIds, connections, label, seen: null })
  const exchanges: Load.Exchanges = (connection) => {
    const next = editing(connection)
    return () => {
      sentAt = performance.now()
      return next()
    }
  }
  const load = { ...contender, connections, milliseconds: Number.POSITIVE_INFINITY, requests: count }
  const { perSecond } = yield* Load.run(contender.name, { ...load, pause, exchanges })
  yield* requireValid(streams.areEqual(), `The streams of ${contender.name} have not all received the same.`)
  return { perSecond, times: spread(times) }
})

const measured = Effect.fn("Streams.measure")(function* (stage: RunContext) {
  const { quick, seconds } = stage.scale
  const [few, many] = quick ? [10, 40] : [200, 1_000]
  const contender = yield* Contender.ours({ DATABASE_URL: yield* stage.database("streams") })
  const principleIds = yield* makePrinciples(contender, burst)
  const tokens = yield* Writer.viewers(contender, many)
  const ours = yield* opened(contender, principleIds, tokens.slice(0, few))
  const edits = Math.ceil(seconds * editsPerSecond)
  const delivered = yield* inRounds(stage, "delivery", () =>
    Effect.map(edited(ours, 1, edits, 1_000 / editsPerSecond), ({ times }) => ({ p50: times.median, p99: times.p99 }))
  )
  yield* more(ours, tokens.slice(few))

  const NOTIFICATION = ours.streams.latest
  const other = yield* Contender.other("better-sse", "betterSseServer.ts", "", { NOTIFICATION })
  const theirs = yield* opened(other, principleIds, tokens)
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
