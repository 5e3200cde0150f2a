interface Prepared {
  /** The epoch in the frames' ids. */
  readonly epoch: string
  /** The number of events that are published together in each tick. */
  readonly ticks: ReadonlyArray<number>
}

/** A server of event streams that publishes on request. */
export interface PeerProtocol {
  /** Gives its URL, its epoch if it has one, and a token for each stream. */
  readonly listen: (streams: number) => {
    readonly url: string
    readonly epoch: string | null
    readonly tokens: ReadonlyArray<string>
  }
  /** Prepares the events, which is not measured. Never called before all earlier ones are published. */
  readonly prepare: (what: Prepared) => void
  /** Publishes the events of the next tick. */
  readonly publish: () => void
  /** CPU time so far in milliseconds. */
  readonly processorTime: () => number
}
