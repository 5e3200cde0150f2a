import { Effect } from "effect"
import * as Child from "../Child.ts"
import type { Contender } from "../contenders/Contender.ts"
import { type InvalidRun, requireValid } from "../InvalidRun.ts"
import { figure } from "../Report.ts"
import { type Spread, spread } from "../Spread.ts"
import { type Aim, type RunContext, type Table, table } from "../Subject.ts"
import type { Load, Loaded, LoadProcess } from "./loadProcess.ts"

/** The turns of a contender after the warm-up. */
interface Turns {
  readonly contender: string
  readonly loads: ReadonlyArray<Loaded>
}

/** Prepares a contender's turn: checks its responses, and gives the load with the expected ones. */
export type Prepare = (contender: Contender, turn: number) => Effect.Effect<Load, InvalidRun>

export const perSecond = ({ answers, milliseconds }: Loaded): number => (answers * 1_000) / milliseconds

/** The times of a load that only reads or only edits. */
const latency = ({ reads, edits }: Loaded): Spread => (reads.count === 0 ? edits : reads)

const line = (loaded: Loaded): string => {
  const { median, p99 } = latency(loaded)
  const times = `p50 ${median.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`
  return `${figure(perSecond(loaded))} requests/s, ${times}, the load busy ${(loaded.busy * 100).toFixed(0)} %`
}

export const startLoad = Child.start<LoadProcess>("The load", new URL("loadProcess.ts", import.meta.url))

/** Runs a load once; fails unless all responses were as expected. */
export const load = Effect.fn("Turns.load")(function* (process: Child.Child<LoadProcess>, name: string, what: Load) {
  const loaded = yield* process.ask("run", what)
  const { answers, wrong, example } = loaded
  yield* requireValid(answers > 0 && wrong === 0, `${wrong} of ${answers} answers of ${name} were wrong: ${example}`)
  return loaded
})

/** Runs the contenders in turn for all rounds, after a warm-up turn each. `after` checks the result of a turn. */
export const runInTurns = Effect.fn("Turns.inTurn")(function* (
  { scale, say }: RunContext,
  subject: string,
  contenders: ReadonlyArray<Contender>,
  prepare: Prepare,
  after: (contender: Contender, loaded: Loaded) => Effect.Effect<void, InvalidRun> = () => Effect.void
) {
  const process = yield* startLoad
  const turns = contenders.map((contender) => ({ contender, loads: [] as Loaded[] }))
  for (let round = 0; round <= scale.rounds; round++) {
    for (const { contender, loads } of turns) {
      const loaded = yield* load(process, contender.name, yield* prepare(contender, round))
      yield* after(contender, loaded)
      if (round > 0) loads.push(loaded)
      yield* say(`${subject}, ${round === 0 ? "warm-up" : `round ${round}`}, ${contender.name}: ${line(loaded)}`)
    }
  }
  return turns.map(({ contender, loads }): Turns => ({ contender: contender.name, loads }))
})

/** The share of time in which the load may be busy; above it the load is the limit. */
const maxBusyShare = 0.85

/** A table with one value for each turn, and a note in its title if the load was the limit. */
export const tableOf = (
  title: string,
  unit: string,
  turns: ReadonlyArray<Turns>,
  value: (loaded: Loaded) => number,
  aims: ReadonlyArray<Aim> = []
): Table => {
  const most = Math.max(...turns.map(({ loads }) => spread(loads.map(({ busy }) => busy)).median))
  const note = most < maxBusyShare ? "" : ` (the load was busy ${(most * 100).toFixed(0)} % of the time: it limits)`
  const values = turns.map(({ contender, loads }) => [contender, loads.map(value)])
  return table(title + note, unit, Object.fromEntries(values), aims)
}
