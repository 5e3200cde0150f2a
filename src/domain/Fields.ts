import { Schema, SchemaTransformation } from "effect"
import * as Limits from "../shared/Limits.ts"
import { initiativeStatuses, objectiveStatuses } from "../shared/Statuses.ts"
import { documentedAs, type JsonSchema } from "./Documented.ts"
import { EntityId } from "./Ids.ts"
import * as Text from "./Text.ts"

/** What the events' `data` is made of. Messages complete a sentence that begins with the key. */

export const name = Text.oneLine(1, Limits.nameLength)
export const title = Text.oneLine(1, Limits.titleLength)
export const description = Text.multiLine(Limits.descriptionLength)
export const unit = Text.oneLine(0, Limits.unitLength)
export const note = Text.multiLine(Limits.noteLength)

const trimmed = (message: string, jsonSchema: JsonSchema) =>
  Schema.String.annotate({ message })
    .check(documentedAs(() => jsonSchema))
    .pipe(Schema.decode(SchemaTransformation.trim()))

const colorRule = "must be a colour of the form #rrggbb"

/** `#rrggbb` in any case, decoded to lower case. */
export const color = trimmed(colorRule, { pattern: "^#[0-9a-fA-F]{6}$" }).pipe(
  Schema.decode(SchemaTransformation.toLowerCase()),
  Schema.check(Schema.isPattern(/^#[0-9a-f]{6}$/, { message: colorRule }))
)

const oneOf = <const L extends ReadonlyArray<string>>(literals: L) => {
  const message = `must be one of ${literals.join(", ")}`
  return trimmed(message, { enum: [...literals] }).pipe(
    Schema.decodeTo(Schema.Literals(literals).annotate({ message }))
  )
}

export const objectiveStatus = oneOf(objectiveStatuses)
export const initiativeStatus = oneOf(initiativeStatuses)

const daysIn = (year: number, month: number): number => {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

const isCalendarDate = (text: string): boolean => {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (parts === null) return false
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
}

const dateRule = "must be a calendar date of the form YYYY-MM-DD or null"

/** A day of the Gregorian calendar, `YYYY-MM-DD`, or null. */
export const dueDate = Schema.NullOr(
  trimmed(dateRule, { format: "date" }).pipe(
    Schema.check(Schema.makeFilter((text: string) => isCalendarDate(text) || dateRule))
  )
).annotate({ message: dateRule })

/** Minus zero becomes zero, which is what JSON makes of it. */
const number = (message: string) =>
  Schema.Number.annotate({ message })
    .check(Schema.isFinite({ message }))
    .pipe(Schema.decode(SchemaTransformation.transform({ decode: (value) => value + 0, encode: (value) => value })))

const integer = (rule: string, minimum: number, maximum: number) =>
  number(rule).pipe(
    Schema.check(
      Schema.makeFilter(
        (value: number) => (Number.isSafeInteger(value) && value >= minimum && value <= maximum) || rule
      )
    )
  )

const quantityRule = "must be a number between -1e15 and 1e15"

/** A measure's start, target or value. */
export const quantity = number(quantityRule).pipe(
  Schema.check(Schema.makeFilter((value: number) => Math.abs(value) <= Limits.magnitude || quantityRule))
)

const confidenceRule = `must be a whole number from ${Limits.confidence.minimum} to ${Limits.confidence.maximum} or null`

export const confidence = Schema.NullOr(
  integer(confidenceRule, Limits.confidence.minimum, Limits.confidence.maximum)
).annotate({ message: confidenceRule })

/** Index among the siblings; its upper bound depends on the state. */
export const position = integer("must be a whole number, 0 or more", 0, Number.MAX_SAFE_INTEGER)

export const sequenceNumber = position

export const linked = Schema.Boolean.annotate({ message: "must be true or false" })

export const groupId = Schema.NullOr(EntityId).annotate({ message: "must be a GUID or null" })
