import { Option, Predicate, Record } from "effect"
import { dataFormOf } from "./EventForms.ts"
import type { StrictSchema } from "./StrictSchema.ts"

/**
 * Reads arguments as clients send them: null for what is left out, numbers, booleans, lists and objects as text, and the one item
 * of a list without the list. What has no one meaning stays as it is, so that the schema refuses it.
 */
export const readArguments = (schema: StrictSchema, value: unknown): unknown => {
  if (typeof value === "string") return readText(schema, value)
  if (schema.type === "array" && Predicate.isObjectOrArray(value)) {
    return (Array.isArray(value) ? value : [value]).map((item) => readItem(schema, item))
  }
  return schema.type === "object" && Predicate.isObject(value) ? readMembers(schema, value) : value
}

const parse = Option.liftThrowable((text: string): unknown => JSON.parse(text))

const numeral = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i

/** In some languages 1.200 is a thousand and two hundred. */
const ambiguous = /^[+-]?[1-9]\d{0,2}\.\d{3}$/

const readText = (schema: StrictSchema, text: string): unknown => {
  const trimmed = text.trim()
  switch (schema.type) {
    case "integer":
    case "number":
      return numeral.test(trimmed) && !ambiguous.test(trimmed) ? Number(trimmed) : text
    case "boolean":
      return /^(true|false)$/i.test(trimmed) ? trimmed.toLowerCase() === "true" : text
    case "array":
    case "object":
      return readStructure(schema, trimmed)
    default:
      return schema.enum === undefined ? text : (choiceIn(schema.enum, trimmed) ?? text)
  }
}

/** "At risk" and "at-risk" are at_risk. */
const choiceIn = (choices: ReadonlyArray<string>, text: string): string | undefined => {
  const wanted = text.toLowerCase().replaceAll(/[\s-]+/g, "_")
  return choices.find((choice) => choice === wanted)
}

/** A list or an object as JSON; of choices also a list with commas. */
const readStructure = (schema: StrictSchema, text: string): unknown => {
  const value = Option.getOrUndefined(parse(text))
  if (Predicate.isObjectOrArray(value)) return readArguments(schema, value)
  return schema.items?.enum === undefined ? text : text.split(",").map((item) => readItem(schema, item))
}

const readItem = ({ items }: StrictSchema, item: unknown): unknown =>
  items === undefined ? item : readArguments(items, item)

const readMembers = (schema: StrictSchema, members: Readonly<Record<string, unknown>>): unknown => {
  const read: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(members)) {
    const member = schema.properties?.[name]
    if (value !== null) read[name] = member === undefined ? value : readArguments(member, value)
  }
  return schema.properties?.eventType === undefined ? read : withData(read, members.data)
}

/** An event with its data read by its type. */
const withData = (event: Readonly<Record<string, unknown>>, sent: unknown): unknown => {
  const form = dataFormOf(event.eventType)
  if (form === undefined) return event
  const data = typeof sent === "string" ? Option.getOrElse(parse(sent), () => sent) : (sent ?? {})
  if (!Predicate.isObject(data)) return { ...event, data }
  const isNone = (name: string) => /^none$/i.test(String(data[name]).trim()) && Object.hasOwn(form.empty, name)
  const rest = Record.filter(data, (_, name) => !isNone(name))
  // Of several that could be taken away, null is meant only where nothing else is said of any.
  const isSaid = form.clearable.some((name) => data[name] !== undefined && data[name] !== null)
  const cleared = form.clearable.filter((name) => (isSaid ? isNone(name) : data[name] === null))
  const read = readArguments(form.schema, rest) as object
  return { ...event, data: { ...read, ...Object.fromEntries(cleared.map((name) => [name, form.empty[name]])) } }
}
