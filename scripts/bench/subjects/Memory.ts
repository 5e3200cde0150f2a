import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { Effect } from "effect"
import onboarding from "../../../src/shared/sample/onboarding.json" with { type: "json" }
import { sampleEvents } from "../../admin/sample/SampleEvents.ts"
import * as Calls from "../../support/Calls.ts"
import { entitiesPerTeam, fill } from "../Generate.ts"
import { requireValid } from "../InvalidRun.ts"
import { mebibyte, peakBytes, peakOfChild, residentBytes } from "../ProcessFigures.ts"
import * as Server from "../Server.ts"
import { type Subject, table, valuesOf } from "../Subject.ts"
import { startReaders } from "../streams/Readers.ts"
import * as Writer from "../Writer.ts"

/** Twice the interval at which `IdleMemory` returns what was needed only to start or to open streams, and a second. */
const settling = Effect.sleep("21 seconds")

/** The resident memory after that, in MiB. */
const resident = (pid: number | undefined) =>
  Effect.map(Effect.andThen(settling, residentBytes(pid)), (bytes) => bytes / mebibyte)

/** The memory of an idle server that has started with these settings. */
const started = Effect.fnUntraced(function* (env: Readonly<Record<string, string>>) {
  return yield* resident((yield* Server.start(env)).pid)
}, Effect.scoped)

/** Streams that are opened before the measurement, since the first ones also cost what all of them share. */
const warmUp = 100

/** The memory that streams after the first ones add to a server. */
const opened = Effect.fnUntraced(function* (url: string, tokens: ReadonlyArray<string>) {
  const server = yield* Server.start({ DATABASE_URL: url })
  // The start's garbage must not be released between the two measurements.
  yield* settling
  const readers = yield* startReaders
  yield* readers.ask("open", { url: server.url, tokens: tokens.slice(0, warmUp) })
  const before = yield* resident(server.pid)
  yield* readers.ask("open", { url: server.url, tokens: tokens.slice(warmUp) })
  return (yield* resident(server.pid)) - before
}, Effect.scoped)

/** Loads the sample strategy as the page does, event by event, and exports its deck. */
const loadSampleAndExport = Effect.fnUntraced(function* (url: string) {
  const { teamId, events } = yield* Effect.provide(sampleEvents(onboarding, "Onboarding"), NodeCrypto.layerSecureRandom)
  const { token } = yield* Writer.admin(url)
  for (const event of events) yield* Effect.promise(() => Calls.call(url, token, "/api/events", event))
  const deck = yield* Effect.promise(() => Calls.call(url, token, `/api/teams/${teamId}/export`))
  yield* Effect.promise(() => deck.arrayBuffer())
  yield* requireValid(deck.status === 200, `The deck was answered ${deck.status}.`)
})

/** On the embedded database: the peaks from the first start on an empty folder to the sample's deck, and what a later start takes. */
const embedded = Effect.gen(function* () {
  const folder = yield* Calls.dataFolder
  const peaks = yield* Effect.scoped(
    Effect.gen(function* () {
      const { url, pid } = yield* Server.start({ DATA_DIR: folder })
      yield* loadSampleAndExport(url)
      return { server: (yield* peakBytes(pid)) / mebibyte, worker: (yield* peakOfChild(pid, "deckWorker")) / mebibyte }
    })
  )
  yield* requireValid(peaks.worker > 0, "The server has started no deck worker.")
  return { ...peaks, atRest: yield* started({ DATA_DIR: folder }) }
}).pipe(Effect.scoped)

export const memory: Subject = {
  name: "memory",
  about: "Resident memory of a server: on both databases, for its entities, and for open streams",
  measure: Effect.fnUntraced(function* ({ scale, database, say }) {
    const [teams, streams] = scale.quick ? [100, 200] : [500, 1_000]
    const entities = teams * entitiesPerTeam
    const [empty, filled] = [yield* database("memory_empty"), yield* database("memory_filled")]
    yield* fill(filled, entities, teams)
    // The first start creates the admin, which costs a hash; later starts do not.
    yield* Effect.scoped(Server.start({ DATABASE_URL: filled }))
    const makingViewers = Effect.gen(function* () {
      const { url } = yield* Server.start({ DATABASE_URL: empty })
      return yield* Writer.viewers(yield* Writer.admin(url), warmUp + streams)
    })
    const tokens = yield* Effect.scoped(makingViewers)
    const rounds = yield* Effect.forEach(
      Array.from({ length: scale.rounds }),
      Effect.fnUntraced(function* () {
        const small = yield* started({ DATABASE_URL: empty })
        const large = yield* started({ DATABASE_URL: filled })
        const more = yield* opened(empty, tokens)
        const { server, worker, atRest } = yield* embedded
        const figures = {
          "idle on PostgreSQL": small,
          "per 10,000 entities": ((large - small) * 10_000) / entities,
          "per 1,000 open streams": (more * 1_000) / streams,
          "idle on the embedded database": atRest,
          "peak, server and deck worker": server + worker
        }
        yield* say(JSON.stringify(figures))
        return figures
      })
    )
    return [
      table(
        `Resident memory of a server; the peak is from the first start in an empty folder to the sample's deck`,
        "MiB",
        valuesOf(rounds),
        [
          { of: "idle on PostgreSQL", is: "at most", bound: 150 },
          { of: "idle on the embedded database", is: "at most", bound: 260 },
          { of: "peak, server and deck worker", is: "at most", bound: 420 }
        ]
      )
    ]
  })
}
