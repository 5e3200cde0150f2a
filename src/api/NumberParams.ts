import { Schema } from "effect"

export const WholeNumber = Schema.NumberFromString.check(Schema.isInt({ message: "must be a whole number" }))

/** An event by its sequence number, in a query. */
export const Position = WholeNumber.check(
  Schema.isBetween({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }, { message: "must be a sequence number from 1 on" })
)
