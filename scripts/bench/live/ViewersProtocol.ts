/** `changes`: as the page is. `views`: its stream tells no changes of views and nothing is compressed, so views are fetched anew. */
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
  /** The bytes that its connections received since `restart`. */
  readonly bytes: number
  /** The log positions that it came to show since `restart`, and when. */
  readonly shown: ReadonlyArray<readonly [sequenceNumber: number, at: number]>
}

export interface Report {
  readonly viewers: ReadonlyArray<Viewed>
  /** How many viewers show something else than a fresh load. */
  readonly different: number
}

/** Open boards, without a document, in a process of their own. */
export interface ViewersProtocol {
  /** Completes when every viewer has the team and its stream. */
  readonly open: (opening: Opening) => void
  readonly restart: () => void
  /** Waits until all show a log position, at most so many milliseconds; gives how many do not. */
  readonly reach: (to: { readonly sequenceNumber: number; readonly milliseconds: number }) => number
  readonly report: () => Report
  /** CPU time so far in milliseconds. */
  readonly processorTime: () => number
}
