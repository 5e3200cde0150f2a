import type * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, type Scope } from "effect"
import type { ChildFailed } from "./Child.ts"
import type { Void } from "./Void.ts"

/** How much of a subject is measured. */
export interface Scale {
  /** How often each contender has its turn, after one turn to warm up: A B A B. */
  readonly rounds: number
  /** Seconds of load in each turn, where a subject is measured by time. */
  readonly seconds: number
  /** Everything smaller, to see that all works; figures are not to be quoted. */
  readonly quick: boolean
}

/** What all subjects share. */
export interface Stage {
  readonly scale: Scale
  /** URL of a new, empty database on the run's PostgreSQL, fsync and all; its name begins with what is given. */
  readonly database: (name: string) => Effect.Effect<string, Void>
  /** A line of progress. */
  readonly say: (line: string) => Effect.Effect<void>
}

/** What one contender reached, one value for each round. */
export interface Measurement {
  readonly contender: string
  readonly values: ReadonlyArray<number>
}

/** Measurements of one kind, side by side. */
export interface Table {
  readonly title: string
  /** Of all values, such as "requests/s" or "ms". */
  readonly unit: string
  readonly measurements: ReadonlyArray<Measurement>
  readonly aims: ReadonlyArray<Aim>
}

/** A contender's median, by that of another one if `to` names it, and what it should be; without a bound it is only told. */
export interface Aim {
  readonly of: string
  readonly to?: string
  readonly is: "at most" | "at least"
  readonly bound?: number
}

/** Something that is measured beside what it competes with. */
export interface Subject {
  /** As the command line names it. */
  readonly name: string
  readonly about: string
  /** Fails when the contenders did not do the same work. */
  readonly measure: (
    stage: Stage
  ) => Effect.Effect<ReadonlyArray<Table>, Void | ChildFailed, Scope.Scope | NodeServices.NodeServices>
}

/** A table of each contender's values. */
export const table = (
  title: string,
  unit: string,
  values: Readonly<Record<string, ReadonlyArray<number>>>,
  aims: ReadonlyArray<Aim> = []
): Table => ({
  ...{ title, unit, aims },
  measurements: Object.entries(values).map(([contender, values]) => ({ contender, values }))
})

/** What each round gives, and is said of it; the one before the first warms up, and is not kept. */
export const inRounds = Effect.fnUntraced(function* <A, E, R>(
  { scale, say }: Stage,
  subject: string,
  round: (n: number) => Effect.Effect<A, E, R>,
  line: (made: A) => string
) {
  const kept: Array<A> = []
  for (let n = 0; n <= scale.rounds; n++) {
    const made = yield* round(n)
    yield* say(`${subject}, ${n === 0 ? "warm-up" : `round ${n}`}: ${line(made)}`)
    if (n > 0) kept.push(made)
  }
  return kept
})
