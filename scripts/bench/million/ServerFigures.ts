import { Effect } from "effect"
import { principleId, teamId } from "../Generate.ts"
import { InvalidRun, requireValid } from "../InvalidRun.ts"
import type { LogPlace } from "../LogStores.ts"
import { now } from "../ProtocolServer.ts"
import { residentBytes } from "../ResidentMemory.ts"
import * as Server from "../Server.ts"
import { spread } from "../Spread.ts"
import * as Writer from "../Writer.ts"
import { collectGarbage } from "./LiveHeap.ts"
import { hotPrinciple, type LogLength } from "./LongLog.ts"

const writers = 64

/** Long, since a slow answer is to be measured and not to fail. */
const readTimeoutMs = 120_000

/** Small pages, those right after a start by themselves, and requests that fold part of the log. */
const reads = { firstPages: 100, pages: 2_000, moments: 100 }

/** The n-th of a sequence of numbers from 0 to below 1, spread evenly and the same in each run. */
const evenly = (n: number): number => (n * 0.618_033_988_749_895) % 1

/** How many pages are read between two collections of this process's garbage, which would count as the server's time. */
const requestsPerCollection = 16

/** The milliseconds to the whole answer, one request after the other. */
const readTimes = Effect.fnUntraced(function* (
  { url, token }: Writer.Writer,
  count: number,
  path: (n: number) => string
) {
  const collect = collectGarbage()
  const read = (n: number) =>
    Effect.tryPromise({
      try: async () => {
        if (n % requestsPerCollection === 0) collect()
        const begun = now()
        const headers = { cookie: `strategy_session=${token}` }
        const response = await fetch(`${url}${path(n)}`, { headers, signal: AbortSignal.timeout(readTimeoutMs) })
        const { byteLength } = await response.arrayBuffer()
        return { status: response.status, byteLength, took: now() - begun }
      },
      catch: (cause) => new InvalidRun({ message: `${path(n)} could not be read: ${cause}.` })
    })
  const answers = yield* Effect.forEach(
    Array.from({ length: count }, (_, n) => n),
    read
  )
  for (const [n, { status, byteLength }] of answers.entries()) {
    yield* requireValid(
      status === 200 && byteLength > 2,
      `${path(n)} was answered with ${status} and ${byteLength} bytes.`
    )
  }
  return answers.map(({ took }) => took)
})

/** The slowest of the pages right after a start, when nothing is compiled or cached yet, and the 99th percentile of the others. */
const pageTimes = Effect.fnUntraced(function* (writer: Writer.Writer, path: (n: number) => string) {
  const times = yield* readTimes(writer, reads.firstPages + reads.pages, path)
  const [first, later] = [spread(times.slice(0, reads.firstPages)), spread(times.slice(reads.firstPages))]
  return { first: first.max, later: later.p99 }
})

const slowPreview = (writer: Writer.Writer, path: (n: number) => string) =>
  Effect.map(readTimes(writer, reads.moments, path), (times) => spread(times).p99)

/** Edits per second by `writers`, each of whom edits one principle after the other. */
const writing = Effect.fnUntraced(function* (writer: Writer.Writer, { teams }: LogLength, seconds: number) {
  let answered = 0
  const begun = now()
  const until = begun + seconds * 1_000
  const writeOn = Effect.fnUntraced(function* (first: number) {
    for (let n = first; now() < until; n += writers) {
      yield* Writer.write(
        writer,
        "update_principle_title",
        { title: `Edit ${n} at ${begun}` },
        principleId(n % (teams * 25))
      )
      answered += 1
    }
  })
  yield* Effect.forEach(
    Array.from({ length: writers }, (_, n) => n),
    writeOn,
    { concurrency: "unbounded", discard: true }
  )
  return (answered * 1_000) / (now() - begun)
})

/** Measures a log through a server on it. Times in milliseconds, memory in bytes. */
export const serverFigures = Effect.fnUntraced(function* (place: LogPlace, length: LogLength, seconds: number) {
  // The first start creates the admin, which costs a hash; later starts do not.
  yield* Effect.scoped(Server.start(place))
  const { url, startedIn, pid = 0 } = yield* Server.start(place)
  const writer = yield* Writer.admin(url)
  const resident = yield* residentBytes(pid)
  const { events, teams } = length
  const moment = (n: number) => 1 + Math.floor(evenly(n) * (events - 1))
  const entityPage = yield* pageTimes(writer, () => `/api/history/entity/${hotPrinciple}?limit=100`)
  const logPage = yield* pageTimes(
    writer,
    (n) => `/api/history/all?from=${100 + Math.floor(evenly(n) * (events - 100))}`
  )
  const preview = yield* slowPreview(
    writer,
    (n) => `/api/history/preview?sequenceNumber=${teams + (moment(n) % (events - teams))}&teamId=${teamId(n % teams)}`
  )
  const wholePreview = yield* slowPreview(
    writer,
    (n) => `/api/history/preview?sequenceNumber=${moment(n + 0.5) % events}`
  )
  yield* writing(writer, length, seconds / 3)
  const writes = yield* writing(writer, length, seconds)
  return {
    startedIn,
    resident,
    firstEntityPages: entityPage.first,
    entityPage: entityPage.later,
    firstLogPages: logPage.first,
    logPage: logPage.later,
    preview,
    wholePreview,
    writes
  }
}, Effect.scoped)
