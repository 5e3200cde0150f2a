import type * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, type Scope } from "effect"
import type { CommandFailed } from "../admin/Failure.ts"

/** The scale of a measurement. */
export interface Scale {
  /** The number of rounds, in which contenders take turns, after one to warm up. */
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
  readonly database: (name: string) => Effect.Effect<string, CommandFailed>
  /** Prints a line of progress. */
  readonly say: (line: string) => Effect.Effect<void>
}

export interface Aim {
  readonly is: "at most" | "at least"
  readonly bound: number
}

/** What is measured, with a value for each round. */
export interface Row {
  readonly title: string
  /** The unit of all values, such as "requests/s" or "ms". */
  readonly unit: string
  readonly values: ReadonlyArray<number>
  /** What is measured in the same rounds. */
  readonly beside?: { readonly name: string; readonly values: ReadonlyArray<number> }
  /** The bound for the ratio of the medians, or for the median itself if nothing is beside it. */
  readonly aim?: Aim
}

/** A subject of the benchmark: something that is measured, with an alternative if there is one. */
export interface Subject {
  /** The name on the command line. */
  readonly name: string
  readonly about: string
  /** Fails if the contenders did not do the same work. */
  readonly measure: (
    stage: RunContext
  ) => Effect.Effect<ReadonlyArray<Row>, CommandFailed, Scope.Scope | NodeServices.NodeServices>
}

export const atMost = (bound: number): Aim => ({ is: "at most", bound })
export const atLeast = (bound: number): Aim => ({ is: "at least", bound })

/** Our values beside those of a contender in the same rounds. */
export const compared = (
  title: string,
  unit: string,
  name: string,
  rounds: ReadonlyArray<{ readonly ours: number; readonly theirs: number }>,
  aim: Aim
): Row => {
  const beside = { name, values: rounds.map(({ theirs }) => theirs) }
  return { title, unit, values: rounds.map(({ ours }) => ours), beside, aim }
}

/** Runs the rounds, prints a line for each, and gives their results; the first one is a warm-up and is dropped. */
export const inRounds = Effect.fnUntraced(function* <A, E, R>(
  { scale, say }: RunContext,
  subject: string,
  round: (n: number) => Effect.Effect<A, E, R>
) {
  const kept: Array<A> = []
  for (let n = 0; n <= scale.rounds; n++) {
    const made = yield* round(n)
    yield* say(`${subject}, ${n === 0 ? "warm-up" : `round ${n}`}: ${JSON.stringify(made)}`)
    if (n > 0) kept.push(made)
  }
  return kept
})
