import { Schema } from "effect"

/** A part of a JSON Schema. */
export type JsonSchema = Record<string, unknown>

/** A check that refuses nothing: it tells readers of the API's document what a transformation or a filter hides from it. */
export const documentedAs = (jsonSchema: () => JsonSchema) =>
  Schema.makeFilter(() => undefined, { toJsonSchema: jsonSchema })

/** How many characters (code points) a text may have; a few more may be sent, where it is normalised and trimmed first. */
export const documentedLength = (minLength: number, maxLength: number) => documentedAs(() => ({ minLength, maxLength }))
