import { Data } from "effect"

/**
 * A store failed. If `unavailable`, the database does not answer and a retry may succeed; otherwise the fault is the
 * service's.
 */
export class StorageError extends Data.TaggedError("StorageError")<{
  readonly operation: string
  readonly unavailable: boolean
  /** The database answers but refuses writes: it is read-only, full, or a right is missing. */
  readonly refusesWrites?: boolean
  readonly cause: unknown
}> {
  override get message(): string {
    if (this.refusesWrites === true) return "The database is not accepting writes."
    return this.unavailable
      ? "The database does not answer."
      : `The database refused ${this.operation}: either a bug in the service, or tables that don't belong to it.`
  }
}
