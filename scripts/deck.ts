import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { report } from "./admin/Failure.ts"
import { aim, count } from "./bench/Counts.ts"
import { beside, type Round } from "./bench/deck/Beside.ts"
import { cost } from "./bench/deck/Cost.ts"
import { largeDeck } from "./bench/deck/LargeDeck.ts"
import { inMilliseconds, type Spread, spread } from "./bench/Spread.ts"
import { judge } from "./bench/Void.ts"
import { server } from "./support/PostgresServer.ts"

const range = ({ median, least, most }: Spread): string =>
  `${median.toFixed(0)} ms (${least.toFixed(0)}–${most.toFixed(0)})`

const mebibytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(2)} MiB`

const costCommand = Command.make(
  "cost",
  {
    rounds: count("rounds", "How often both are made, in turn, after one round to warm up", 5),
    aimTime: aim("aim-time", "Times the time of plain PptxGenJS calls, at most", 1.5),
    aimSize: aim("aim-size", "Times the size of their file, at most", 1.5)
  },
  Effect.fnUntraced(function* ({ rounds, aimTime, aimSize }) {
    const { slides, ours, plain } = yield* cost(largeDeck({ principles: 50, objectives: 300 }), rounds)
    yield* Console.log(`${slides} slides for 50 principles and 300 objectives`)
    yield* Console.log(`  ours:  ${range(ours.time)}, ${mebibytes(ours.size)}`)
    yield* Console.log(`  plain: ${range(plain.time)}, ${mebibytes(plain.size)}`)
    const common = { unit: "times", is: "below" } as const
    yield* judge([
      { ...common, what: "time", measured: ours.time.median / plain.time.median, bound: aimTime },
      { ...common, what: "size", measured: ours.size / plain.size, bound: aimSize }
    ])
  })
).pipe(Command.withDescription("A large deck against plain PptxGenJS calls for the same shapes: time and size."))

const besideCommand = Command.make(
  "beside",
  {
    decks: count("decks", "Decks of as many teams, asked for at once", 8),
    principles: count("principles", "Principles of each team", 50),
    objectives: count("objectives", "Objectives of each team", 300),
    rounds: count("rounds", "How often both are measured, in turn, after one round to warm up", 3),
    seconds: count("seconds", "How long is measured without any deck, in each round", 15),
    postgres: Flag.Boolean("postgres").pipe(
      Flag.withDescription("On a PostgreSQL of its own, instead of the embedded database"),
      Flag.withDefault(false)
    ),
    aim: aim("aim", "Times the idle p99, at most, of the medians of all rounds", 2)
  },
  Effect.fnUntraced(function* ({ rounds, seconds, postgres, aim: bound, ...size }) {
    const databaseUrl = postgres ? (yield* server).url : null
    const results = yield* beside({ size, rounds, seconds, databaseUrl }, ({ idle, exporting, took, bytes }, n) =>
      Console.log(`round ${n}
  GET /api/teams, idle: ${inMilliseconds(idle)} (${idle.count} times)
  while ${size.decks} decks are made: ${inMilliseconds(exporting)} (${exporting.count} times)
  the decks took ${(took / 1_000).toFixed(1)} s: ${bytes.map(mebibytes).join(", ")}`)
    )
    const median = (of: (round: Round) => number) => spread(results.map(of)).median
    const measured = median(({ exporting }) => exporting.p99) / median(({ idle }) => idle.p99)
    yield* judge([{ what: "p99", measured, unit: "times idle", is: "below", bound }])
  }, Effect.scoped)
).pipe(Command.withDescription("What a look at the teams takes while large decks are asked for at once, against idle."))

const deck = Command.make("deck").pipe(
  Command.withDescription("Measures the export of decks."),
  Command.withSubcommands([costCommand, besideCommand])
)

deck.pipe(
  Command.run({ version: "1" }),
  Effect.provide(NodeServices.layer),
  Effect.catchCause(report),
  NodeRuntime.runMain({ disableErrorReporting: true })
)
