import { Effect } from "effect"
import * as Accounts from "../Accounts.ts"
import { embedded } from "../EmbeddedMemory.ts"
import { entitiesPerTeam, fill } from "../Generate.ts"
import { requireValid } from "../InvalidRun.ts"
import * as OpenFiles from "../OpenFiles.ts"
import { mebibyte, residentBytes } from "../ResidentMemory.ts"
import * as Server from "../Server.ts"
import { type Subject, table } from "../Subject.ts"
import * as Readers from "../streams/readers/Readers.ts"

/** Twice the interval at which `IdleMemory` returns what was needed only to start or to open streams, and a second. */
const settling = "21 seconds"

/** The resident memory after that, in MiB. */
const resident = Effect.fnUntraced(function* (pid: number | undefined) {
  yield* requireValid(pid !== undefined, "The server has no process.")
  yield* Effect.sleep(settling)
  return (yield* residentBytes(pid ?? 0)) / mebibyte
})

/** The memory of an idle server that has started on the log at `url`. */
const started = Effect.fnUntraced(function* (url: string) {
  return yield* resident((yield* Server.start({ DATABASE_URL: url })).pid)
}, Effect.scoped)

/** Streams that are opened before the measurement, since the first ones also cost what all of them share. */
const warmUp = 100

/** The memory that streams after the first ones add to a server. */
const opened = Effect.fnUntraced(function* (url: string, tokens: ReadonlyArray<string>) {
  const server = yield* Server.start({ DATABASE_URL: url })
  // The start's garbage must not be released between the two measurements.
  yield* Effect.sleep(settling)
  const readers = yield* Readers.start
  yield* Readers.open(readers, { url: server.url, tokens: tokens.slice(0, warmUp), reading: "changes" })
  const before = yield* resident(server.pid)
  yield* Readers.open(readers, { url: server.url, tokens: tokens.slice(warmUp), reading: "changes" })
  return (yield* resident(server.pid)) - before
}, Effect.scoped)

export const memory: Subject = {
  name: "memory",
  about: "Resident memory of a server: on both databases, for its entities, and for open streams",
  measure: Effect.fnUntraced(function* ({ scale, database, say }) {
    const teams = scale.quick ? 100 : 500
    const streams = scale.quick ? 200 : 1_000
    const entities = teams * entitiesPerTeam
    yield* OpenFiles.enoughFor(warmUp + streams)
    const empty = yield* database("memory_empty")
    const filled = yield* database("memory_filled")
    yield* fill(filled, entities, undefined, teams)
    // The first start creates the admin, which costs a hash; later starts do not.
    for (const url of [empty, filled]) yield* Effect.scoped(Server.start({ DATABASE_URL: url }))
    const tokens = yield* Accounts.tokensIn(empty, "reader", warmUp + streams)

    const [base, perEntities, perStreams]: [Array<number>, Array<number>, Array<number>] = [[], [], []]
    const onEmbedded: Array<Effect.Success<ReturnType<typeof embedded>>> = []
    for (let round = 1; round <= scale.rounds; round++) {
      const small = yield* started(empty)
      const large = yield* started(filled)
      const more = yield* opened(empty, tokens)
      const own = yield* embedded(settling)
      yield* say(
        `round ${round}: ${small.toFixed(1)} MiB, with ${entities} entities ${large.toFixed(1)} MiB, ` +
          `${streams} streams ${more.toFixed(1)} MiB more; on the embedded database ${own.atRest.toFixed(1)} MiB, ` +
          `peaks ${own.server.toFixed(1)} + ${own.worker.toFixed(1)} MiB`
      )
      onEmbedded.push(own)
      base.push(small)
      perEntities.push(((large - small) * 10_000) / entities)
      perStreams.push((more * 1_000) / streams)
    }
    return [
      table(
        `Resident memory of a server; of ${entities} entities after a start, of ${streams} open streams besides the first ${warmUp}`,
        "MiB",
        { "after start, empty": base, "per 10,000 entities": perEntities, "per 1,000 open streams": perStreams },
        [{ of: "after start, empty", is: "at most", bound: 130 }]
      ),
      table(
        "Resident memory on the embedded database, and its peak from the first start in an empty folder to the sample's deck exported",
        "MiB",
        {
          "after start": onEmbedded.map(({ atRest }) => atRest),
          "peak, server": onEmbedded.map(({ server }) => server),
          "peak, deck worker": onEmbedded.map(({ worker }) => worker),
          "peak, both": onEmbedded.map(({ server, worker }) => server + worker)
        },
        [
          { of: "after start", is: "at most", bound: 260 },
          { of: "peak, both", is: "at most", bound: 420 }
        ]
      )
    ]
  })
}
