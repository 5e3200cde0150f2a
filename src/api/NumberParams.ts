import { Schema } from "effect"
import { isCalendarDate } from "../domain/entities/Fields.ts"

export const WholeNumberParam = Schema.NumberFromString.check(Schema.isInt({ message: "must be a whole number" }))

/** The sequence number of an event, in a query. */
export const SequenceNumberParam = WholeNumberParam.check(
  Schema.isBetween({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }, { message: "must be a sequence number from 1 on" })
)

const sinceRule = "must be a sequence number, or a date of the form YYYY-MM-DD"

/** A sequence number from a minimum on, or a calendar date; still as text. */
export const sinceParam = (minimum: number) =>
  Schema.String.check(
    Schema.makeFilter((text: string) => {
      const isSequenceNumber = /^\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text)) && Number(text) >= minimum
      return isSequenceNumber || isCalendarDate(text) || sinceRule
    })
  ).annotate({ message: sinceRule })
