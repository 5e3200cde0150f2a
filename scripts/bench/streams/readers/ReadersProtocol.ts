import type { Reached } from "./StreamProgress.ts"

/**
 * `changes`: every frame is parsed, and its sequence number is the stream's position. `bytes`: the body's bytes are counted,
 * and some streams have a checksum. `stalled`: the client reads up to the first frame, and then never again.
 */
export type Reading = "changes" | "bytes" | "stalled"

export interface Opening {
  /** The server's URL, such as `http://127.0.0.1:54321`; the stream is at `/api/sse`. */
  readonly url: string
  /** A session token for each stream. */
  readonly tokens: ReadonlyArray<string>
  readonly reading: Reading
}

export interface Opened {
  /** The id of this group of streams. */
  readonly group: number
  /** The number of streams that did not open, and the reason of the first. */
  readonly failed: number
  readonly reason: string | undefined
  readonly milliseconds: number
}

export interface Report {
  /** The number of streams that have ended. */
  readonly closed: number
  /** The number of streams by how they ended, such as `end` or `closed`. */
  readonly endings: ReadonlyArray<readonly [ending: string, streams: number]>
  /** For `changes`: the smallest and the largest number of change frames of a stream. */
  readonly frames: { readonly min: number; readonly max: number }
  /** The number of change frames that were out of order, and of `reset` frames. */
  readonly disordered: number
  readonly resets: number
  /** For `changes`, while arrivals are kept: the times at which the streams received a frame, by sequence number. */
  readonly arrivals: ReadonlyArray<readonly [sequenceNumber: number, at: Float64Array]>
  /** For `bytes`: the distinct SHA-256 checksums, in hex, of the streams with one, and the distinct lengths of all. */
  readonly checksums: ReadonlyArray<string>
  readonly lengths: ReadonlyArray<number>
}

/** Many clients of event streams, in a process of their own. */
export interface ReadersProtocol {
  /** Completes when every stream has its first frame or has failed. */
  readonly open: (opening: Opening) => Opened
  /** Waits until all streams of a group have reached a sequence number or byte. To be called with ascending positions. */
  readonly reach: (to: { readonly group: number; readonly position: number }) => Reached
  /** Turns the recording of arrivals on or off, and drops the recorded ones. */
  readonly keepArrivals: (of: { readonly group: number; readonly on: boolean }) => void
  /** For `bytes`: resets lengths and checksums. */
  readonly restart: (group: number) => void
  readonly report: (group: number) => Report
  /** The bytes of bodies that all streams of a group have read so far. */
  readonly bytes: (group: number) => number
  /** For `stalled`: reads on for this time, or until all streams have ended; gives how many have ended. */
  readonly drain: (of: { readonly group: number; readonly milliseconds: number }) => number
  /** CPU time so far in milliseconds. */
  readonly processorTime: () => number
}
