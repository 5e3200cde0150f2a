import { Effect } from "effect"
import { signIn } from "../../support/Calls.ts"

import { freePort } from "../../support/PostgresServer.ts"
import * as Accounts from "../Accounts.ts"
import { entitiesPerTeam, fill, principleId } from "../Generate.ts"
import { InvalidRun, requireValid } from "../InvalidRun.ts"
import * as OpenFiles from "../OpenFiles.ts"
import { now } from "../ProtocolServer.ts"
import { inMebibytes, mebibyte, residentBytes } from "../ResidentMemory.ts"
import * as Server from "../Server.ts"
import { inMilliseconds, spread } from "../Spread.ts"
import { type RunContext, type Subject, table } from "../Subject.ts"
import { delivery } from "../streams/Arrivals.ts"
import * as Readers from "../streams/readers/Readers.ts"
import * as StalledClients from "../streams/StalledClients.ts"
import * as Writer from "../Writer.ts"

interface Size {
  readonly streams: number
  /** The duration; one event is written in each second. */
  readonly seconds: number
  /** The number of additional streams whose clients never read; 0 leaves that part out. */
  readonly neverRead: number
  /** MiB that are sent to each of the additional streams at most. */
  readonly burst: number
  /** Events that are written before the additional streams connect. */
  readonly rehearsalEvents: number
  /** The wait after opening the streams, in which the memory that was needed for it is released. */
  readonly settlingMs: number
}

/** The time between two logins. */
const loginIntervalSeconds = 5

const timedLogin = Effect.fn("Many.login")(function* (url: string) {
  const begun = now()
  const token = yield* Effect.tryPromise({
    try: () => signIn(url),
    catch: (cause) => new InvalidRun({ message: `A login failed: ${cause}.` })
  })
  yield* requireValid(token !== "", "A login was refused.")
  return now() - begun
})

/** Writes one event per second, and logs in now and then; gives the writes, and the time of each login. */
const writesAndLogins = Effect.fn("Many.work")(function* (writer: Writer.Writer, seconds: number) {
  const numbers = Array.from({ length: seconds }, (_, n) => n)
  const edit = (n: number) =>
    Writer.write(writer, "update_principle_title", { title: `Second ${n}` }, principleId(0)).pipe(
      Effect.delay(n * 1_000)
    )
  const login = (n: number) => timedLogin(writer.url).pipe(Effect.delay(n * 1_000 + 500))
  const [writes, logins] = yield* Effect.all(
    [
      Effect.forEach(numbers, edit, { concurrency: "unbounded" }),
      Effect.forEach(
        numbers.filter((n) => n % loginIntervalSeconds === 0),
        login,
        { concurrency: "unbounded" }
      )
    ],
    { concurrency: 2 }
  )
  return { writes, logins }
})

/** Measures many streams on one process: their memory, the time until all have an event, and other requests meanwhile. */
const many = Effect.fn("ManyStreams.many")(function* (size: Size, { database, say }: RunContext) {
  const { streams, seconds, neverRead } = size
  yield* OpenFiles.enoughFor(streams + neverRead)
  const databaseUrl = yield* database("many_streams")
  yield* fill(databaseUrl, 20 * entitiesPerTeam)
  const metricsPort = yield* Effect.promise(freePort)
  const { url, pid = 0 } = yield* Server.start({
    DATABASE_URL: databaseUrl,
    METRICS_PORT: String(metricsPort),
    MAX_STREAMS: String(streams + neverRead)
  })
  const writer = yield* Writer.admin(url)
  const tokens = yield* Accounts.tokensIn(databaseUrl, "reader", streams)
  const readers = yield* Readers.start

  const before = yield* residentBytes(pid)
  const { group, milliseconds } = yield* Readers.open(readers, { url, tokens, reading: "changes" })
  yield* Effect.sleep(size.settlingMs)
  const opened = yield* residentBytes(pid)
  yield* readers.ask("keepArrivals", { group, on: true })
  const { writes, logins } = yield* writesAndLogins(writer, seconds)
  yield* Readers.reach(readers, group, Math.max(...writes.map(({ sequenceNumber }) => sequenceNumber)))
  const times = yield* delivery(writes, streams, yield* readers.ask("report", group))
  yield* readers.ask("keepArrivals", { group, on: false })
  const after = yield* residentBytes(pid)
  const perStream = (after - before) / streams

  yield* say(
    [
      `${streams} streams opened in ${(milliseconds / 1_000).toFixed(1)} s`,
      `memory of the server: ${inMebibytes(before)} before, ${inMebibytes(opened)} with the streams, ` +
        `${inMebibytes(after)} after ${writes.length} events: ${(perStream / 1_000).toFixed(1)} KB per stream`,
      `${writes.length} events, one per second, to ${streams} streams: all ${writes.length * streams} delivered`,
      `  from the request sent: ${inMilliseconds(times.sinceSent)}`,
      `  from its answer:       ${inMilliseconds(times.sinceAnswered)}`,
      "  both include the client's own time to read so many sockets one after the other",
      `writes meanwhile: ${inMilliseconds(spread(writes.map(({ sentAt, answeredAt }) => answeredAt - sentAt)))}`,
      `${logins.length} logins meanwhile: ${inMilliseconds(spread(logins))}`
    ].join("\n")
  )
  const stalled =
    neverRead === 0
      ? undefined
      : yield* StalledClients.measure(
          { url, databaseUrl, pid, metricsPort, readers, say },
          { group, streams, framesBefore: writes.length },
          {
            tokens: yield* Accounts.tokensIn(databaseUrl, "stalled", neverRead),
            maxBytes: size.burst * mebibyte,
            rehearsalEvents: size.rehearsalEvents
          }
        )
  return { ...times, perStream, stalled }
})

export const measure =
  (size: Size): Subject["measure"] =>
  (stage) =>
    many(size, stage).pipe(
      Effect.map(({ sinceSent, perStream, stalled }) => [
        table(`One event a second to ${size.streams} streams: p99`, "ms", { arrival: [sinceSent.p99] }, [
          { of: "arrival", is: "at most", bound: 250 }
        ]),
        table(`Memory of the server for ${size.streams} streams`, "KB", { "a stream": [perStream / 1_000] }, [
          { of: "a stream", is: "at most", bound: 25 }
        ]),
        ...(stalled === undefined
          ? []
          : [
              table(
                `Memory of the server for ${size.neverRead} clients that never read`,
                "MiB",
                { growth: [stalled.growth / mebibyte] },
                [{ of: "growth", is: "at most", bound: 64 }]
              )
            ])
      ])
    )

const full: Size = {
  streams: 10_000,
  seconds: 60,
  neverRead: 500,
  burst: 32,
  rehearsalEvents: 1_024,
  settlingMs: 2_000
}
const quick: Size = { streams: 25, seconds: 2, neverRead: 2, burst: 32, rehearsalEvents: 256, settlingMs: 100 }

export const manyStreams: Subject = {
  name: "many-streams",
  about: "Many streams on one server: delivery, memory, other requests meanwhile, and clients that never read",
  measure: (stage) => measure(stage.scale.quick ? quick : full)(stage)
}
