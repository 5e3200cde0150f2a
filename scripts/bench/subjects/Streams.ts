import { createHash } from "node:crypto"
import { Effect } from "effect"
import type { ChangeNotification } from "../../../src/domain/ChangeNotification.ts"
import * as Frames from "../../../src/live/Frames.ts"
import * as Child from "../Child.ts"
import { requireValid } from "../InvalidRun.ts"
import { now } from "../ProtocolServer.ts"
import { type Aim, inRounds, type RunContext, type Subject, table, valuesOf } from "../Subject.ts"
import { changes, EventFeed } from "../streams/EventFeed.ts"
import type { PeerProcess } from "../streams/PeerServer.ts"
import { startReaders } from "../streams/Readers.ts"
import { numbers } from "../Team.ts"
import * as Writer from "../Writer.ts"

interface Peer {
  readonly name: string
  readonly script: string
  /** The bytes of a change on the peer's streams. */
  readonly frame: (id: string, notification: ChangeNotification) => Uint8Array
}

/** better-sse orders the fields differently and writes no space after the colon, so its frames are three bytes shorter. */
const betterSseFrame: Peer["frame"] = (id, notification) =>
  Buffer.from(`event:change\nid:${id}\ndata:${JSON.stringify(notification)}\n\n`)

const peers: ReadonlyArray<Peer> = [
  { name: "ours", script: "ourServer.ts", frame: Frames.change },
  { name: "better-sse", script: "betterSseServer.ts", frame: betterSseFrame },
  { name: "bare", script: "bareServer.ts", frame: Frames.change }
]

/** Events that are published together in each tick, and the ticks in flight: few enough that no reader is too slow. */
interface Schedule {
  readonly ticks: ReadonlyArray<number>
  readonly window: number
}

/** Starts a peer and connects its clients, in a process each. */
const connected = Effect.fnUntraced(function* (peer: Peer, clients: number) {
  const server = yield* Child.start<PeerProcess>(
    `"${peer.name}"`,
    new URL(`../streams/${peer.script}`, import.meta.url)
  )
  const { url, epoch } = yield* server.ask("listen")
  const isOpenToAll = epoch === undefined
  const tokens = isOpenToAll ? numbers(clients).map(() => "") : yield* Writer.viewers(yield* Writer.admin(url), clients)
  const readers = yield* startReaders
  yield* readers.ask("open", { url, tokens })
  return { peer, server, readers, epoch }
})

type Connected = Effect.Success<ReturnType<typeof connected>>

/** What every stream of a peer must receive: the byte position at the end of each tick, and the checksum of everything. */
const expected = ({ frame }: Peer, ticks: ReadonlyArray<ReturnType<typeof changes>>) => {
  const hash = createHash("sha256")
  let bytes = 0
  const ends = ticks.map((changes) => {
    for (const { id, notification } of changes) {
      const written = frame(id, notification)
      hash.update(written)
      bytes += written.length
    }
    return bytes
  })
  return { ends, checksum: hash.digest("hex") }
}

/** Publishes the prepared events until all clients have them; fails if a client received anything else. */
const published = Effect.fnUntraced(function* (
  { peer, server, readers }: Connected,
  { ends, checksum }: ReturnType<typeof expected>,
  window: number
) {
  yield* readers.ask("restart")
  const [clientsBefore, serverBefore] = [yield* readers.ask("processorTime"), yield* server.ask("processorTime")]
  const begun = now()
  for (const [tick] of ends.entries()) {
    const awaited = ends[tick - window]
    if (awaited !== undefined) yield* readers.ask("reach", awaited)
    yield* server.ask("publish")
  }
  const end = ends.at(-1) ?? 0
  const wall = (yield* readers.ask("reach", end)) - begun
  const processor = (yield* server.ask("processorTime")) - serverBefore
  const busy = ((yield* readers.ask("processorTime")) - clientsBefore) / wall
  const { lengths, checksums } = yield* readers.ask("report")
  yield* requireValid(
    lengths.join() === String(end) && checksums.join() === checksum,
    `Clients of ${peer.name} received other frames than were published: ${lengths.join(", ")} of ${end} bytes.`
  )
  return { peer: peer.name, wall, processor, busy }
})

/** Sends the same frames to the clients of all servers in turn; the values are frames per second of wall or processor time. */
const fanout = Effect.fnUntraced(function* (stage: RunContext, clients: number, schedules: ReadonlyArray<Schedule>) {
  const all = yield* Effect.forEach(peers, (peer) => connected(peer, clients))
  const epoch = all.flatMap((each) => each.epoch ?? [])[0] ?? ""
  const feed = new EventFeed()
  const turn = Effect.fnUntraced(function* ({ ticks, window }: Schedule) {
    const made = ticks.map((count) => changes(epoch, feed.next(count)))
    return yield* Effect.forEach(
      all,
      Effect.fnUntraced(function* (each) {
        yield* each.server.ask("prepare", { epoch, ticks })
        return yield* published(each, expected(each.peer, made), window)
      })
    )
  })
  return yield* Effect.forEach(
    schedules,
    Effect.fnUntraced(function* (schedule) {
      const frames = schedule.ticks.reduce((sum, count) => sum + count, 0) * clients
      const rounds = yield* inRounds(stage, "streams", () => turn(schedule))
      return (time: "wall" | "processor") =>
        valuesOf(rounds.map((runs) => Object.fromEntries(runs.map((run) => [run.peer, (frames * 1_000) / run[time]]))))
    })
  )
})

const aims: ReadonlyArray<Aim> = [
  { of: "ours", to: "better-sse", is: "at least", bound: 1.5 },
  { of: "ours", to: "bare", is: "at least", bound: 1 }
]

/**
 * Bursts, as after a group commit, are compared by time; single events by the server's CPU time, since the time of a single
 * event is mostly that of the clients and of their report.
 */
export const streams: Subject = {
  name: "streams",
  about: "The same frames to many clients from our server, from better-sse and from a bare loop of writes",
  measure: Effect.fn("Streams.measure")(function* (stage) {
    const [clients, bursts, size, singles] = stage.scale.quick ? [100, 4, 16, 20] : [1_000, 20, 64, 200]
    const [burst, single] = yield* fanout(stage, clients, [
      { ticks: numbers(bursts).map(() => size), window: 4 },
      { ticks: numbers(singles).map(() => 1), window: 1 }
    ])
    const title = `Events to ${clients} streams`
    return [
      table(`${title}, ${size} at once, by time`, "frames/s", burst?.("wall") ?? {}, aims),
      table(
        `${title}, one at a time, by processor time of the server`,
        "frames/s of processor time",
        single?.("processor") ?? {},
        aims
      )
    ]
  })
}
