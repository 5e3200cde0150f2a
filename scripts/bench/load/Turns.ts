import { Effect } from "effect"
import * as Child from "../Child.ts"
import type { Contender } from "../contenders/Contender.ts"
import { type InvalidRun, requireValid } from "../InvalidRun.ts"
import { figure } from "../Report.ts"
import { spread } from "../Spread.ts"
import type { Aim, RunContext, Table } from "../Subject.ts"
import type { Load, Loaded, LoadProtocol } from "./LoadProtocol.ts"

/** The turns of a contender after the warm-up. */
export interface Turns {
  readonly contender: string
  readonly loads: ReadonlyArray<Loaded>
}

/** Prepares a contender's turn: checks its responses, and gives the load with the expected ones. */
export type Prepare = (contender: Contender, turn: number) => Effect.Effect<Load, InvalidRun>

const milliseconds = (value: number): string => `${value.toFixed(2)} ms`

export const perSecond = ({ answers, milliseconds }: Loaded): number => (answers * 1_000) / milliseconds

const line = (loaded: Loaded): string =>
  `${figure(perSecond(loaded))} requests/s, p50 ${milliseconds(loaded.latency.median)}, ` +
  `p99 ${milliseconds(loaded.latency.p99)}, the load busy ${(loaded.busy * 100).toFixed(0)} %`

/** Fails unless all responses had the expected status and body. */
const accept = Effect.fnUntraced(function* (name: string, status: number, loaded: Loaded) {
  const others = loaded.statuses.filter(([each]) => each !== status)
  const counts = loaded.statuses.map(([each, count]) => `${count} times ${each}`).join(", ")
  yield* requireValid(
    loaded.answers > 0 && others.length === 0 && loaded.wrong === 0,
    `${loaded.wrong} of ${loaded.answers} answers of ${name} (${counts}) were wrong: ${loaded.example ?? "none to show"}`
  )
})

/** Runs the contenders in turn for all rounds, after a warm-up turn each. `after` checks the result of a turn. */
export const runInTurns = Effect.fn("Turns.inTurn")(function* (
  { scale, say }: RunContext,
  subject: string,
  contenders: ReadonlyArray<Contender>,
  prepare: Prepare,
  after: (contender: Contender, loaded: Loaded) => Effect.Effect<void, InvalidRun> = () => Effect.void
) {
  const load = yield* Child.start<LoadProtocol>("The load", new URL("loadProcess.ts", import.meta.url))
  const turns = contenders.map((contender) => ({ contender, loads: [] as Loaded[] }))
  for (let round = 0; round <= scale.rounds; round++) {
    for (const { contender, loads } of turns) {
      const prepared = yield* prepare(contender, round)
      const loaded = yield* load.ask("run", prepared, `${scale.seconds + 60} seconds`)
      yield* accept(contender.name, prepared.kind === "reads" ? prepared.status : 200, loaded)
      yield* after(contender, loaded)
      if (round > 0) loads.push(loaded)
      yield* say(`${subject}, ${round === 0 ? "warm-up" : `round ${round}`}, ${contender.name}: ${line(loaded)}`)
    }
  }
  return turns.map(({ contender, loads }): Turns => ({ contender: contender.name, loads }))
})

/** The share of time in which the load may be busy; above it the load is the limit. */
const maxBusyShare = 0.85

/** A table's title, with a note if the load was the limit. */
export const titled = (title: string, turns: ReadonlyArray<Turns>): string => {
  const most = Math.max(...turns.map(({ loads }) => spread(loads.map(({ busy }) => busy)).median))
  return most < maxBusyShare
    ? title
    : `${title} (the load was busy ${(most * 100).toFixed(0)} % of the time: it limits)`
}

/** A table with one value for each turn. */
export const table = (
  title: string,
  unit: string,
  turns: ReadonlyArray<Turns>,
  value: (loaded: Loaded) => number,
  aims: ReadonlyArray<Aim> = []
): Table => ({
  ...{ title, unit, aims },
  measurements: turns.map(({ contender, loads }) => ({ contender, values: loads.map(value) }))
})
