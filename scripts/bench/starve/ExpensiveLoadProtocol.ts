import type { World } from "./World.ts"

/** The responses to the requests of one kind. */
export interface Tally {
  readonly name: string
  /** Counts by status, by `unread`, or by the error if there was no response. */
  readonly answers: Readonly<Record<string, number>>
  /** The number of 5xx responses other than a 503 with `Retry-After`. */
  readonly undeclared: number
  readonly slowestMs: number
}

/** The process that sends the expensive requests. */
export interface ExpensiveLoadProtocol {
  readonly start: (world: World) => void
  /** Stops all requests; gives the tallies since the start. */
  readonly stop: (nothing: null) => ReadonlyArray<Tally>
}
