/** A message as it came. */
export interface Received {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A receiver in a process of its own. */
export interface ReceiverProtocol {
  /** Gives its URL. */
  readonly listen: (input: null) => string
  /** Waits for so many messages, counted from the last time, and gives them with the milliseconds from the first to the last. */
  readonly take: (count: number) => { readonly messages: ReadonlyArray<Received>; readonly milliseconds: number }
}
