// As the server does.
import "effect/schema/SchemaJITCompiler/enable"
import { writeFile } from "node:fs/promises"
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Console, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import * as Telemetry from "../src/observability/Telemetry.ts"
import { report } from "./admin/Failure.ts"
import { count } from "./bench/Counts.ts"
import * as Report from "./bench/Report.ts"
import { run } from "./bench/Run.ts"
import { subjects } from "./bench/Subjects.ts"
import { Missed, Void } from "./bench/Void.ts"

const flags = {
  quick: Flag.Boolean("quick").pipe(
    Flag.withDescription("All of it in under two minutes, to see that it works; its figures are not to be quoted"),
    Flag.withDefault(false)
  ),
  only: Flag.Literals(
    "only",
    subjects.map(({ name }) => name)
  ).pipe(Flag.withDescription("A subject to measure, and no others; may be repeated"), Flag.atLeast(0)),
  rounds: count("rounds", "How often each contender has its turn, after one to warm up; with --quick at most 1", 5),
  seconds: count("seconds", "How long a turn takes; with --quick at most 1", 4),
  out: Flag.String("out").pipe(
    Flag.withDescription("The file that all measured values are written to, as JSON"),
    Flag.withDefault("bench.json")
  ),
  markdown: Flag.Boolean("markdown").pipe(
    Flag.withDescription("Prints the tables as Markdown"),
    Flag.withDefault(false)
  ),
  strict: Flag.Boolean("strict").pipe(
    Flag.withDescription("Ends with status 1 when an aim is missed"),
    Flag.withDefault(false)
  )
}

const bench = Command.make(
  "bench",
  flags,
  Effect.fnUntraced(function* ({ quick, only, rounds, seconds, out, markdown, strict }) {
    const scale = quick
      ? { quick, rounds: Math.min(rounds, 1), seconds: Math.min(seconds, 1) }
      : { quick, rounds, seconds }
    const chosen = subjects.filter(({ name }) => only.length === 0 || only.includes(name))
    const measured = yield* run(scale, chosen)
    yield* Effect.tryPromise({
      try: () => writeFile(out, `${JSON.stringify(measured, null, 2)}\n`),
      catch: (cause) => new Void({ message: `The values cannot be written to ${out}: ${cause}.` })
    })
    const tables = measured.subjects.flatMap((subject) => subject.tables)
    const shown = markdown ? [Report.summary(tables), ...tables.map(Report.markdown)] : tables.map(Report.text)
    yield* Console.log(shown.join("\n\n"))
    const missed = Report.missed(tables)
    if (strict && missed.length > 0) return yield* new Missed({ message: `Not reached: ${missed.join("; ")}.` })
  })
).pipe(
  Command.withDescription(
    "Measures the service beside what could be used instead of it, each in a process of its own, on a real PostgreSQL."
  )
)

bench.pipe(
  Command.run({ version: "1" }),
  Effect.provide(NodeServices.layer),
  // What is measured in this process is traced no more than a server is.
  Effect.provide(Telemetry.layer(Option.none())),
  Effect.catchCause(report),
  NodeRuntime.runMain({ disableErrorReporting: true })
)
