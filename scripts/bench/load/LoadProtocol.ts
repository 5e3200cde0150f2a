import type { Spread } from "../Spread.ts"

interface Common {
  /** The server's URL. */
  readonly url: string
  /** The number of keep-alive connections, each with one request after the other. */
  readonly connections: number
  /** The time in which requests are started. */
  readonly milliseconds: number
  /** The shortest time between the starts of two requests of a connection; by default they follow each other at once. */
  readonly intervalMs?: number
  /** The headers of every request. */
  readonly headers: Readonly<Record<string, string>>
}

/** Repeats the same request, which must get the same response; without `body`, the same status. */
export interface Reads extends Common {
  readonly kind: "reads"
  readonly path: string
  readonly status: number
  readonly body?: Uint8Array
}

/**
 * Edits titles. Each connection has its own principles and sends the sequence number of its last answer as
 * `lastSeenSequence`, so that no edits conflict.
 */
export interface Edits extends Common {
  readonly kind: "edits"
  readonly principleIds: ReadonlyArray<string>
  /** The `lastSeenSequence` of the first edits. */
  readonly lastSeenSequence: number
  /** The start of each title, unique to the load. */
  readonly label: string
}

/** Renames a team and asks for its deck, in turn, so that no deck comes from the cache. Each connection has its own teams. */
export interface Decks extends Common {
  readonly kind: "decks"
  readonly teamIds: ReadonlyArray<string>
}

export type Load = Reads | Edits | Decks

export interface Loaded {
  readonly answers: number
  /** The time from the first request to the last response. */
  readonly milliseconds: number
  /** The time from a request to the end of its response, in milliseconds. */
  readonly latency: Spread
  /** The number of responses by status. */
  readonly statuses: ReadonlyArray<readonly [status: number, count: number]>
  /** The number of unexpected responses, and an example. */
  readonly wrong: number
  readonly example: string | undefined
  /** The share of the time in which the load process was busy. Near 1, the load itself is the limit. */
  readonly busy: number
}

export interface LoadProtocol {
  readonly run: (load: Load) => Loaded
}
