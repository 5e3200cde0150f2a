import { Console, Effect } from "effect"
import { signIn } from "../../support/Calls.ts"

import { freePort, server } from "../../support/PostgresServer.ts"
import * as Accounts from "../Accounts.ts"
import { now } from "../Answering.ts"
import * as OpenFiles from "../OpenFiles.ts"
import { inMebibytes, residentBytes } from "../ResidentMemory.ts"
import * as Server from "../Server.ts"
import { inMilliseconds, spread } from "../Spread.ts"
import { holds, Void } from "../Void.ts"
import * as Writer from "../Writer.ts"
import { delivery } from "./Delivery.ts"
import * as NeverRead from "./NeverRead.ts"
import * as Readers from "./readers/Readers.ts"

export interface ManyOptions {
  readonly streams: number
  /** One event is written in each. */
  readonly seconds: number
  /** Streams besides, whose clients do not read; none: that part is left out. */
  readonly neverRead: number
  /** The most that is sent to each of those, in MiB. */
  readonly burst: number
  /** Events before they come. */
  readonly rehearsal: number
}

/** A login every so many seconds. */
const loginEvery = 5

/** For what was needed to open streams to be given back, and what is still under way to end. */
const settling = "2 seconds"

const timedLogin = Effect.fn("Many.login")(function* (url: string) {
  const begun = now()
  const token = yield* Effect.tryPromise({
    try: () => signIn(url),
    catch: (cause) => new Void({ message: `A login failed: ${cause}.` })
  })
  yield* holds(token !== "", "A login was refused.")
  return now() - begun
})

/** One event per second, and a login now and then; gives the writes, and how long each login took. */
const aMinuteOfWork = Effect.fn("Many.work")(function* (writer: Writer.Writer, seconds: number) {
  const numbers = Array.from({ length: seconds }, (_, n) => n)
  const edit = (n: number) =>
    Writer.write(writer, Writer.titleEdit(0), { title: `Second ${n}` }, Writer.entityId(0)).pipe(
      Effect.delay(n * 1_000)
    )
  const login = (n: number) => timedLogin(writer.url).pipe(Effect.delay(n * 1_000 + 500))
  const [writes, logins] = yield* Effect.all(
    [
      Effect.forEach(numbers, edit, { concurrency: "unbounded" }),
      Effect.forEach(
        numbers.filter((n) => n % loginEvery === 0),
        login,
        { concurrency: "unbounded" }
      )
    ],
    { concurrency: 2 }
  )
  return { writes, logins }
})

/** Many streams on one process: what they cost, how long an event takes to all, and whether others are still served. */
export const many = Effect.fn("many")(function* (options: ManyOptions) {
  const { streams, seconds, neverRead } = options
  yield* OpenFiles.enoughFor(streams + neverRead)
  const { url: databaseUrl } = yield* server
  const metricsPort = yield* Effect.promise(freePort)
  const { url, pid = 0 } = yield* Server.start({
    DATABASE_URL: databaseUrl,
    METRICS_PORT: String(metricsPort),
    MAX_STREAMS: String(streams + neverRead)
  })
  const writer = yield* Writer.admin(url)
  yield* Writer.makeTeam(writer, NeverRead.eventsPerStep)
  const tokens = yield* Accounts.tokensIn(databaseUrl, "reader", streams)
  const readers = yield* Readers.start

  const before = yield* residentBytes(pid)
  const { group, milliseconds } = yield* Readers.open(readers, { url, tokens, reading: "changes" })
  yield* Effect.sleep(settling)
  const opened = yield* residentBytes(pid)
  yield* readers.ask("keepArrivals", { group, on: true })
  const { writes, logins } = yield* aMinuteOfWork(writer, seconds)
  yield* Readers.reach(readers, group, Math.max(...writes.map(({ sequenceNumber }) => sequenceNumber)))
  const times = yield* delivery(writes, streams, yield* readers.ask("report", group))
  yield* readers.ask("keepArrivals", { group, on: false })
  const after = yield* residentBytes(pid)
  const perStream = (after - before) / streams

  yield* Console.log(
    [
      `${streams} streams opened in ${(milliseconds / 1_000).toFixed(1)} s`,
      `memory of the server: ${inMebibytes(before)} before, ${inMebibytes(opened)} with the streams, ` +
        `${inMebibytes(after)} after ${writes.length} events: ${(perStream / 1_000).toFixed(1)} KB per stream`,
      `${writes.length} events, one per second, to ${streams} streams: all ${writes.length * streams} delivered`,
      `  from the request sent: ${inMilliseconds(times.sinceSent)}`,
      `  from its answer:       ${inMilliseconds(times.sinceAnswered)}`,
      "  the client's own time to read so many sockets, one after the other, is in it",
      `writes meanwhile: ${inMilliseconds(spread(writes.map(({ sentAt, answeredAt }) => answeredAt - sentAt)))}`,
      `${logins.length} logins meanwhile: ${inMilliseconds(spread(logins))}`
    ].join("\n")
  )
  const stalled =
    neverRead === 0
      ? undefined
      : yield* NeverRead.measure(
          { url, pid, metricsPort, readers, writer },
          { group, streams, framesBefore: writes.length },
          {
            tokens: yield* Accounts.tokensIn(databaseUrl, "stalled", neverRead),
            most: options.burst * 1_048_576,
            rehearsal: options.rehearsal
          }
        )
  return { ...times, perStream, stalled }
})
