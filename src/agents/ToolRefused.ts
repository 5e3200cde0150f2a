import { Schema } from "effect"
import type { StorageError } from "../domain/StorageError.ts"
import type { SubmitError } from "../log/writer/SubmitError.ts"

/** Why a tool did nothing, or no more, and what to do next; for a caller who does not know the product. */
export class ToolRefused extends Schema.TaggedError<ToolRefused>()("ToolRefused", { message: Schema.String }) {}

export const refused = (message: string): ToolRefused => new ToolRefused({ message })

/** The reason of a fault of the server or the database. */
export const faultText = (error: SubmitError | StorageError): string => {
  switch (error._tag) {
    case "PlannerBusy":
      return "Too many changes are waiting to be written. Try again in a few seconds."
    case "WaitedTooLong":
      return "The database is not accepting changes. Try again later."
    case "OutcomeUnknown":
      return "The database did not answer while this was being written, so it may or may not have been applied. Repeat the call with the same idempotencyKey, or look with get_changes."
    case "IdempotencyKeyReused":
      return "This idempotencyKey was already used for other changes. Use a new one."
    case "StateNotRead":
      return `The state after event ${error.sequenceNumber} is still being read. Try again in a few seconds.`
    case "SubmissionRefused":
      return "The database refused the change for its content."
    case "StorageError":
      return "The database cannot be read right now. Try again in a few seconds."
  }
}
