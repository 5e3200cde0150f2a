import { Predicate } from "effect"
import { EventType } from "../../src/domain/Event.ts"
import { eventTable } from "../../src/domain/events/EventTable.ts"
import type { EntityType } from "../../src/domain/state/State.ts"
import { nobody } from "./Routes.ts"

/** All text fields of all requests, derived from the OpenAPI document. */

type Json = Readonly<Record<string, unknown>>

const at = (value: unknown, ...path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>((inner, key) => (Predicate.isObject(inner) ? Reflect.get(inner, key) : undefined), value)

const entries = (value: unknown): ReadonlyArray<readonly [string, unknown]> =>
  Predicate.isObject(value) ? Object.entries(value) : []

const list = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** The schema with everything in it that it refers to. */
const resolved = (document: unknown, schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map((part) => resolved(document, part))
  if (!Predicate.isObject(schema)) return schema
  const reference = at(schema, "$ref")
  return typeof reference === "string"
    ? resolved(document, at(document, ...reference.slice(2).split("/")))
    : Object.fromEntries(entries(schema).map(([key, part]) => [key, resolved(document, part)]))
}

/** The schema, or the one of its alternatives that accepts a string. */
const stringSchema = (schema: unknown): Json | undefined => {
  if (at(schema, "type") === "string" && Predicate.isObject(schema)) return schema as Json
  return list(at(schema, "anyOf"))
    .map(stringSchema)
    .find((found) => found !== undefined)
}

/** A valid value of the schema. Numbers differ, since a measure's start and target must. */
const valid = (schema: unknown, index: number): unknown => {
  const text = stringSchema(schema)
  if (text === undefined) return at(schema, "type") === "boolean" ? true : at(schema, "type") === "object" ? {} : index
  const options = list(text.enum)
  if (options.length > 0) return options[0]
  const pattern = String(text.pattern ?? "")
  if (text.format === "date") return "2026-01-02"
  if (pattern.startsWith("^#")) return "#000000"
  if (pattern !== "") return nobody
  return "x".repeat(Number(text.minLength ?? 1) || 1)
}

export interface TextField {
  /** Such as `POST /api/events create_team name`. */
  readonly name: string
  readonly method: string
  readonly path: string
  readonly place: "path" | "query" | "header" | "body"
  readonly key: string
  /** In code points; undefined if the document has no maximum. */
  readonly minLength: number | undefined
  readonly maxLength: number | undefined
  /** A request that is valid except for this text. */
  readonly request: (text: string) => {
    readonly path: string
    readonly headers: Record<string, string>
    readonly body: unknown
  }
}

const lengthOf = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined)

const bodyFields = (
  schema: unknown,
  wrap: (data: Json) => unknown
): ReadonlyArray<Pick<TextField, "key" | "minLength" | "maxLength"> & { readonly body: (text: string) => unknown }> => {
  const properties = entries(at(schema, "properties"))
  const sound = Object.fromEntries(properties.map(([key, property], index) => [key, valid(property, index)]))
  return properties.flatMap(([key, property]) => {
    const text = stringSchema(property)
    return text === undefined
      ? []
      : [
          {
            key,
            minLength: lengthOf(text.minLength),
            maxLength: lengthOf(text.maxLength),
            body: (value: string) => wrap({ ...sound, [key]: value })
          }
        ]
  })
}

interface Operation {
  readonly method: string
  readonly path: string
  readonly operation: unknown
}

/** The path with an unknown id for each parameter. */
const addressOf = (path: string): string => path.replaceAll(/\{\w+\}/g, nobody)

const parameterFields = ({ method, path, operation }: Operation): ReadonlyArray<TextField> =>
  list(at(operation, "parameters")).flatMap((parameter) => {
    const [key, place] = [String(at(parameter, "name")), at(parameter, "in")]
    if (place !== "path" && place !== "query" && place !== "header") return []
    const pathWith = (text: string): string => {
      if (place === "path") return addressOf(path.replace(`{${key}}`, encodeURIComponent(text)))
      return place === "query" ? `${addressOf(path)}?${key}=${encodeURIComponent(text)}` : addressOf(path)
    }
    const request = (text: string) => ({
      path: pathWith(text),
      headers: place === "header" ? { [key]: text } : {},
      body: undefined
    })
    const name = `${method} ${path} ${key}`
    return [{ name, method, path, place, key, minLength: undefined, maxLength: undefined, request }]
  })

const payloadFields = (
  document: unknown,
  targets: Readonly<Record<EntityType, string>>,
  { method, path, operation }: Operation
): ReadonlyArray<TextField> => {
  const body = resolved(document, at(operation, "requestBody", "content", "application/json", "schema"))
  const fieldsOf = (name: string, schema: unknown, wrap: (data: Json) => unknown): ReadonlyArray<TextField> =>
    bodyFields(schema, wrap).map(({ body, ...field }) => ({
      ...field,
      name: `${method} ${path} ${name}${field.key}`,
      method,
      path,
      place: "body",
      request: (text) => ({ path: addressOf(path), headers: {}, body: body(text) })
    }))
  const variants = list(at(body, "oneOf"))
  const dataFields = variants.flatMap((variant) => {
    const eventType = EventType.literals.find(
      (type) => type === list(at(variant, "properties", "eventType", "enum"))[0]
    )
    if (eventType === undefined) return []
    const [target] = eventTable[eventType].targets
    const targetId = target === undefined ? null : targets[target]
    const data = at(variant, "properties", "data")
    const forms = list(at(data, "anyOf"))
    return (forms.length === 0 ? [data] : forms).flatMap((form) =>
      fieldsOf(`${eventType} `, form, (data) => ({ eventType, targetId, data }))
    )
  })
  return [...fieldsOf("", variants[0] ?? body, (all) => all), ...dataFields]
}

/** `targets` are living entities, one of each type. */
export const textFields = (
  document: unknown,
  targets: Readonly<Record<EntityType, string>>
): ReadonlyArray<TextField> =>
  entries(at(document, "paths")).flatMap(([path, methods]) =>
    entries(methods).flatMap(([name, operation]) => {
      const asked = { method: name.toUpperCase(), path, operation }
      return [...parameterFields(asked), ...payloadFields(document, targets, asked)]
    })
  )
