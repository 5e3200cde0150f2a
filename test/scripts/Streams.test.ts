import { spawn } from "node:child_process"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { delivery } from "../../scripts/bench/streams/Delivery.ts"
import type { Run } from "../../scripts/bench/streams/Fanout.ts"
import * as FanoutReport from "../../scripts/bench/streams/FanoutReport.ts"
import type { Report } from "../../scripts/bench/streams/readers/ReadersProtocol.ts"
import { holds, judge, Missed, Void } from "../../scripts/bench/Void.ts"
import { words } from "./AdminProcess.ts"

interface Finished {
  readonly code: number | null
  readonly output: string
}

/** `npm run bench:streams -- …` as a process of its own, to its end. */
const run = (line: string): Effect.Effect<Finished> =>
  Effect.callback((resume) => {
    const child = spawn(process.execPath, ["scripts/streams.ts", ...words(line)], {
      env: { PATH: process.env.PATH, NO_COLOR: "1", NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
      stdio: ["ignore", "pipe", "pipe"]
    })
    let output = ""
    const hear = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout.on("data", hear)
    child.stderr.on("data", hear)
    child.once("close", (code) => resume(Effect.succeed({ code, output })))
    return Effect.sync(() => child.kill("SIGTERM"))
  })

const succeeds = Effect.fnUntraced(function* (line: string) {
  const { code, output } = yield* run(line)
  assert.strictEqual(code, 0, output)
  return output
})

const fails = Effect.fnUntraced(function* (line: string, error: string) {
  const { code, output } = yield* run(line)
  assert.strictEqual(code, 1, output)
  assert.include(output, `Error: ${error}`)
})

const number = (pattern: RegExp, output: string): number => Number(pattern.exec(output)?.[1])

describe("bench:streams, with little to do", { timeout: 120_000 }, () => {
  it.live("latency: to the clients of the other server, and with every notification lost", () =>
    Effect.gen(function* () {
      const output = yield* succeeds("latency --clients 30 --seconds 2 --rate 10 --aim 5000 --aim-lost 10000")
      assert.match(output, /with notifications: 20 events to 30 clients of the other server, all delivered/)
      assert.match(output, /notifications lost: 20 events to 30 clients of the other server, all delivered/)
      assert.isAtLeast(number(/(\d+) notifications lost/, output), 1)
    })
  )

  it.live("many: all delivered, and those that never read are closed, and only those", () =>
    Effect.gen(function* () {
      const output = yield* succeeds(
        "many --streams 25 --seconds 2 --never-read 2 --rehearsal 64 --aim 5000 --aim-memory 1000000 --aim-growth 1000"
      )
      assert.match(output, /2 events, one per second, to 25 streams: all 50 delivered/)
      assert.match(output, /the server closed 2 of them, 2 clients found theirs closed/)
      assert.match(output, /the 25 others got all of \d+ events, and 0 of them were closed/)
      assert.match(output, /1 logins meanwhile/)
    })
  )

  it.live("many: what the kernel takes alone closes nobody, and that is told", () =>
    fails(
      "many --streams 5 --seconds 1 --never-read 2 --burst 1 --rehearsal 0",
      "Streams that nobody reads were not closed."
    )
  )

  it.live("many: more streams than files may be open", () =>
    fails("many --streams 100000000 --never-read 0", "100000000 streams need 100000200 open files in each process")
  )

  it.live("fanout: three servers, the same frames; a ratio that is not reached ends with 1", () =>
    Effect.gen(function* () {
      const small = "fanout --clients 20 --rounds 1 --bursts 2 --singles 4"
      const output = yield* succeeds(`${small} --aim-better-sse 0 --aim-bare 0`)
      for (const peer of ["ours", "better-sse", "bare"]) {
        assert.match(output, new RegExp(`burst, round 1, ${peer}: 2,560 frames in`))
        assert.match(output, new RegExp(`single, round 1, ${peer}: 80 frames in`))
      }
      yield* fails(
        `${small} --aim-better-sse 0 --aim-bare 1000`,
        "Not reached: burst, ours to bare by time; single, ours to bare by processor."
      )
    })
  )

  it.live("help names what can be measured", () =>
    Effect.gen(function* () {
      const output = yield* succeeds("--help")
      for (const name of ["latency", "many", "fanout"]) assert.match(output, new RegExp(`^ +${name} `, "m"))
    })
  )
})

const write = (sequenceNumber: number) => ({ sequenceNumber, sentAt: 10, answeredAt: 14 })

const report = (over: Partial<Report> = {}): Report => ({
  closed: 0,
  endings: [],
  frames: { least: 2, most: 2 },
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

describe("What a measurement of streams accepts", () => {
  it.effect("each event once at each stream: times from the request, and from its answer", () =>
    Effect.gen(function* () {
      const times = yield* delivery([write(7), write(9)], 2, report())
      assert.deepStrictEqual(times.sinceSent, { count: 4, least: 5, median: 6, p99: 8, most: 8 })
      assert.deepStrictEqual(times.sinceAnswered, { count: 4, least: 1, median: 2, p99: 4, most: 4 })
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
  ] satisfies ReadonlyArray<readonly [string, Partial<Report>]>)("not %s", ([, over]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(delivery([write(7), write(9)], 2, report(over)))
      assert.instanceOf(error, Void)
    })
  )

  it.effect("an aim is met or missed", () =>
    Effect.gen(function* () {
      const below = { what: "p99", measured: 99, unit: "ms", is: "below", bound: 100 } as const
      const atLeast = { what: "ratio", measured: 1.5, unit: "times", is: "at least", bound: 1.5 } as const
      yield* judge([below, atLeast])
      const error = yield* Effect.flip(
        judge([
          { ...below, measured: 100 },
          { ...atLeast, measured: 1.49 }
        ])
      )
      assert.instanceOf(error, Missed)
      assert.strictEqual(error.message, "Not reached: p99; ratio.")
      assert.strictEqual((yield* Effect.flip(holds(false, "It does not."))).message, "It does not.")
    })
  )

  it("ratios are of medians: of bursts by time, of single events by processor", () => {
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
    assert.deepStrictEqual(
      FanoutReport.aims(runs, { "better-sse": 1.5, bare: 1 }).map(({ what, measured }) => [what, measured]),
      [
        ["burst, ours to better-sse by time", 2],
        ["burst, ours to bare by time", 1],
        ["single, ours to better-sse by processor", 3],
        ["single, ours to bare by processor", 2]
      ]
    )
  })
})
