export interface BareWriterProtocol {
  /** Writes to the migrated log in that database; gives where it listens. */
  readonly listen: (database: string) => string
}
