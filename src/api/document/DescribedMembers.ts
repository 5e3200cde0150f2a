import { Predicate, Record } from "effect"
import type { JsonSchema } from "../../domain/entities/Documented.ts"
import { listLimits } from "./ListLimits.ts"
import { members } from "./Members.ts"

/** The entry of a table for a path: that of the longest of its ends, such as `TeamTrend.percent` before `percent`. */
const entryFor = <A>(table: Readonly<Record<string, A>>, path: ReadonlyArray<string>): A | undefined =>
  path.map((_, index) => table[path.slice(index).join(".")]).find((entry) => entry !== undefined)

const isObject = (value: unknown): value is JsonSchema => Predicate.isObject(value) && !Array.isArray(value)

/** Adds keys to a schema of this type, or to those in a choice between it and others. */
const added = (schema: JsonSchema, type: string, keys: JsonSchema): JsonSchema => {
  if (schema.type === type) return { ...keys, ...schema }
  return Array.isArray(schema.anyOf) ? { ...schema, anyOf: schema.anyOf.map((one) => added(one, type, keys)) } : schema
}

const isList = ({ type, anyOf }: JsonSchema): boolean =>
  type === "array" || (Array.isArray(anyOf) && anyOf.some(isList))

const sentences = (...texts: ReadonlyArray<unknown>): JsonSchema => {
  const parts = texts.filter(Predicate.isString)
  return parts.length === 0 ? {} : { description: parts.join(". ") }
}

const limited = (schema: JsonSchema, path: ReadonlyArray<string>): JsonSchema => {
  const limit = isList(schema) ? entryFor(listLimits, path) : undefined
  if (limit === undefined) return schema
  return typeof limit === "number"
    ? added(schema, "array", { maxItems: limit })
    : { ...schema, ...sentences(schema.description, limit) }
}

const member = (schema: JsonSchema, path: ReadonlyArray<string>, isClosed: boolean): JsonSchema => {
  const { description, format } = entryFor(members, path) ?? {}
  const formatted = format === undefined ? schema : added(schema, "string", { format })
  return describe({ ...formatted, ...sentences(description, schema.description) }, path, isClosed)
}

/**
 * Adds to a schema, and to everything in it, what `Members` and `ListLimits` say. `path` begins with the name of the
 * schema or operation. A closed schema, of a request, refuses members that it does not declare; others leave room for more.
 */
export const describe = (given: JsonSchema, path: ReadonlyArray<string>, isClosed: boolean): JsonSchema => {
  const { additionalProperties, ...rest } = limited(given, path)
  const within = (schema: unknown) => (isObject(schema) ? describe(schema, path, isClosed) : schema)
  const parts: Record<string, unknown> = {}
  for (const key of ["items", "contentSchema"]) if (key in rest) parts[key] = within(rest[key])
  for (const key of ["anyOf", "oneOf"]) if (Array.isArray(rest[key])) parts[key] = rest[key].map(within)
  if (isObject(rest.properties)) {
    parts.properties = Record.map(rest.properties, (part, name) =>
      isObject(part) ? member(part, [...path, name], isClosed) : part
    )
  }
  if (additionalProperties === false ? isClosed : additionalProperties !== undefined) {
    parts.additionalProperties = within(additionalProperties)
  }
  return { ...rest, ...parts }
}
