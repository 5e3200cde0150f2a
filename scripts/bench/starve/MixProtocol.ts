import type { World } from "./World.ts"

/** How the requests of one kind were answered. */
export interface Tally {
  readonly name: string
  /** By status; `unread`, or the reason why there was no answer. */
  readonly answers: Readonly<Record<string, number>>
  /** Answers of 5xx that are not a 503 with `Retry-After`. */
  readonly undeclared: number
  readonly slowestMs: number
}

/** Those who make the worst requests, in a process of their own. */
export interface MixProtocol {
  readonly start: (world: World) => void
  /** What was asked since the start; nobody asks any more. */
  readonly stop: (nothing: null) => ReadonlyArray<Tally>
}
