export interface EncodedState {
  readonly stateHash: string
  /** The compressed bytes in order, in parts of at most 4 MiB. */
  readonly parts: ReadonlyArray<Uint8Array>
}

/** A saved state that is still encoded. */
export interface Checkpoint extends EncodedState {
  readonly sequenceNumber: number
  readonly version: number
  readonly eventHash: string
}
