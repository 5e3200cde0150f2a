import { Effect } from "effect"
import type { Child } from "../Child.ts"
import { requireValid } from "../InvalidRun.ts"
import { now } from "../ProtocolServer.ts"
import { changes, EventFeed } from "./peers/EventFeed.ts"
import type { PeerProtocol } from "./peers/PeerProtocol.ts"
import { type Expected, expected, type Peer, peers, start } from "./peers/Peers.ts"
import type { Readers as ReadersProcess } from "./readers/Readers.ts"
import * as Readers from "./readers/Readers.ts"

/** `burst`: many events at once, as after a group commit; `single`: one event at a time, each once all clients have the last. */
export type ScheduleName = "burst" | "single"

interface Schedule {
  readonly name: ScheduleName
  /** The number of events that are published together in each tick. */
  readonly ticks: ReadonlyArray<number>
  /** The number of ticks in flight: enough that the server never waits, few enough that no reader is too slow. */
  readonly window: number
}

interface FanoutOptions {
  readonly clients: number
  readonly rounds: number
  readonly schedules: ReadonlyArray<Schedule>
}

/** One run of one server; times in milliseconds. */
export interface Run {
  readonly schedule: ScheduleName
  readonly peer: string
  /** The number of events times the number of clients. */
  readonly frames: number
  /** The time from publishing the first event until the last client had the last one. */
  readonly wall: number
  /** CPU time of the server, and of the process with all clients. */
  readonly server: number
  readonly clients: number
}

/** A server with its clients connected. */
interface ConnectedPeer {
  readonly peer: Peer
  readonly process: Child<PeerProtocol>
  readonly group: number
}

export const schedules = (options: {
  readonly bursts: number
  readonly burstSize: number
  readonly singles: number
}): ReadonlyArray<Schedule> => [
  { name: "burst", ticks: Array.from({ length: options.bursts }, () => options.burstSize), window: 4 },
  { name: "single", ticks: Array.from({ length: options.singles }, () => 1), window: 1 }
]

/** Publishes the prepared events, and waits until all clients have them; fails if a client received anything else. */
const run = Effect.fn("Fanout.run")(function* (
  { peer, process, group }: ConnectedPeer,
  readers: ReadersProcess,
  { ends, checksum }: Expected,
  window: number
) {
  yield* readers.ask("restart", group)
  const clientsBefore = yield* readers.ask("processorTime", undefined)
  const serverBefore = yield* process.ask("processorTime", undefined)
  const begun = now()
  for (const [tick] of ends.entries()) {
    const awaited = ends[tick - window]
    if (awaited !== undefined) yield* Readers.reach(readers, group, awaited)
    yield* process.ask("publish", undefined)
  }
  const end = ends.at(-1) ?? 0
  const at = yield* Readers.reach(readers, group, end)
  const server = (yield* process.ask("processorTime", undefined)) - serverBefore
  const clients = (yield* readers.ask("processorTime", undefined)) - clientsBefore
  const { lengths, checksums } = yield* readers.ask("report", group)
  yield* requireValid(
    lengths.length === 1 && lengths[0] === end && checksums.length === 1 && checksums[0] === checksum,
    `Clients of ${peer.name} received other frames than were published: ${lengths.join(", ")} of ${end} bytes.`
  )
  return { wall: at - begun, server, clients }
})

/** Sends the same frames to the same number of clients from our server, better-sse and a bare loop, in turn. */
export const fanout = Effect.fn("fanout")(function* (
  { clients, rounds, schedules }: FanoutOptions,
  onRun: (run: Run, round: number) => Effect.Effect<void> = () => Effect.void
) {
  const readers = yield* Readers.start
  const connected: Array<ConnectedPeer> = []
  let epoch = ""
  for (const peer of peers) {
    const process = yield* start(peer)
    const { url, tokens, epoch: own } = yield* process.ask("listen", clients)
    epoch = own ?? epoch
    const { group } = yield* Readers.open(readers, { url, tokens, reading: "bytes" })
    connected.push({ peer, process, group })
  }
  const feed = new EventFeed()
  feed.begin()

  /** Runs all servers in turn, on the same events. */
  const turn = Effect.fnUntraced(function* (name: ScheduleName, ticks: ReadonlyArray<number>, window: number) {
    const ticksOfChanges = ticks.map((count) => changes(epoch, feed.next(count)))
    const frames = ticks.reduce((sum, count) => sum + count, 0) * clients
    return yield* Effect.forEach(
      connected,
      Effect.fnUntraced(function* (stage) {
        yield* stage.process.ask("prepare", { epoch, ticks })
        const measured = yield* run(stage, readers, expected(stage.peer, ticksOfChanges), window)
        return { schedule: name, peer: stage.peer.name, frames, ...measured }
      })
    )
  })

  const runs: Array<Run> = []
  for (const { name, ticks, window } of schedules) {
    yield* turn(name, ticks.slice(0, Math.ceil(ticks.length / 4)), window)
    for (let round = 1; round <= rounds; round++) {
      for (const made of yield* turn(name, ticks, window)) {
        runs.push(made)
        yield* onRun(made, round)
      }
    }
  }
  return runs
}, Effect.scoped)
