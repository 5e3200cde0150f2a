import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, Scope } from "effect"
import { InvalidRun, requireValid } from "../../scripts/bench/InvalidRun.ts"
import * as Report from "../../scripts/bench/Report.ts"
import type { Subject } from "../../scripts/bench/Subject.ts"
import { delivery } from "../../scripts/bench/streams/Arrivals.ts"
import type { Run } from "../../scripts/bench/streams/Fanout.ts"
import type { Report as ReadersReport } from "../../scripts/bench/streams/readers/ReadersProtocol.ts"
import * as Delivery from "../../scripts/bench/subjects/Delivery.ts"
import * as ManyStreams from "../../scripts/bench/subjects/ManyStreams.ts"
import * as Streams from "../../scripts/bench/subjects/Streams.ts"
import { freshDatabase } from "../support/databases.ts"

/** Measures a subject on a small scale; returns its tables and the printed lines. */
const measured = Effect.fnUntraced(function* (measure: Subject["measure"]) {
  const scope = yield* Effect.scope
  const said: Array<string> = []
  const tables = yield* measure({
    scale: { rounds: 1, seconds: 1, quick: true },
    database: () => Scope.provide(Effect.map(freshDatabase, Redacted.value), scope),
    say: (line) => Effect.sync(() => void said.push(line))
  })
  return { tables, output: said.join("\n") }
}, Effect.provide(NodeServices.layer))

const number = (pattern: RegExp, output: string): number => Number(pattern.exec(output)?.[1])

describe("Subjects about streams, on a small scale", { timeout: 120_000 }, () => {
  it.live("delivery: measures the clients of another server, with notifications and with every notification lost", () =>
    Effect.gen(function* () {
      const { output, tables } = yield* measured(Delivery.measure({ clients: 30, seconds: 1, rate: 20 }))
      assert.match(output, /with notifications: 20 events to 30 clients of the other server, all delivered/)
      assert.match(output, /notifications lost: 20 events to 30 clients of the other server, all delivered/)
      assert.isAtLeast(number(/(\d+) notifications lost/, output), 1)
      assert.isTrue(tables.flatMap((table) => table.measurements).every(({ values: [p99 = 0] }) => p99 < 10_000))
    }).pipe(Effect.scoped)
  )

  it.live("many-streams: every event is delivered, and only the streams of clients that never read are closed", () =>
    Effect.gen(function* () {
      const size = { streams: 25, seconds: 2, neverRead: 2, burst: 32, rehearsalEvents: 64, settlingMs: 0 }
      const { output, tables } = yield* measured(ManyStreams.measure(size))
      assert.match(output, /2 events, one per second, to 25 streams: all 50 delivered/)
      assert.match(output, /the server closed 2 of them, 2 clients found theirs closed/)
      assert.match(output, /the 25 others got all of \d+ events, and 0 of them were closed/)
      assert.match(output, /1 logins meanwhile/)
      assert.lengthOf(tables, 3)
    }).pipe(Effect.scoped)
  )

  it.live("many-streams: fails if the kernel's buffers hold everything, so that no stream is closed", () =>
    Effect.gen(function* () {
      const size = { streams: 5, seconds: 1, neverRead: 2, burst: 1, rehearsalEvents: 0, settlingMs: 0 }
      const error = yield* Effect.flip(measured(ManyStreams.measure(size)))
      assert.strictEqual(error.message, "Streams that nobody reads were not closed.")
    }).pipe(Effect.scoped)
  )

  it.live("many-streams: refuses more streams than a process may open files", () =>
    Effect.gen(function* () {
      const size = { streams: 100_000_000, seconds: 1, neverRead: 0, burst: 1, rehearsalEvents: 0, settlingMs: 0 }
      const error = yield* Effect.flip(measured(ManyStreams.measure(size)))
      assert.include(error.message, "100000000 streams need 100000200 open files in each process")
    }).pipe(Effect.scoped)
  )

  it.live("streams: three servers send the same frames, and a missed aim is reported", () =>
    Effect.gen(function* () {
      const size = { clients: 20, bursts: 2, burstSize: 64, singles: 4 }
      const { output, tables } = yield* measured(Streams.measure(size))
      for (const peer of ["ours", "better-sse", "bare"]) {
        assert.match(output, new RegExp(`burst, round 1, ${peer}: 2,560 frames in`))
        assert.match(output, new RegExp(`single, round 1, ${peer}: 80 frames in`))
      }
      const aims = [{ of: "ours", to: "bare", is: "at least", bound: 1_000 }] as const
      assert.deepStrictEqual(Report.missed(tables.map((table) => Report.judge({ ...table, aims }))), [
        "Events to 20 streams, 64 at once, by time, ours to bare",
        "Events to 20 streams, one at a time, by processor time of the server, ours to bare"
      ])
    }).pipe(Effect.scoped)
  )
})

