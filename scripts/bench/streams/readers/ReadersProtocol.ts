import type { Reached } from "./Milestones.ts"

/**
 * `changes`: every frame is read, and its sequence number is the stream's position. `bytes`: the body's bytes are
 * counted, and some streams are checksummed. `stalled`: reads up to the first frame, and then never again.
 */
export type Reading = "changes" | "bytes" | "stalled"

export interface Opening {
  /** Such as `http://127.0.0.1:54321`; the stream is at `/api/sse`. */
  readonly url: string
  /** The session's token of each stream, so as many as there are to be. */
  readonly tokens: ReadonlyArray<string>
  readonly reading: Reading
}

export interface Opened {
  /** What these streams are called from now on. */
  readonly group: number
  /** Streams that did not open, and why the first of them did not. */
  readonly failed: number
  readonly reason: string | undefined
  readonly milliseconds: number
}

export interface Report {
  /** Streams that are over. */
  readonly closed: number
  /** How they ended, such as `end` or `closed`, and how many of them did so. */
  readonly endings: ReadonlyArray<readonly [ending: string, streams: number]>
  /** Of `changes`: the fewest and the most change frames of any stream. */
  readonly frames: { readonly least: number; readonly most: number }
  /** Change frames whose sequence number was not beyond that of the one before, and `reset` frames. */
  readonly disordered: number
  readonly resets: number
  /** Of `changes`, while it was on: when each stream got a frame, by sequence number. */
  readonly arrivals: ReadonlyArray<readonly [sequenceNumber: number, at: Float64Array]>
  /** Of `bytes`: the different SHA-256 checksums, in hex, of the streams that keep one; and the different lengths of all. */
  readonly checksums: ReadonlyArray<string>
  readonly lengths: ReadonlyArray<number>
}

/** Many clients of event streams, in a process of their own. */
export interface ReadersProtocol {
  /** Answers when every stream has its first frame, or has failed. */
  readonly open: (opening: Opening) => Opened
  /** When all streams of a group are at a position: sequence number or byte. To be asked in ascending order. */
  readonly reach: (to: { readonly group: number; readonly position: number }) => Reached
  /** From now on arrivals are kept, or not; those kept are forgotten. */
  readonly keepArrivals: (of: { readonly group: number; readonly on: boolean }) => void
  /** Of `bytes`: length and checksum begin anew. */
  readonly restart: (group: number) => void
  readonly report: (group: number) => Report
  /** Of bodies, read so far by all streams of a group. */
  readonly bytes: (group: number) => number
  /** Of `stalled`: reads on for so long, or until all are over, and tells how many are. */
  readonly drain: (of: { readonly group: number; readonly milliseconds: number }) => number
  /** Milliseconds of processor time so far. */
  readonly processorTime: () => number
}
