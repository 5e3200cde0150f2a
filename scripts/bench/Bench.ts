import { writeFile } from "node:fs/promises"
import { Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { count, listed, quick, run } from "./CommandLine.ts"
import { measured, tell } from "./Run.ts"
import { comparisons, subjects } from "./Subjects.ts"
import { Void } from "./Void.ts"

const settings = {
  only: Argument.Literals(
    "subject",
    subjects.map(({ name }) => name)
  ).pipe(Argument.withDescription("What is measured; without any, the first ten"), Argument.variadic()),
  quick,
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
  settings,
  Effect.fnUntraced(function* ({ only, quick, rounds, seconds, out, ...how }) {
    const scale = quick
      ? { quick, rounds: Math.min(rounds, 1), seconds: Math.min(seconds, 1) }
      : { quick, rounds, seconds }
    const chosen = only.length === 0 ? comparisons : subjects.filter(({ name }) => only.includes(name))
    const values = yield* measured(scale, chosen)
    yield* Effect.tryPromise({
      try: () => writeFile(out, `${JSON.stringify(values, null, 2)}\n`),
      catch: (cause) => new Void({ message: `The values cannot be written to ${out}: ${cause}.` })
    })
    yield* tell(values, how)
  })
).pipe(
  Command.withDescription(
    `Measures the service beside what could be used instead of it, each in a process of its own, on a real PostgreSQL.\n\n${listed(subjects)}`
  )
)

export const main = run(bench)
