import { writeFile } from "node:fs/promises"
import { Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { count, listed, quick, run } from "./CommandLine.ts"
import { InvalidRun } from "./InvalidRun.ts"
import { measured, printResults } from "./Run.ts"
import { comparisons, subjects } from "./Subjects.ts"

const settings = {
  only: Argument.Literals(
    "subject",
    subjects.map(({ name }) => name)
  ).pipe(Argument.withDescription("The subjects to measure; by default the first eight"), Argument.variadic()),
  quick,
  rounds: count("rounds", "The number of turns of each contender, after a warm-up; with --quick at most 1", 5),
  seconds: count("seconds", "The length of a turn in seconds; with --quick at most 1", 4),
  out: Flag.String("out").pipe(
    Flag.withDescription("The file to which all measured values are written as JSON"),
    Flag.withDefault("bench.json")
  ),
  markdown: Flag.Boolean("markdown").pipe(
    Flag.withDescription("Print all aims as one table in Markdown"),
    Flag.withDefault(false)
  ),
  strict: Flag.Boolean("strict").pipe(Flag.withDescription("Exit with 1 if an aim is missed"), Flag.withDefault(false))
}

const bench = Command.make(
  "bench",
  settings,
  Effect.fnUntraced(function* ({ only, quick, rounds, seconds, out, ...how }) {
    const scale = quick
      ? { quick, rounds: Math.min(rounds, 1), seconds: Math.min(seconds, 1) }
      : { quick, rounds, seconds }
    const chosen = only.length === 0 ? comparisons : subjects.filter(({ name }) => only.includes(name))
    const values = yield* measured(scale, chosen)
    yield* Effect.tryPromise({
      try: () => writeFile(out, `${JSON.stringify(values, null, 2)}\n`),
      catch: (cause) => new InvalidRun({ message: `The values cannot be written to ${out}: ${cause}.` })
    })
    yield* printResults(values, how)
  })
).pipe(
  Command.withDescription(
    `Measures the service and alternatives to it, each in a process of its own, on a real PostgreSQL.\n\n${listed(subjects)}`
  )
)

export const main = run(bench)
