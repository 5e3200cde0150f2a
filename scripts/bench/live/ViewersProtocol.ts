/** `changes`: as the page works. `views`: the stream carries no changes of views, so views are fetched anew, uncompressed. */
export type Mode = "changes" | "views"

export interface Opening {
  /** The server's URL, such as `http://127.0.0.1:54321`. */
  readonly url: string
  readonly teamId: string
  /** A session token for each viewer. */
  readonly tokens: ReadonlyArray<string>
  readonly mode: Mode
}

export interface Viewed {
  /** The bytes that the viewer's connections received since `restart`. */
  readonly bytes: number
  /** The log positions that the viewer has shown since `restart`, and when. */
  readonly shown: ReadonlyArray<readonly [sequenceNumber: number, at: number]>
}

interface Report {
  readonly viewers: ReadonlyArray<Viewed>
  /** The number of viewers whose content differs from that of a fresh load. */
  readonly different: number
}

/** A process with open boards, without documents. */
export interface ViewersProtocol {
  /** Completes when every viewer has the team and its stream. */
  readonly open: (opening: Opening) => void
  readonly restart: () => void
  /** Waits at most `milliseconds` until all viewers show a log position; returns how many do not. */
  readonly reach: (to: { readonly sequenceNumber: number; readonly milliseconds: number }) => number
  readonly report: () => Report
  /** CPU time so far in milliseconds. */
  readonly processorTime: () => number
}
