import type { Spread } from "../Spread.ts"

interface Common {
  /** Of the server. */
  readonly url: string
  /** Kept alive, each with one request after the other. */
  readonly connections: number
  /** How long requests are begun. */
  readonly milliseconds: number
  /** Of every request. */
  readonly headers: Readonly<Record<string, string>>
}

/** The same request again and again, which has to be answered the same way. */
export interface Reads extends Common {
  readonly kind: "reads"
  readonly path: string
  readonly status: number
  readonly body: Uint8Array
}

/**
 * Edits of titles. Each connection has principles of its own and says with each edit that it has seen its last answer,
 * so that no edit is in conflict with another one.
 */
export interface Edits extends Common {
  readonly kind: "edits"
  readonly principleIds: ReadonlyArray<string>
  /** What has been seen at the beginning. */
  readonly lastSeenSequence: number
  /** At the beginning of each title; no two loads have the same one. */
  readonly label: string
}

export type Load = Reads | Edits

export interface Loaded {
  readonly answers: number
  /** From the first request until the last answer. */
  readonly milliseconds: number
  /** From a request to the end of its answer, in milliseconds. */
  readonly latency: Spread
  /** Answers by status. */
  readonly statuses: ReadonlyArray<readonly [status: number, count: number]>
  /** Answers that were not as they had to be, and one of them. */
  readonly wrong: number
  readonly example: string | undefined
  /** The part of the time that the load itself was busy: near 1, it is what limits. */
  readonly busy: number
}

export interface LoadProtocol {
  readonly run: (load: Load) => Loaded
}
