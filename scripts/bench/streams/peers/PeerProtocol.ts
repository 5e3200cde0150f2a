export interface Prepared {
  /** Of the frames' ids. */
  readonly epoch: string
  /** How many events are published together, time after time. */
  readonly ticks: ReadonlyArray<number>
}

/** A server of event streams that publishes what it is told to. */
export interface PeerProtocol {
  /** Where it listens; its epoch, if it has its own; a token for each of so many streams. */
  readonly listen: (streams: number) => {
    readonly url: string
    readonly epoch: string | null
    readonly tokens: ReadonlyArray<string>
  }
  /** Has all ready that does not count. Never asked while something is still to be published. */
  readonly prepare: (what: Prepared) => void
  /** Publishes the events of the next tick. */
  readonly publish: () => void
  /** Milliseconds of processor time so far. */
  readonly processorTime: () => number
}
