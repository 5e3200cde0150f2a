import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { report } from "./admin/Failure.ts"
import { aim, count } from "./bench/Counts.ts"
import { fanout, schedules } from "./bench/streams/Fanout.ts"
import * as FanoutReport from "./bench/streams/FanoutReport.ts"
import { latency } from "./bench/streams/Latency.ts"
import { many } from "./bench/streams/Many.ts"
import { type Aim, judge } from "./bench/Void.ts"

const latencyCommand = Command.make(
  "latency",
  {
    clients: count("clients", "Streams on the server that does not write", 500),
    seconds: count("seconds", "How long is written, each time", 30),
    rate: count("rate", "Events per second", 20),
    aim: aim("aim", "p99 in milliseconds from the request sent to the arrival", 100),
    aimLost: aim("aim-lost", "The same with notifications lost", 1_200)
  },
  Effect.fnUntraced(function* (options) {
    const { heard, lost } = yield* latency(options)
    const common = { unit: "ms", is: "below" } as const
    yield* judge([
      { ...common, what: "p99", measured: heard.sinceSent.p99, bound: options.aim },
      { ...common, what: "p99 with notifications lost", measured: lost.sinceSent.p99, bound: options.aimLost }
    ])
  }, Effect.scoped)
).pipe(
  Command.withDescription(
    "From a commit on one server to the clients of another, on one PostgreSQL, as things are and with every notification lost."
  )
)

const manyCommand = Command.make(
  "many",
  {
    streams: count("streams", "Streams on one server", 10_000),
    seconds: count("seconds", "How long one event per second is written", 60),
    neverRead: count("never-read", "Streams besides, whose clients never read; 0: none", 500, 0),
    burst: count("burst", "The most that is sent to each of those, in MiB", 32),
    rehearsal: count("rehearsal", "Events before they come: what these cost in memory is not their doing", 1_024, 0),
    aim: aim("aim", "p99 in milliseconds from the request sent to the arrival", 250),
    aimMemory: aim("aim-memory", "KB of the server's memory per stream", 25),
    aimGrowth: aim("aim-growth", "MiB that its memory grows by for those who never read", 64)
  },
  Effect.fnUntraced(function* (options) {
    const { sinceSent, perStream, stalled } = yield* many(options)
    const aims: Array<Aim> = [
      { what: "p99", measured: sinceSent.p99, unit: "ms", is: "below", bound: options.aim },
      { what: "memory per stream", measured: perStream / 1_000, unit: "KB", is: "below", bound: options.aimMemory }
    ]
    if (stalled !== undefined) {
      const measured = stalled.growth / 1_048_576
      aims.push({ what: "growth by who never reads", measured, unit: "MiB", is: "below", bound: options.aimGrowth })
    }
    yield* judge(aims)
  }, Effect.scoped)
).pipe(
  Command.withDescription(
    "Many streams on one server: delivery, memory, other requests meanwhile, and clients that never read."
  )
)

const fanoutCommand = Command.make(
  "fanout",
  {
    clients: count("clients", "Streams on each server", 1_000),
    rounds: count("rounds", "How often the servers are measured, in turn", 5),
    bursts: count("bursts", "Bursts of events per run", 20),
    burstSize: count("burst-size", "Events in a burst, as one commit would bring them", 64),
    singles: count("singles", "Events per run of the other schedule: one, and the next when all have got it", 200),
    aimBetter: aim("aim-better-sse", "Times the frames per second of better-sse", 1.5),
    aimBare: aim("aim-bare", "Times the frames per second of a bare loop", 1)
  },
  Effect.fnUntraced(function* (options) {
    const runs = yield* fanout({ ...options, schedules: schedules(options) }, (run, round) =>
      Console.log(FanoutReport.line(run, round))
    )
    const bounds = { "better-sse": options.aimBetter, bare: options.aimBare }
    yield* Console.log(FanoutReport.text(runs))
    yield* judge(FanoutReport.aims(runs, bounds))
  })
).pipe(
  Command.withDescription(
    "The same frames to many clients from our server, from better-sse and from a bare loop of writes, each a process."
  )
)

const streams = Command.make("streams").pipe(
  Command.withDescription("Measures event streams as users run the server: processes of their own, a real PostgreSQL."),
  Command.withSubcommands([latencyCommand, manyCommand, fanoutCommand])
)

streams.pipe(
  Command.run({ version: "1" }),
  Effect.provide(NodeServices.layer),
  Effect.catchCause(report),
  NodeRuntime.runMain({ disableErrorReporting: true })
)
