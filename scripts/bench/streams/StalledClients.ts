import { readFile } from "node:fs/promises"
import { Effect, Layer } from "effect"
import { Planner } from "../../../src/log/writer/Planner.ts"
import { requireValid } from "../InvalidRun.ts"
import * as LocalPlanner from "../LocalPlanner.ts"
import { inMebibytes, residentBytes } from "../ResidentMemory.ts"
import type { RunContext } from "../Subject.ts"
import type { Readers as ReadersProcess } from "./readers/Readers.ts"
import * as Readers from "./readers/Readers.ts"
import { streamCounts } from "./StreamMetrics.ts"

/** The events that the Planner writes at once before it waits for the readers: fewer than a reader may lag behind. */
const eventsPerStep = 256

/** How long clients may take to notice that their stream was closed. */
const noticeMs = 5_000

interface Scene {
  readonly url: string
  readonly databaseUrl: string
  readonly pid: number
  readonly metricsPort: number
  readonly readers: ReadersProcess
  readonly say: RunContext["say"]
}

/** A group of streams whose clients read, and the number of changes each has received. */
interface Others {
  readonly group: number
  readonly streams: number
  readonly framesBefore: number
}

interface Stalled {
  readonly tokens: ReadonlyArray<string>
  /** The measurement gives up when it has sent this many bytes to each stream. */
  readonly maxBytes: number
  /** The events that are written before the stalled clients connect, to measure the memory that events alone cost. */
  readonly rehearsalEvents: number
}

/** The kernel's buffer sizes for a connection, if it tells them. */
const kernelBuffers = Effect.forEach(["tcp_wmem", "tcp_rmem"], (name) =>
  Effect.tryPromise(() => readFile(`/proc/sys/net/ipv4/${name}`, "utf8")).pipe(
    Effect.map((text) => `${name} ${text.trim().replaceAll(/\s+/g, " ")}`),
    Effect.orElseSucceed(() => `${name} unknown`)
  )
).pipe(Effect.map((lines) => lines.join(", ")))

/** Edits `eventsPerStep` principles at once; gives the last sequence number. */
const edits = Effect.fnUntraced(function* (serial: number) {
  const { submit } = yield* Planner
  const edit = (n: number) => submit(LocalPlanner.edit(n, { title: `Title ${n}, changed ${serial}` }))
  const numbers = Array.from({ length: eventsPerStep }, (_, n) => n)
  const outcomes = yield* Effect.orDie(Effect.forEach(numbers, edit, { concurrency: "unbounded" }))
  return Math.max(...outcomes.map(({ sequenceNumber }) => sequenceNumber))
})

/**
 * Opens streams whose clients never read, and writes until the server has closed them, or `maxBytes` were sent to each. After
 * every step it waits for the other readers, so that only the stalled ones are behind.
 */
export const measure = Effect.fn("StalledClients.measure")(function* (
  { url, databaseUrl, pid, metricsPort, readers, say }: Scene,
  others: Others,
  stalled: Stalled
) {
  const planner = yield* Layer.build(LocalPlanner.layer(databaseUrl))
  let frames = others.framesBefore
  let serial = 0
  let peak = 0
  const step = Effect.gen(function* () {
    const last = yield* edits(++serial).pipe(Effect.provideContext(planner))
    frames += eventsPerStep
    yield* Readers.reach(readers, others.group, last)
    peak = Math.max(peak, yield* residentBytes(pid))
  })
  const start = yield* residentBytes(pid)
  while (frames - others.framesBefore < stalled.rehearsalEvents) yield* step
  const rehearsed = { events: frames - others.framesBefore, growth: peak - start }

  const silent = yield* Readers.start
  const { length } = stalled.tokens
  const { group } = yield* Readers.open(silent, { url, tokens: stalled.tokens, reading: "stalled" })
  const { open, slow } = yield* streamCounts(metricsPort)
  yield* requireValid(open === others.streams + length, `The server says that ${open} streams are open.`)
  const before = yield* residentBytes(pid)
  peak = before
  const written = yield* readers.ask("bytes", others.group)
  let events = 0
  let sent = 0
  let closed = 0
  while (closed < length && sent < stalled.maxBytes) {
    yield* step
    events += eventsPerStep
    sent = ((yield* readers.ask("bytes", others.group)) - written) / others.streams
    closed = (yield* streamCounts(metricsPort)).slow - slow
  }
  const noticed = closed === 0 ? 0 : yield* silent.ask("drain", { group, milliseconds: noticeMs })
  const report = yield* readers.ask("report", others.group)
  const left = (yield* streamCounts(metricsPort)).open
  const growth = peak - before

  yield* say(
    [
      `${length} more streams, whose clients never read: the server closed ${closed} of them, ` +
        `${noticed} clients found theirs closed`,
      `  after ${events} events, ${inMebibytes(sent)} for each: most of that is in the kernel's buffers, where the server cannot see it`,
      `  (${yield* kernelBuffers})`,
      `  the server's memory grew by ${inMebibytes(growth)} at most; by ${inMebibytes(rehearsed.growth)} in ` +
        `${rehearsed.events} such events without them`,
      `  the ${others.streams} others got all of ${frames} events, and ${report.closed} of them were closed`
    ].join("\n")
  )
  yield* requireValid(closed === length && noticed === length, "Streams that nobody reads were not closed.")
  yield* requireValid(report.closed === 0 && left === others.streams, "Streams that were read were closed too.")
  yield* requireValid(
    report.frames.min === frames && report.frames.max === frames && report.disordered === 0,
    `Streams that were read got ${report.frames.min} to ${report.frames.max} of ${frames} events.`
  )
  return { growth, events, sent }
})
