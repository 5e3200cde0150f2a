import { Predicate } from "effect"
import type { JsonSchema } from "../../domain/entities/Documented.ts"

// Rewrites the JSON Schemas that Effect derives into the forms that readers and code generators expect.

/** Does not have the format `uuid`, because a GUID of any version and variant is accepted. */
export const guidSchema: JsonSchema = {
  type: "string",
  pattern: "^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$",
  description: "A GUID. Requests may use upper case; answers use lower case."
}

export const refTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

const isSchema = (value: unknown): value is JsonSchema => Predicate.isObject(value) && !Array.isArray(value)

const isGuid = ({ pattern }: JsonSchema): boolean => pattern === guidSchema.pattern

/** `documentedAs` adds its keys as a part of `allOf`; here they replace the keys beside it. */
const merged = ({ allOf, ...rest }: JsonSchema): JsonSchema =>
  Array.isArray(allOf) ? Object.assign({}, rest, ...allOf) : rest

/** The schema of an optional key that may be null lists null twice. */
const withoutRepeats = (schema: JsonSchema): JsonSchema => {
  if (!Array.isArray(schema.anyOf)) return schema
  const members = new Map(schema.anyOf.map((member) => [JSON.stringify(member), member]))
  return { ...schema, anyOf: [...members.values()] }
}

/** Names of components as Effect derives them from encoded errors, and as they are shown. */
export const shownName = (name: string): string => name.replace(/Encoded$/, "")

const tidyRef = (reference: string, texts: ReadonlySet<string>): JsonSchema => {
  const name = reference.slice(reference.lastIndexOf("/") + 1)
  const ref = refTo(shownName(name))
  return texts.has(name) ? { type: "string", contentMediaType: "application/json", contentSchema: ref } : ref
}

/**
 * Rewrites a schema and everything in it. `texts` names the components that are JSON inside a string. Each use of one
 * is replaced by a string schema, because the component of that name describes the content of the string.
 */
export const tidy = (value: unknown, texts: ReadonlySet<string>): unknown => {
  if (Array.isArray(value)) return value.map((item) => tidy(item, texts))
  if (!isSchema(value)) return value
  if (typeof value.$ref === "string") return tidyRef(value.$ref, texts)
  if (isGuid(value)) return refTo("Guid")
  const schema = withoutRepeats(merged(value))
  return Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, tidy(part, texts)]))
}
