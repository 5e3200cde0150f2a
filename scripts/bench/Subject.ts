import type * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, type Scope } from "effect"
import type { ChildFailed } from "./Child.ts"
import type { InvalidRun } from "./InvalidRun.ts"

/** The scale of a measurement. */
export interface Scale {
  /** The number of turns of each contender, in the order A B A B, after a warm-up turn. */
  readonly rounds: number
  /** Seconds of load in each turn, for subjects that are measured for a time. */
  readonly seconds: number
  /** A small scale, to see that everything works; the figures mean nothing. */
  readonly quick: boolean
}

/** The parts of a run that all subjects share. */
export interface RunContext {
  readonly scale: Scale
  /** Creates an empty database on the run's PostgreSQL, which has fsync; gives its URL. `name` is the start of its name. */
  readonly database: (name: string) => Effect.Effect<string, InvalidRun>
  /** Prints a line of progress. */
  readonly say: (line: string) => Effect.Effect<void>
}

/** A contender's values, one for each round. */
export interface Measurement {
  readonly contender: string
  readonly values: ReadonlyArray<number>
}

/** Measurements of one kind, side by side. */
export interface Table {
  readonly title: string
  /** The unit of all values, such as "requests/s" or "ms". */
  readonly unit: string
  readonly measurements: ReadonlyArray<Measurement>
  readonly aims: ReadonlyArray<Aim>
}

/**
 * A bound for the median of the contender `of`, or for its ratio to that of the contender `to`. Without a bound the value is
 * only reported.
 */
export interface Aim {
  readonly of: string
  readonly to?: string
  readonly is: "at most" | "at least"
  readonly bound?: number
}

/** A subject of the benchmark: something that is measured together with alternatives. */
export interface Subject {
  /** The name on the command line. */
  readonly name: string
  readonly about: string
  /** Fails if the contenders did not do the same work. */
  readonly measure: (
    stage: RunContext
  ) => Effect.Effect<ReadonlyArray<Table>, InvalidRun | ChildFailed, Scope.Scope | NodeServices.NodeServices>
}

/** The values of each contender, from rounds that have one value of each. */
export const valuesOf = (rounds: ReadonlyArray<Readonly<Record<string, number>>>) => {
  const names = Object.keys(rounds[0] ?? {})
  return Object.fromEntries(names.map((name) => [name, rounds.map((round) => round[name] ?? Number.NaN)]))
}

/** Makes a table from each contender's values. */
export const table = (
  title: string,
  unit: string,
  values: Readonly<Record<string, ReadonlyArray<number>>>,
  aims: ReadonlyArray<Aim> = []
): Table => ({
  ...{ title, unit, aims },
  measurements: Object.entries(values).map(([contender, values]) => ({ contender, values }))
})

/** The figures of a round in one line. */
const lineOf = (made: unknown): string =>
  JSON.stringify(made, (_, value) => (typeof value === "number" ? Number(value.toPrecision(4)) : value))
    .replaceAll(/["{}]/g, "")
    .replaceAll(/[:,]/g, "$& ")

/** Runs the rounds, prints a line for each, and gives their results; the first one is a warm-up and is dropped. */
export const inRounds = Effect.fnUntraced(function* <A, E, R>(
  { scale, say }: RunContext,
  subject: string,
  round: (n: number) => Effect.Effect<A, E, R>
) {
  const kept: Array<A> = []
  for (let n = 0; n <= scale.rounds; n++) {
    const made = yield* round(n)
    yield* say(`${subject}, ${n === 0 ? "warm-up" : `round ${n}`}: ${lineOf(made)}`)
    if (n > 0) kept.push(made)
  }
  return kept
})