const write = (sequenceNumber: number) => ({ sequenceNumber, sentAt: 10, answeredAt: 14 })

const report = (over: Partial<ReadersReport> = {}): ReadersReport => ({
  closed: 0,
  endings: [],
  frames: { min: 2, max: 2 },
  disordered: 0,
  resets: 0,
  arrivals: [
    [7, Float64Array.of(15, 16)],
    [9, Float64Array.of(15, 18)]
  ],
  checksums: [],
  lengths: [],
  ...over
})

describe("A measurement of streams", () => {
  it.effect("gives times from the request and from its answer, if each stream received each event once", () =>
    Effect.gen(function* () {
      const times = yield* delivery([write(7), write(9)], 2, report())
      assert.deepStrictEqual(times.sinceSent, { count: 4, min: 5, median: 6, p99: 8, max: 8 })
      assert.deepStrictEqual(times.sinceAnswered, { count: 4, min: 1, median: 2, p99: 4, max: 4 })
    })
  )

  it.effect.each([
    ["one that did not come", { arrivals: [[7, Float64Array.of(15, 16)]] }],
    [
      "one that came to one stream too few",
      {
        arrivals: [
          [7, Float64Array.of(1, 2)],
          [9, Float64Array.of(15)]
        ]
      }
    ],
    [
      "one that came twice",
      {
        arrivals: [
          [7, Float64Array.of(1, 2, 3)],
          [9, Float64Array.of(15, 18)]
        ]
      }
    ],
    ["one that nobody wrote", { arrivals: [...report().arrivals, [10, Float64Array.of(1, 2)]] }],
    ["disorder", { disordered: 1 }],
    ["a reset", { resets: 1 }],
    ["a closed stream", { closed: 1 }]
  ] satisfies ReadonlyArray<readonly [string, Partial<ReadersReport>]>)("not %s", ([, over]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(delivery([write(7), write(9)], 2, report(over)))
      assert.instanceOf(error, InvalidRun)
    })
  )

  it.effect("is refused if a condition does not hold", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* Effect.flip(requireValid(false, "It does not."))).message, "It does not.")
    })
  )

  it("compares medians: of bursts by time, of single events by processor time", () => {
    const one = (schedule: Run["schedule"], peer: string, wall: number, server: number): Run => ({
      ...{ schedule, peer, wall, server },
      frames: 1_000,
      clients: 1
    })
    const runs = (["burst", "single"] as const).flatMap((schedule) => [
      ...[10, 20, 90].map((wall) => one(schedule, "ours", wall, 5)),
      ...[30, 40, 50].map((wall) => one(schedule, "better-sse", wall, 15)),
      ...[1, 20, 20].map((wall) => one(schedule, "bare", wall, 10))
    ])
    const judged = Streams.tables(runs, { clients: 1, bursts: 1, burstSize: 1, singles: 1 }).map(Report.judge)
    assert.deepStrictEqual(
      judged.map(({ aims }) => aims.map(({ of, to, measured }) => [of, to, Math.round(measured * 1e6) / 1e6])),
      [
        [
          ["ours", "better-sse", 2],
          ["ours", "bare", 1]
        ],
        [
          ["ours", "better-sse", 3],
          ["ours", "bare", 2]
        ]
      ]
    )
  })
})
