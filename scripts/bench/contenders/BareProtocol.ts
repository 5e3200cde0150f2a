/** What is answered to every request. */
export interface Kept {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

export interface BareProtocol {
  /** Gives where it listens. */
  readonly listen: (kept: Kept) => string
}
