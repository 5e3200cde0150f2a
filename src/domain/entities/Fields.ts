import { Record, Schema, SchemaTransformation } from "effect"
import type { FieldRow, Form, Forms } from "../../shared/FieldRow.ts"
import * as Limits from "../../shared/Limits.ts"
import { initiativeStatuses, objectiveStatuses } from "../../shared/Statuses.ts"
import { type Rule, ruleText } from "../../shared/words/Rules.ts"
import { asSentence, breaking, described, documentedAs, type JsonSchema } from "./Documented.ts"
import { EntityId } from "./Ids.ts"
import * as Text from "./Text.ts"
import { createdAt, Day, Time } from "./Time.ts"

/** The schemas of fields and of events' `data`. Each says which rule a value breaks. */

const trimmed = (rule: Rule, jsonSchema: JsonSchema) =>
  Schema.String.annotate(breaking(rule))
    .check(documentedAs(() => ({ description: asSentence(ruleText(rule)), ...jsonSchema })))
    .pipe(Schema.decode(SchemaTransformation.trim()))

const colorRule: Rule = { rule: "color" }

/** `#rrggbb`; upper case is decoded to lower case. */
const color = trimmed(colorRule, { pattern: "^#[0-9a-fA-F]{6}$" }).pipe(
  Schema.decode(SchemaTransformation.toLowerCase()),
  Schema.check(Schema.isPattern(/^#[0-9a-f]{6}$/, breaking(colorRule)))
)

const literals = <const L extends ReadonlyArray<string>>(literals: L) => {
  const rule: Rule = { rule: "choice", choices: literals }
  return trimmed(rule, { enum: [...literals] }).pipe(
    Schema.decodeTo(Schema.Literals(literals).annotate(breaking(rule)))
  )
}

const objectiveStatus = literals(objectiveStatuses)
const initiativeStatus = literals(initiativeStatuses)

const daysIn = (year: number, month: number): number => {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

export const isCalendarDate = (text: string): boolean => {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (parts === null) return false
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
}

const dateRule: Rule = { rule: "date" }

const calendarDate = (rule: Rule) =>
  trimmed(rule, { format: "date" }).pipe(Schema.check(Schema.makeFilter(isCalendarDate, breaking(rule))))

/** A day of the Gregorian calendar, `YYYY-MM-DD`. */
export const day = calendarDate({ rule: "day" })

/** A day, or null. */
const date = Schema.NullOr(calendarDate(dateRule)).annotate(breaking(dateRule))

/** A finite number that a rule holds for. Adding zero turns minus zero into zero, as JSON does. */
const number = (rule: Rule, holds: (value: number) => boolean, jsonSchema: JsonSchema) =>
  Schema.Number.annotate(breaking(rule))
    .check(
      Schema.isFinite(breaking(rule)),
      Schema.makeFilter(holds, {
        ...breaking(rule),
        toJsonSchema: () => ({ description: asSentence(ruleText(rule)), ...jsonSchema })
      })
    )
    .pipe(Schema.decode(SchemaTransformation.transform({ decode: (value) => value + 0, encode: (value) => value })))

const integer = (rule: Rule, minimum: number, maximum: number) =>
  number(rule, (value) => Number.isSafeInteger(value) && value >= minimum && value <= maximum, {
    type: "integer",
    minimum,
    maximum
  })

const { maxMagnitude } = Limits

/** A measure's start, target or value. */
export const quantity = number(
  { rule: "number", minimum: -maxMagnitude, maximum: maxMagnitude },
  (value) => Math.abs(value) <= maxMagnitude,
  { minimum: -maxMagnitude, maximum: maxMagnitude }
)

const confidenceRule: Rule = { rule: "whole_number_or_null", ...Limits.confidence }

const confidence = Schema.NullOr(
  integer(confidenceRule, Limits.confidence.minimum, Limits.confidence.maximum)
).annotate(breaking(confidenceRule))

export const sequenceNumber = integer({ rule: "whole_number", minimum: 0, maximum: null }, 0, Number.MAX_SAFE_INTEGER)

/** The index among the siblings; its upper bound depends on the state. */
export const position = described("The new place, from 0", sequenceNumber)

export const linked = described(
  "True to link them, false to unlink them",
  Schema.Boolean.annotate(breaking({ rule: "boolean" }))
)

export const groupId = described(
  "The group to put it in; null for none",
  Schema.NullOr(EntityId).annotate(breaking({ rule: "guid_or_null" }))
)

export const parentId = described(
  "The objective, of any team, that it supports; null for none",
  Schema.NullOr(EntityId).annotate(breaking({ rule: "guid_or_null" }))
)

const schemaOfForm = (row: FieldRow) => {
  switch (row.form) {
    case "line":
      return Text.oneLine(row.initial === "" ? 0 : 1, row.maxLength)
    case "lines":
      return Text.multiLine(row.maxLength)
    case "color":
      return color
    case "objectiveStatus":
      return objectiveStatus
    case "initiativeStatus":
      return initiativeStatus
    case "date":
      return date
    case "quantity":
      return quantity
    case "confidence":
      return confidence
  }
}

/** The schema of a field in a submission's `data`. */
export const dataSchema = <F extends Form>(row: FieldRow & { readonly form: F }) =>
  described(row.description, schemaOfForm(row) as Schema.Top) as Schema.Codec<Forms[F]>

/** The schema of a field in a state. It checks the shape only, because rules may have changed meanwhile. */
const stateSchemas = {
  line: Schema.String,
  lines: Schema.String,
  color: Schema.String,
  objectiveStatus: Schema.toType(objectiveStatus),
  initiativeStatus: Schema.toType(initiativeStatus),
  date: Schema.NullOr(Day),
  quantity: Schema.Finite,
  confidence: Schema.NullOr(Schema.Finite)
} satisfies { readonly [F in Form]: Schema.Schema<Forms[F]> }

export const authorshipSchemas = {
  createdAt,
  createdBy: described("The name, at that time, of the user who created it", Schema.String),
  updatedAt: described("When it was last changed", Time),
  updatedBy: described("The name, at that time, of the user who last changed it", Schema.String)
}

type StateSchemas<Rows> = {
  readonly [K in keyof Rows]: Rows[K] extends { readonly form: infer F extends Form } ? (typeof stateSchemas)[F] : never
}

/** The schemas that these fields have in a state. */
export const stateSchemasOf = <Rows extends Readonly<Record<string, FieldRow>>>(rows: Rows): StateSchemas<Rows> =>
  Record.map(rows, ({ form, description }) =>
    described(description, stateSchemas[form] as Schema.Top)
  ) as StateSchemas<Rows>
