import { Console, Effect } from "effect"
import * as LossyRelay from "../../support/LossyRelay.ts"
import { server } from "../../support/PostgresServer.ts"
import * as Accounts from "../Accounts.ts"
import * as Server from "../Server.ts"
import { inMilliseconds } from "../Spread.ts"
import { holds } from "../Void.ts"
import * as Writer from "../Writer.ts"
import { delivery } from "./Delivery.ts"
import * as Readers from "./readers/Readers.ts"

export interface LatencyOptions {
  /** Clients of the server that does not write. */
  readonly clients: number
  readonly seconds: number
  /** Events per second. */
  readonly rate: number
}

/** Edits at a fixed rate, whether or not the ones before are answered. */
const edits = (writer: Writer.Writer, { seconds, rate }: LatencyOptions, label: string) =>
  Effect.forEach(
    Array.from({ length: seconds * rate }, (_, n) => n),
    (n) =>
      Writer.write(writer, Writer.titleEdit(0), { title: `${label} ${n}` }, Writer.entityId(0)).pipe(
        Effect.delay((n * 1_000) / rate)
      ),
    { concurrency: "unbounded" }
  )

/** Clients on a server of their own over `databaseUrl`, while `writer` writes on another one. */
const measure = Effect.fn("Latency.measure")(function* (
  label: string,
  databaseUrl: string,
  tokens: ReadonlyArray<string>,
  writer: Writer.Writer,
  options: LatencyOptions
) {
  const readers = yield* Readers.start
  const { url } = yield* Server.start({ DATABASE_URL: databaseUrl })
  const { group } = yield* Readers.open(readers, { url, tokens, reading: "changes" })
  yield* readers.ask("keepArrivals", { group, on: true })
  const writes = yield* edits(writer, options, label)
  yield* Readers.reach(readers, group, Math.max(...writes.map(({ sequenceNumber }) => sequenceNumber)))
  const times = yield* delivery(writes, options.clients, yield* readers.ask("report", group))
  yield* Console.log(
    [
      `${label}: ${writes.length} events to ${options.clients} clients of the other server, all delivered`,
      `  from the request sent (before the commit): ${inMilliseconds(times.sinceSent)}`,
      `  from its answer (after the commit):        ${inMilliseconds(times.sinceAnswered)}`
    ].join("\n")
  )
  return times
}, Effect.scoped)

/**
 * How long it takes from one server's commit to the clients of another: as things are, and with every notification of
 * PostgreSQL lost without a trace, so that only the poll finds what was written.
 */
export const latency = Effect.fn("latency")(function* (options: LatencyOptions) {
  const { url } = yield* server
  const writing = yield* Server.start({ DATABASE_URL: url })
  const writer = yield* Writer.admin(writing.url)
  yield* Writer.makeTeam(writer, 1)
  const tokens = yield* Accounts.tokensIn(url, "reader", options.clients)
  const heard = yield* measure("with notifications", url, tokens, writer, options)
  const relay = yield* LossyRelay.make(url)
  const lost = yield* measure("notifications lost", relay.url, tokens, writer, options)
  yield* holds(relay.dropped() > 0, "No notification was lost: nothing was measured.")
  yield* Console.log(`  ${relay.dropped()} notifications lost`)
  return { heard, lost }
})
