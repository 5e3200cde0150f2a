import { Data } from "effect"

/** A store could not do its work. `unavailable` tells a database that does not answer (try again) from a fault of ours. */
export class StorageError extends Data.TaggedError("StorageError")<{
  readonly operation: string
  readonly unavailable: boolean
  readonly cause: unknown
}> {}
