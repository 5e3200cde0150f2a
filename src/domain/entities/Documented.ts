import { Schema } from "effect"
import { capitalized } from "../../shared/words/Nouns.ts"
import { type Rule, ruleText } from "../../shared/words/Rules.ts"

/** A part of a JSON Schema. */
export type JsonSchema = Record<string, unknown>

/** A check that always passes. It adds to the OpenAPI document what a transformation or a filter hides from it. */
export const documentedAs = (jsonSchema: () => JsonSchema) =>
  Schema.makeFilter(() => undefined, { toJsonSchema: jsonSchema })

/** "must be text" becomes "Must be text." */
export const asSentence = (rule: string): string => `${capitalized(rule)}.`

/** Documents a length in code points. Longer texts may be sent if they fit once normalised and trimmed. */
export const documentedLength = (minLength: number, maxLength: number, description?: string) =>
  documentedAs(() => ({ ...(description === undefined ? undefined : { description }), minLength, maxLength }))

/** Annotations of a schema for a rule: `rule` for programs, `message` for people. */
export const breaking = (rule: Rule) => ({ rule, message: ruleText(rule) })
