import { Data } from "effect"
import type { StorageError } from "../../domain/StorageError.ts"
import type { SubmissionResult } from "../LogMetrics.ts"
import type { StateNotRead } from "../projection/EarlierStates.ts"

/** The queue of waiting submissions is full. */
export class PlannerBusy extends Data.TaggedError("PlannerBusy") {}

/** Another request was answered under this idempotency key before. */
export class IdempotencyKeyReused extends Data.TaggedError("IdempotencyKeyReused") {}

/** The database refused this submission for its content. */
export class SubmissionRefused extends Data.TaggedError("SubmissionRefused")<{ readonly cause: unknown }> {}

/** The submission waited too long in the queue. It is not in the log and will not be written. */
export class WaitedTooLong extends Data.TaggedError("WaitedTooLong") {}

/** The commit took too long or its connection was lost. The submission may or may not be in the log. */
export class OutcomeUnknown extends Data.TaggedError("OutcomeUnknown")<{ readonly cause: unknown }> {}

export type SubmitError =
  | PlannerBusy
  | IdempotencyKeyReused
  | SubmissionRefused
  | WaitedTooLong
  | OutcomeUnknown
  | StateNotRead
  | StorageError

/** The result under which a submission with this error is counted. */
export const resultOfError = (error: SubmitError): SubmissionResult => {
  switch (error._tag) {
    case "PlannerBusy":
      return "busy"
    case "IdempotencyKeyReused":
      return "key_reused"
    case "SubmissionRefused":
      return "refused"
    case "WaitedTooLong":
    case "StateNotRead":
      return "unavailable"
    case "OutcomeUnknown":
      return "unknown"
    case "StorageError":
      return error.unavailable ? "unavailable" : "failed"
  }
}
