import { Console, Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { wholeNumber } from "../admin/Flags.ts"
import { listed, quick, run } from "./CommandLine.ts"
import * as Report from "./Report.ts"
import { measured } from "./Run.ts"
import { events } from "./subjects/Events.ts"
import { memory } from "./subjects/Memory.ts"
import { replay } from "./subjects/Replay.ts"
import { streams } from "./subjects/Streams.ts"
import { views } from "./subjects/Views.ts"

export const subjects = [events, views, streams, replay, memory]

const settings = {
  only: Argument.Literals(
    "subject",
    subjects.map(({ name }) => name)
  ).pipe(Argument.withDescription("The subjects to measure; by default all"), Argument.variadic()),
  quick,
  rounds: wholeNumber("rounds", "The number of rounds, after a warm-up; with --quick at most 1").pipe(
    Flag.withDefault(5)
  ),
  seconds: wholeNumber("seconds", "The length of a turn in seconds; with --quick at most 1").pipe(Flag.withDefault(4))
}

const bench = Command.make(
  "bench",
  settings,
  Effect.fnUntraced(function* ({ only, quick, rounds, seconds }) {
    const scale = quick
      ? { quick, rounds: Math.min(rounds, 1), seconds: Math.min(seconds, 1) }
      : { quick, rounds, seconds }
    const chosen = subjects.filter(({ name }) => only.length === 0 || only.includes(name))
    yield* Console.log(Report.table(yield* measured(scale, chosen)))
  })
).pipe(
  Command.withDescription(
    "Measures the service and alternatives to it, each in a process of its own, on a real PostgreSQL. Prints a table in " +
      `Markdown, and the figures of all rounds on standard error.\n\n${listed(subjects)}`
  )
)

export const main = run(bench)
