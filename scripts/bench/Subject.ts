import type { Effect, Scope } from "effect"
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
  readonly ratios: ReadonlyArray<Ratio>
}

/** Median of one contender to the median of another one, and what it should be; without a bound it is only told. */
export interface Ratio {
  readonly of: string
  readonly to: string
  readonly is: "at most" | "at least"
  readonly bound?: number
}

/** Something that is measured beside what it competes with. */
export interface Subject {
  /** As `--only` names it. */
  readonly name: string
  readonly about: string
  /** Fails when the contenders did not do the same work. */
  readonly measure: (stage: Stage) => Effect.Effect<ReadonlyArray<Table>, Void | ChildFailed, Scope.Scope>
}
