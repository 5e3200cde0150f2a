import { Data } from "effect"
import type { StorageError } from "../../domain/StorageError.ts"
import type { SubmissionResult } from "../LogMetrics.ts"

/** More submissions wait than the service takes on. */
export class PlannerBusy extends Data.TaggedError("PlannerBusy") {}

/** Another request was answered under this idempotency key before. */
export class IdempotencyKeyReused extends Data.TaggedError("IdempotencyKeyReused") {}

/** The database refuses to keep this submission. */
export class SubmissionRefused extends Data.TaggedError("SubmissionRefused")<{ readonly cause: unknown }> {}

/** The submission waited for its turn for as long as one may. It is not in the log and will not come into it. */
export class WaitedTooLong extends Data.TaggedError("WaitedTooLong") {}

/** The commit did not end in time, or its connection was lost for good: the submission may or may not be in the log. */
export class OutcomeUnknown extends Data.TaggedError("OutcomeUnknown")<{ readonly cause: unknown }> {}

export type SubmitError =
  | PlannerBusy
  | IdempotencyKeyReused
  | SubmissionRefused
  | WaitedTooLong
  | OutcomeUnknown
  | StorageError

/** Under what a submission without an outcome counts. */
export const resultOfError = (error: SubmitError): SubmissionResult => {
  switch (error._tag) {
    case "PlannerBusy":
      return "busy"
    case "IdempotencyKeyReused":
      return "key_reused"
    case "SubmissionRefused":
      return "refused"
    case "WaitedTooLong":
      return "unavailable"
    case "OutcomeUnknown":
      return "unknown"
    case "StorageError":
      return error.unavailable ? "unavailable" : "failed"
  }
}
