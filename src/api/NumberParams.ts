import { Schema } from "effect"

export const WholeNumberParam = Schema.NumberFromString.check(Schema.isInt({ message: "must be a whole number" }))

/** The sequence number of an event, in a query. */
export const SequenceNumberParam = WholeNumberParam.check(
  Schema.isBetween({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }, { message: "must be a sequence number from 1 on" })
)
