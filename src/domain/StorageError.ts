import { Data } from "effect"

/** A store could not do its work. `unavailable` tells a database that does not answer (try again) from a fault of ours. */
export class StorageError extends Data.TaggedError("StorageError")<{
  readonly operation: string
  readonly unavailable: boolean
  readonly cause: unknown
}> {
  override get message(): string {
    return this.unavailable
      ? "The database does not answer."
      : `The database refused ${this.operation}: a fault of the service, or tables that are not its own.`
  }
}
