import { Data } from "effect"

/** A store could not do its work. `unavailable` tells a database that does not answer (try again) from a fault of ours. */
export class StorageError extends Data.TaggedError("StorageError")<{
  readonly operation: string
  readonly unavailable: boolean
  /** It answers, and takes no writes at the moment: it is read-only, full, or a right is missing. */
  readonly refusesWrites?: boolean
  readonly cause: unknown
}> {
  override get message(): string {
    if (this.refusesWrites === true) return "The database takes no writes."
    return this.unavailable
      ? "The database does not answer."
      : `The database refused ${this.operation}: a fault of the service, or tables that are not its own.`
  }
}
