/** Events in a page of the raw reads: more than in a page of the replay, which makes the raw reads faster. */
export const rawPageSize = 5_000

/** What reading a log took. */
export interface Reading {
  readonly rows: number
  readonly milliseconds: number
  /** Milliseconds of processor time of this process, on all its threads. */
  readonly processor: number
}

export interface Folding extends Reading {
  /** The hash of the state that the log was folded to. */
  readonly hash: string
}

/** Work on the log at a URL. A process does only one of the two, so that neither meets the other's garbage and compiled code. */
export type ReplayProtocol = {
  /** Folds the log from zero up to a sequence number. */
  readonly fold: (log: { readonly url: string; readonly upTo: number }) => Folding
  /** Reads all columns of the same rows through the driver. */
  readonly read: (log: { readonly url: string; readonly upTo: number }) => Reading
}
