import { Effect } from "effect"
import * as Child from "../Child.ts"
import type { Contender } from "../contenders/Contender.ts"
import { figure } from "../Report.ts"
import { spread } from "../Spread.ts"
import type { Aim, Stage, Table } from "../Subject.ts"
import { holds, type Void } from "../Void.ts"
import type { Load, Loaded, LoadProtocol } from "./LoadProtocol.ts"

/** Somebody's turns after the one that warmed up. */
export interface Turns {
  readonly contender: string
  readonly loads: ReadonlyArray<Loaded>
}

/** Prepares the turn of a contender, checks what it answers, and says what it has to answer under load. */
export type Prepare = (contender: Contender, turn: number) => Effect.Effect<Load, Void>

const milliseconds = (value: number): string => `${value.toFixed(2)} ms`

export const perSecond = ({ answers, milliseconds }: Loaded): number => (answers * 1_000) / milliseconds

const line = (loaded: Loaded): string =>
  `${figure(perSecond(loaded))} requests/s, p50 ${milliseconds(loaded.latency.median)}, ` +
  `p99 ${milliseconds(loaded.latency.p99)}, the load busy ${(loaded.busy * 100).toFixed(0)} %`

/** All answers had the status and the body they had to have. */
const accept = Effect.fnUntraced(function* (name: string, status: number, loaded: Loaded) {
  const others = loaded.statuses.filter(([each]) => each !== status)
  const told = loaded.statuses.map(([each, count]) => `${count} times ${each}`).join(", ")
  yield* holds(
    loaded.answers > 0 && others.length === 0 && loaded.wrong === 0,
    `Of ${loaded.answers} answers of ${name} (${told}), ${loaded.wrong} were wrong: ${loaded.example ?? "none to show"}`
  )
})

/**
 * Each contender in its turn, as often as there are rounds, after a turn each that warms up. `after` looks at what a
 * turn has left behind.
 */
export const inTurn = Effect.fn("Turns.inTurn")(function* (
  { scale, say }: Stage,
  subject: string,
  contenders: ReadonlyArray<Contender>,
  prepare: Prepare,
  after: (contender: Contender, loaded: Loaded) => Effect.Effect<void, Void> = () => Effect.void
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

/** The part of the time that the load may be busy: from here on it is what limits. */
const limiting = 0.85

/** A table's title, which says so where it may be the load that was measured. */
export const titled = (title: string, turns: ReadonlyArray<Turns>): string => {
  const most = Math.max(...turns.map(({ loads }) => spread(loads.map(({ busy }) => busy)).median))
  return most < limiting ? title : `${title} (the load was busy ${(most * 100).toFixed(0)} % of the time: it limits)`
}

/** A table of one value of each turn. */
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
