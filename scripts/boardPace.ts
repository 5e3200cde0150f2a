import { join } from "node:path"
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import * as Budget from "../src/page/build/Budget.ts"
import { build } from "../src/page/build/Build.ts"
import { report } from "./admin/Failure.ts"
import { pace, type Round } from "./bench/board/Pace.ts"
import { aim, count } from "./bench/Counts.ts"
import { type Spread, spread } from "./bench/Spread.ts"
import { judge } from "./bench/Void.ts"
import { Browser } from "./support/Browser.ts"

// Vite leaves it as it is where it is set, and builds by it.
process.env.NODE_ENV = "production"

const range = ({ median, least, most, count }: Spread): string =>
  `${median.toFixed(1)} ms (${least.toFixed(1)}–${most.toFixed(1)}, ${count} times)`

const figures = {
  "the board's first rows, from the data": ({ board }: Round) => [board.first],
  "the board's last row, from the data": ({ board }: Round) => [board.all],
  "somebody else's title in the document, from the data": ({ changes }: Round) => changes.map(({ work }) => work),
  "somebody else's title in sight, from the stream's frame": ({ changes }: Round) => changes.map(({ whole }) => whole),
  "a letter in sight, from its key": ({ keys }: Round) => keys,
  "the matrix' first rows, from the click": ({ matrix }: Round) => [matrix.first],
  "the matrix' last row, from the click": ({ matrix }: Round) => [matrix.all]
} as const

const boardPace = Command.make(
  "boardPace",
  {
    rounds: count("rounds", "How often the board is visited, after one visit to warm up", 5),
    principles: count("principles", "Principles of the team", 50),
    objectives: count("objectives", "Objectives of the team", 300),
    changes: count("changes", "Titles somebody else changes, in each visit", 10),
    keys: count("keys", "Keys pressed, in each visit", 10),
    aimFirst: aim("aim-first", "Milliseconds to the board's first rows, at most, of the median", 300),
    aimChange: aim("aim-change", "Milliseconds of work that another's change makes, at most, of the median", 16)
  },
  Effect.fnUntraced(function* ({ rounds, principles, objectives, changes, keys, aimFirst, aimChange }) {
    const sizes = yield* build(join(import.meta.dirname, ".."))
    for (const kind of Budget.kinds) yield* Console.log(Budget.describe(sizes, kind))
    const results = yield* pace({ size: { principles, objectives }, rounds, changes, keys }, ({ board, matrix }, n) =>
      Console.log(`round ${n}: board ${board.first.toFixed(0)} ms, matrix ${matrix.first.toFixed(0)} ms`)
    )
    const spreadOf = (of: (round: Round) => ReadonlyArray<number>) => spread(results.flatMap(of))
    for (const [what, of] of Object.entries(figures)) yield* Console.log(`  ${what}: ${range(spreadOf(of))}`)
    const common = { unit: "ms", is: "below" } as const
    const median = (what: keyof typeof figures) => ({ ...common, what, measured: spreadOf(figures[what]).median })
    yield* judge([
      { ...median("the board's first rows, from the data"), bound: aimFirst },
      { ...median("somebody else's title in the document, from the data"), bound: aimChange }
    ])
  })
).pipe(
  Command.withDescription(
    "How fast a full team's board is in a browser: to open it, to follow others, to type, to link."
  )
)

boardPace.pipe(
  Command.run({ version: "1" }),
  Effect.provide([NodeServices.layer, Browser.layer]),
  Effect.catchCause(report),
  NodeRuntime.runMain({ disableErrorReporting: true })
)
