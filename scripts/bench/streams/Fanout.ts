import { Effect } from "effect"
import { now } from "../Answering.ts"
import type { Child } from "../Child.ts"
import { holds } from "../Void.ts"
import { changes, Feed } from "./peers/Feed.ts"
import type { PeerProtocol } from "./peers/PeerProtocol.ts"
import { type Expected, expected, type Peer, peers, start } from "./peers/Peers.ts"
import type { Readers as ReadersProcess } from "./readers/Readers.ts"
import * as Readers from "./readers/Readers.ts"

/** `burst`: events as they come from a group commit; `single`: one, and the next when all have got it. */
export type ScheduleName = "burst" | "single"

export interface Schedule {
  readonly name: ScheduleName
  /** How many events are published together, time after time. */
  readonly ticks: ReadonlyArray<number>
  /** Ticks that may be on their way: enough that nobody waits, few enough that no reader is too slow. */
  readonly window: number
}

export interface FanoutOptions {
  readonly clients: number
  readonly rounds: number
  readonly schedules: ReadonlyArray<Schedule>
}

/** One run of one server; times in milliseconds. */
export interface Run {
  readonly schedule: ScheduleName
  readonly peer: string
  /** Events times clients. */
  readonly frames: number
  /** From the first event published until the last client had the last one. */
  readonly wall: number
  /** Processor time of the server, and of the process with all the clients. */
  readonly server: number
  readonly clients: number
}

/** A server with its clients connected. */
interface Stage {
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

/** Publishes what is prepared, and waits until all have it; void when any client missed or got anything else. */
const run = Effect.fn("Fanout.run")(function* (
  { peer, process, group }: Stage,
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
  yield* holds(
    lengths.length === 1 && lengths[0] === end && checksums.length === 1 && checksums[0] === checksum,
    `The clients of ${peer.name} did not all get the frames that were published: ${lengths.join(", ")} of ${end} bytes.`
  )
  return { wall: at - begun, server, clients }
})

/** The same frames to as many clients from our server, from better-sse and from a bare loop, in turn. */
export const fanout = Effect.fn("fanout")(function* (
  { clients, rounds, schedules }: FanoutOptions,
  told: (run: Run, round: number) => Effect.Effect<void> = () => Effect.void
) {
  const readers = yield* Readers.start
  const stages: Array<Stage> = []
  let epoch = ""
  for (const peer of peers) {
    const process = yield* start(peer)
    const { url, tokens, epoch: own } = yield* process.ask("listen", clients)
    epoch = own ?? epoch
    const { group } = yield* Readers.open(readers, { url, tokens, reading: "bytes" })
    stages.push({ peer, process, group })
  }
  const feed = new Feed()
  feed.begin()

  /** Every server in its turn, on the same events. */
  const turn = Effect.fnUntraced(function* (name: ScheduleName, ticks: ReadonlyArray<number>, window: number) {
    const ticksOfChanges = ticks.map((count) => changes(epoch, feed.next(count)))
    const frames = ticks.reduce((sum, count) => sum + count, 0) * clients
    return yield* Effect.forEach(
      stages,
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
        yield* told(made, round)
      }
    }
  }
  return runs
}, Effect.scoped)
