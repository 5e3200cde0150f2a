import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { report } from "./admin/Failure.ts"
import { count } from "./bench/Counts.ts"
import { judge } from "./streams/Aims.ts"
import { latency } from "./streams/Latency.ts"

const aim = (name: string, description: string, byDefault: number) =>
  Flag.Finite(name).pipe(
    Flag.withDescription(`${description}; missing it ends with status 1`),
    Flag.withDefault(byDefault)
  )

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

const streams = Command.make("streams").pipe(
  Command.withDescription("Measures event streams as users run the server: processes of their own, a real PostgreSQL."),
  Command.withSubcommands([latencyCommand])
)

streams.pipe(
  Command.run({ version: "1" }),
  Effect.provide(NodeServices.layer),
  Effect.catchCause(report),
  NodeRuntime.runMain({ disableErrorReporting: true })
)
