import { Schema } from "effect"

/** Why a submission was rejected, for programs; `rejectionReason` says it to people. */
export const RejectionCode = Schema.Literals([
  "conflict",
  "unknown_target",
  "ahead",
  "in_use",
  "limit",
  "not_restorable",
  "invalid_data"
])
export type RejectionCode = typeof RejectionCode.Type

/**
 * The beginnings of the reasons of each code. The log keeps only the reason, and the same answer has to be given again for an
 * idempotency key, however old. No text of a user stands at the beginning of a reason without quotation marks.
 */
const beginnings: ReadonlyArray<readonly [RejectionCode, RegExp]> = [
  ["conflict", /^conflict: /],
  ["unknown_target", /^(targetId|this event takes no targetId)/],
  ["ahead", /^lastSeenSequence is beyond/],
  ["in_use", /^id is already in use/],
  ["limit", /^the limit of \d/],
  [
    "not_restorable",
    /^(asOf is beyond|sequenceNumber must be below|teamId does not name|id does not name a deleted|the state after event)/
  ],
  ["not_restorable", /^an? [a-z]+ with this id did not exist right after event/]
]

export const rejectionCode = (reason: string): RejectionCode =>
  beginnings.find(([, beginning]) => beginning.test(reason))?.[0] ?? "invalid_data"
