import { Predicate, Schema } from "effect"
import type { JsonSchema } from "../../domain/entities/Documented.ts"
import { maxMagnitude } from "../../shared/Limits.ts"

/** A JSON Schema that every client takes: one type at each place, no references, no alternatives, no null. */
export interface StrictSchema extends JsonSchema {
  readonly type: string
  readonly description?: string
  readonly enum?: ReadonlyArray<string>
  readonly items?: StrictSchema
  readonly properties?: Readonly<Record<string, StrictSchema>>
  readonly required?: ReadonlyArray<string>
}

type Definitions = Readonly<Record<string, JsonSchema>>

const isSchema = (value: unknown): value is JsonSchema => Predicate.isObject(value)

const schemasIn = (value: unknown): ReadonlyArray<JsonSchema> => (Array.isArray(value) ? value.filter(isSchema) : [])

/** That of a GUID, which is too long to be repeated at each id. */
const idPattern = "^[0-9a-fA-F-]{36}$"

/** Without what says nothing, and without formats, which some clients refuse. */
const isKept = ([key, value]: readonly [string, unknown]): boolean => {
  if (key === "format" || (key === "minLength" && value === 0)) return false
  if (key === "required") return Array.isArray(value) && value.length > 0
  return !(Math.abs(Number(value)) >= maxMagnitude)
}

/** One object with the members of several; required is what all of them require. */
export const merged = (forms: ReadonlyArray<StrictSchema>): StrictSchema => {
  const properties: Record<string, StrictSchema> = {}
  for (const form of forms) {
    for (const [name, schema] of Object.entries(form.properties ?? {})) {
      const known = properties[name]
      const choices = known?.enum && schema.enum && { enum: [...new Set([...known.enum, ...schema.enum])] }
      properties[name] = { ...schema, ...known, ...choices }
    }
  }
  const required = Object.keys(properties).filter((name) => forms.every((form) => form.required?.includes(name)))
  return { type: "object", properties, required }
}

const strictOf = (node: JsonSchema, definitions: Definitions): StrictSchema => {
  const { anyOf, allOf, $ref, pattern, items, properties, required, additionalProperties: _, ...rest } = node
  const referred = typeof $ref === "string" ? definitions[$ref.split("/").at(-1) ?? ""] : undefined
  const read = (part: JsonSchema) => strictOf(part, definitions)
  const forms = schemasIn(anyOf)
    .filter(({ type }) => type !== "null")
    .map(read)
  const members = isSchema(properties) ? Object.entries(properties) : []
  const whole = {
    ...(forms.length > 1 ? merged(forms) : forms[0]),
    ...rest,
    ...(typeof pattern === "string" && { pattern: pattern.includes("{8}-") ? idPattern : pattern }),
    ...(isSchema(items) && { items: read(items) }),
    ...(members.length > 0 && {
      properties: Object.fromEntries(members.map(([name, member]) => [name, read(member as JsonSchema)])),
      required: members.flatMap(([name, member]) =>
        Array.isArray(required) && required.includes(name) && !isNullable(member) ? [name] : []
      )
    }),
    ...Object.assign({}, ...schemasIn([referred, ...schemasIn(allOf)]).map(read))
  }
  return Object.fromEntries(Object.entries(whole).filter(isKept)) as StrictSchema
}

/** Whether a part of a JSON Schema takes null. */
export const isNullable = (node: unknown): boolean =>
  isSchema(node) && schemasIn(node.anyOf).some(({ type }) => type === "null")

/** A schema as agents see it. What may be null may be left out. */
export const strict = (schema: Schema.Constraint): StrictSchema => {
  const { schema: root, definitions } = Schema.toJsonSchemaDocument(schema)
  return strictOf(root, definitions)
}

/** The schema, no object of which takes other members than its own. */
export const closed = (schema: StrictSchema): StrictSchema => ({
  ...schema,
  ...(schema.items && { items: closed(schema.items) }),
  ...(schema.properties && {
    properties: Object.fromEntries(Object.entries(schema.properties).map(([name, member]) => [name, closed(member)])),
    additionalProperties: false
  })
})
