import { Schema } from "effect"
import { documentedAs } from "../../domain/entities/Documented.ts"
import { isCalendarDate } from "../../domain/entities/Fields.ts"

interface WholeNumberParam {
  readonly minimum: number
  readonly maximum?: number
  /** The value when the parameter is absent. */
  readonly defaultsTo?: number
  /** The error message for a number outside the range. */
  readonly message: string
}

/** A whole number in decimal digits only: white space would be 0, and `0x50` be 80. */
export const isWholeNumberText = Schema.makeFilter((text: string) => /^-?\d+$/.test(text), {
  message: "must be a whole number"
})

/** A whole number in a query. The OpenAPI document shows the number, not the text it is sent as. */
export const wholeNumberParam = ({
  minimum,
  maximum = Number.MAX_SAFE_INTEGER,
  defaultsTo,
  message
}: WholeNumberParam) =>
  Schema.String.check(
    isWholeNumberText,
    documentedAs(() => ({
      ...{ type: "integer", minimum, maximum },
      ...(defaultsTo === undefined ? undefined : { default: defaultsTo })
    }))
  ).pipe(Schema.decodeTo(Schema.NumberFromString), Schema.check(Schema.isBetween({ minimum, maximum }, { message })))

/** The sequence number of an event, in a query. */
export const SequenceNumberParam = wholeNumberParam({ minimum: 1, message: "must be a sequence number of 1 or more" })

const momentRule = "must be a sequence number of 1 or more, or a date in the form YYYY-MM-DD"

const isSequenceNumberText = (text: string): boolean => /^\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text))

/** The sequence number of an event, or a calendar date; still as text. */
export const AtParam = Schema.String.check(
  Schema.makeFilter(
    (text: string) => (isSequenceNumberText(text) && Number(text) >= 1) || isCalendarDate(text) || momentRule
  ),
  documentedAs(() => ({ pattern: "^([1-9]\\d{0,15}|\\d{4}-\\d{2}-\\d{2})$" }))
).annotate({ message: momentRule })

export const sinceWords = "A sequence number, 0 for the empty log, or a date such as 2026-03-02"

const sinceRule = "must be a sequence number or a date in the form YYYY-MM-DD"

/** A sequence number, 0 for the empty log, or a calendar date; still as text. */
export const SinceParam = Schema.String.check(
  Schema.makeFilter((text: string) => isSequenceNumberText(text) || isCalendarDate(text) || sinceRule),
  documentedAs(() => ({ pattern: "^(\\d{1,16}|\\d{4}-\\d{2}-\\d{2})$" }))
).annotate({ message: sinceRule })
