import { type Effect, Schema } from "effect"
import { described } from "../../domain/entities/Documented.ts"
import { isCalendarDate } from "../../domain/entities/Fields.ts"
import { EntityId } from "../../domain/entities/Ids.ts"
import { excessOf } from "../../shared/TextLength.ts"
import { ruleText } from "../../shared/words/Rules.ts"
import type { ToolRefused } from "../ToolRefused.ts"

/** What a client may show of a tool before it is called. */
interface Hints {
  readonly readOnly: boolean
  readonly destructive: boolean
  readonly idempotent: boolean
}

export const reading: Hints = { readOnly: true, destructive: false, idempotent: true }

/** A tool as agents see it. What is null in an answer is left out. */
export interface Definition<P, S> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly hints: Hints
  readonly parameters: Schema.ConstraintDecoder<P>
  readonly answer: Schema.ConstraintCodec<S, unknown, never, never>
}

export const define = <P, S>(definition: Definition<P, S>): Definition<P, S> => definition

/** A tool and what it does; its types are those of its schemas. */
export interface ServedTool {
  readonly definition: Definition<unknown, unknown>
  readonly handle: (parameters: unknown) => Effect.Effect<unknown, ToolRefused>
}

export const serve = <P, S>(
  definition: Definition<P, S>,
  handle: (parameters: P) => Effect.Effect<S, ToolRefused>
): ServedTool => ({ definition, handle: handle as ServedTool["handle"] })

/** A value in an answer has at most so many characters; a longer one ends in `…`. */
export const maxValueLength = 500

/** The log position of an answer. */
export const sequenceNumber = described("Send it as lastSeenSequence when you change what you read here", Schema.Int)

/** The id of something, and where it comes from. */
export const idOf = (what: string) => described(`The id of ${what}`, EntityId)

/** A whole number from `least` to `most`. */
export const wholeNumber = (least: number, most?: number) => {
  const message = ruleText({ rule: "whole_number", minimum: least, maximum: most ?? null })
  return Schema.Number.annotate({ message }).check(
    Schema.isInt({ message }),
    Schema.isBetween({ minimum: least, maximum: most ?? Number.MAX_SAFE_INTEGER }, { message })
  )
}

export const count = (description: string, least: number, most?: number) =>
  described(description, Schema.optional(wholeNumber(least, most)))

/** A text of so many code points. */
export const text = (minLength: number, maxLength: number) => {
  const message = ruleText({ rule: "length", minimum: minLength, maximum: maxLength })
  return Schema.String.annotate({ message: ruleText({ rule: "text" }) }).check(
    Schema.makeFilter((value: string) => value.length >= minLength && excessOf(value, maxLength) === 0, {
      message,
      toJsonSchema: () => ({ minLength, maxLength })
    })
  )
}

/** Some of a few values. */
export const someOf = <const L extends ReadonlyArray<string>>(description: string, literals: L) =>
  described(
    description,
    Schema.optional(Schema.Array(Schema.Literals(literals)).annotate({ message: "must be a list" }))
  )

const dateRule = { message: "must be a calendar date of the form YYYY-MM-DD" }

export const date = (description: string) =>
  described(
    `${description}, YYYY-MM-DD`,
    Schema.optional(Schema.String.annotate(dateRule).check(Schema.makeFilter(isCalendarDate, dateRule)))
  )

/** The items of a page, and where the next one begins: null on the last page. */
export const pageOf = <A>(items: ReadonlyArray<A>, offset: number, limit: number) => {
  const end = offset + limit
  return { items: items.slice(offset, end), nextOffset: end < items.length ? end : null }
}

export const nextOffset = described(
  "Send it as offset for the next page; absent on the last one",
  Schema.NullOr(Schema.Int)
)
