/** A message as the receiver got it. */
export interface Received {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A receiver in a process of its own. */
export interface ReceiverProtocol {
  /** Returns the receiver's URL. */
  readonly listen: (input: null) => string
  /** Waits for `count` messages since the last call; returns them, and the milliseconds from the first to the last. */
  readonly take: (count: number) => { readonly messages: ReadonlyArray<Received>; readonly milliseconds: number }
}
