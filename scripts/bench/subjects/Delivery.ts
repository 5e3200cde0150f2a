import { Effect } from "effect"
import * as LossyRelay from "../../support/LossyRelay.ts"
import * as Accounts from "../Accounts.ts"
import { entitiesPerTeam, fill, principleId } from "../Generate.ts"
import { requireValid } from "../InvalidRun.ts"
import * as Server from "../Server.ts"
import { inMilliseconds } from "../Spread.ts"
import { type RunContext, type Subject, table } from "../Subject.ts"
import * as Arrivals from "../streams/Arrivals.ts"
import * as Readers from "../streams/readers/Readers.ts"
import * as Writer from "../Writer.ts"

interface Size {
  /** Clients of the server that does not write. */
  readonly clients: number
  readonly seconds: number
  /** Events per second. */
  readonly rate: number
}

/** Submits edits at a fixed rate, whether or not earlier ones are answered. */
const edits = (writer: Writer.Writer, { seconds, rate }: Size, label: string) =>
  Effect.forEach(
    Array.from({ length: seconds * rate }, (_, n) => n),
    (n) =>
      Writer.write(writer, "update_principle_title", { title: `${label} ${n}` }, principleId(0)).pipe(
        Effect.delay((n * 1_000) / rate)
      ),
    { concurrency: "unbounded" }
  )

/** Connects clients to a new server on `databaseUrl` while `writer` writes to another one. */
const delivered = Effect.fn("Delivery.delivered")(function* (
  label: string,
  databaseUrl: string,
  tokens: ReadonlyArray<string>,
  writer: Writer.Writer,
  options: Size,
  say: RunContext["say"]
) {
  const readers = yield* Readers.start
  const { url } = yield* Server.start({ DATABASE_URL: databaseUrl })
  const { group } = yield* Readers.open(readers, { url, tokens, reading: "changes" })
  yield* readers.ask("keepArrivals", { group, on: true })
  const writes = yield* edits(writer, options, label)
  yield* Readers.reach(readers, group, Math.max(...writes.map(({ sequenceNumber }) => sequenceNumber)))
  const times = yield* Arrivals.delivery(writes, options.clients, yield* readers.ask("report", group))
  yield* say(
    [
      `${label}: ${writes.length} events to ${options.clients} clients of the other server, all delivered`,
      `  from the request sent (before the commit): ${inMilliseconds(times.sinceSent)}`,
      `  from its answer (after the commit):        ${inMilliseconds(times.sinceAnswered)}`
    ].join("\n")
  )
  return times
}, Effect.scoped)

const contenders = { heard: "with notifications", lost: "notifications lost" }

/**
 * Measures the time from a commit on one server to the clients of another: with PostgreSQL's notifications, and with every
 * notification dropped, so that the events are only found by polling.
 */
export const measure = (size: Size): Subject["measure"] =>
  Effect.fn("Delivery.measure")(function* ({ database, say }) {
    const url = yield* database("delivery")
    yield* fill(url, entitiesPerTeam, undefined, 1)
    const writer = yield* Writer.admin((yield* Server.start({ DATABASE_URL: url })).url)
    const tokens = yield* Accounts.tokensIn(url, "reader", size.clients)
    const heard = yield* delivered(contenders.heard, url, tokens, writer, size, say)
    const relay = yield* LossyRelay.make(url)
    const lost = yield* delivered(contenders.lost, relay.url, tokens, writer, size, say)
    yield* requireValid(relay.dropped() > 0, "No notification was lost: nothing was measured.")
    yield* say(`  ${relay.dropped()} notifications lost`)
    const values = { [contenders.heard]: [heard.sinceSent.p99], [contenders.lost]: [lost.sinceSent.p99] }
    return [
      table(`From a write on one server to ${size.clients} streams of another: p99`, "ms", values, [
        { of: contenders.heard, is: "at most", bound: 100 },
        { of: contenders.lost, is: "at most", bound: 1_200 }
      ])
    ]
  })

const full: Size = { clients: 500, seconds: 30, rate: 20 }
const quick: Size = { clients: 30, seconds: 2, rate: 10 }

export const delivery: Subject = {
  name: "delivery",
  about: "From a write on one server to the streams of another, with notifications and with every notification lost",
  measure: (stage) => measure(stage.scale.quick ? quick : full)(stage)
}
