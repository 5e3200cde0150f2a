import { Schema } from "effect"
import { capitalized } from "../../shared/words/Nouns.ts"
import { type Rule, ruleText } from "../../shared/words/Rules.ts"

/** A part of a JSON Schema. */
export type JsonSchema = Record<string, unknown>

/** A check that always passes. It adds to the OpenAPI document what a transformation or a filter hides from it. */
export const documentedAs = (jsonSchema: () => JsonSchema) =>
  Schema.makeFilter(() => undefined, { toJsonSchema: jsonSchema })

/** Documents a text that is a URL; what it may be is checked elsewhere. */
export const documentedUrl = documentedAs(() => ({ format: "uri" }))

/** "must be text" becomes "Must be text." */
export const asSentence = (rule: string): string => `${capitalized(rule)}.`

/** Documents a length in code points. Longer texts may be sent if they fit once normalised and trimmed. */
export const documentedLength = (minLength: number, maxLength: number, description?: string) =>
  documentedAs(() => ({ ...(description === undefined ? undefined : { description }), minLength, maxLength }))

/**
 * Describes a member of a struct, or a parameter, to the OpenAPI document. A schema that is sent in another form has the
 * description on both sides; neither decoding nor encoding changes.
 */
export const described = <S extends Schema.Top>(description: string, schema: S): S["Rebuild"] => {
  const annotated = schema.annotateKey({ description })
  if (annotated.ast.encoding === undefined) return annotated
  return Schema.flip(Schema.flip(annotated).annotateKey({ description })) as unknown as S["Rebuild"]
}

/** A list that never has more than so many items; the document says so, nothing checks it. */
export const listOf = <S extends Schema.Top>(item: S, maxItems: number) =>
  Schema.Array(item).check(documentedAs(() => ({ maxItems })))

/** A list of a request: not empty, and with so many items at most. */
export const requestedList = <S extends Schema.Top>(item: S, maxItems: number) => {
  const rule = { message: `must have 1 to ${maxItems} items` }
  return Schema.Array(item)
    .annotate({ message: "must be a list" })
    .check(Schema.isMinLength(1, rule), Schema.isMaxLength(maxItems, rule))
}

/** The description of a list whose length depends on the data. */
export const unlimited = (description: string, bound: string): string => `${description}. No fixed limit: ${bound}`

/** Annotations of a schema for a rule: `rule` for programs, `message` for people. */
export const breaking = (rule: Rule) => ({ rule, message: ruleText(rule) })
