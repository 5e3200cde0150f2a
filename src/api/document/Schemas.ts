import { Predicate, Record } from "effect"
import { AccountAction } from "../../domain/AccountEntry.ts"
import type { JsonSchema } from "../../domain/entities/Documented.ts"
import { Outcome } from "../../domain/Outcome.ts"
import { RejectionCode } from "../../domain/Rejection.ts"
import { DeliveryOutcome } from "../../domain/Webhook.ts"
import { entityTypes, eventTypes, loggedTypes } from "../../shared/EventTypes.ts"
import { roles } from "../../shared/Roles.ts"
import { initiativeStatuses, objectiveStatuses } from "../../shared/Statuses.ts"
import { tokenScopes } from "../../shared/TokenScopes.ts"

// Rewrites the JSON Schemas that Effect derives into the forms that readers and code generators expect.

/** A UUID of any version and variant, as the format allows. */
const guidSchema: JsonSchema = {
  type: "string",
  format: "uuid",
  pattern: "^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$",
  description: "A GUID, which identifies one thing for good. Requests may use upper case; answers use lower case."
}

/** The lists of values that have a schema of their own, wherever they occur. */
const enums: Readonly<Record<string, { readonly values: ReadonlyArray<string>; readonly description: string }>> = {
  Role: {
    values: roles,
    description: "Viewers read, editors also plan, admins also manage teams, people and webhooks"
  },
  TokenScope: { values: tokenScopes, description: "The rights of a token; `feed` opens calendar feeds only" },
  EventType: { values: eventTypes, description: "The type of an event" },
  LoggedEventType: {
    values: loggedTypes,
    description: "The type of an event in the log, where the retired types of version 1 occur too"
  },
  EntityType: { values: entityTypes, description: "The type of an entity" },
  ObjectiveStatus: { values: objectiveStatuses, description: "The status of an objective" },
  InitiativeStatus: { values: initiativeStatuses, description: "The status of an initiative" },
  SubmissionStatus: { values: Outcome.fields.status.literals, description: "The result of a submission" },
  RejectionCode: { values: RejectionCode.literals, description: "The reason for a rejection. Codes may be added" },
  DeliveryOutcome: {
    values: DeliveryOutcome.literals,
    description: "The outcome of an attempt to deliver. Values may be added"
  },
  AccountAction: { values: AccountAction.literals, description: "An action on an account. Values may be added" }
}

/** The schemas that are told by what they are, not by a name that Effect knows. */
export const sharedSchemas: Readonly<Record<string, JsonSchema>> = {
  Guid: guidSchema,
  ...Record.map(enums, ({ values, description }) => ({ type: "string", enum: values, description }))
}

const enumNames = new Map(Object.entries(enums).map(([name, { values }]) => [JSON.stringify(values), name]))

export const refTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

const isSchema = (value: unknown): value is JsonSchema => Predicate.isObject(value)

const isGuid = ({ pattern }: JsonSchema): boolean => pattern === guidSchema.pattern

/**
 * The members of an `allOf`, which `documentedAs` and `described` make, replace the keys beside it. The descriptions of
 * all are kept, that of a member before that of its schema.
 */
export const merged = ({ allOf, ...rest }: JsonSchema): JsonSchema => {
  if (!Array.isArray(allOf)) return rest
  const parts: ReadonlyArray<JsonSchema> = [rest, ...allOf.map(merged)]
  const descriptions = parts.map(({ description }) => description).filter(Predicate.isString)
  return {
    ...Object.assign({}, ...parts),
    ...(descriptions.length === 0 ? undefined : { description: descriptions.reverse().join(". ") })
  }
}

/** The schema of an optional key that may be null lists null twice. */
const withoutRepeats = (schema: JsonSchema): JsonSchema => {
  if (!Array.isArray(schema.anyOf)) return schema
  const members = new Map(schema.anyOf.map((member) => [JSON.stringify(member), member]))
  return { ...schema, anyOf: [...members.values()] }
}

/** Refers to the shared schema of a list of values, and flattens a choice of one. */
const named = (schema: JsonSchema): JsonSchema => {
  const { anyOf, type, enum: values, ...rest } = schema
  if (Array.isArray(anyOf) && anyOf.length === 1) return { ...anyOf[0], ...rest }
  const name = enumNames.get(JSON.stringify(values))
  return name === undefined ? schema : { ...rest, ...refTo(name) }
}

/** Names of components as Effect derives them from encoded errors, and as they are shown. */
export const shownName = (name: string): string => name.replace(/Encoded$/, "")

const json = "application/json"

const jsonText = (contentSchema: unknown): JsonSchema => ({
  ...{ type: "string", contentMediaType: json, contentSchema },
  description: "JSON, on one line"
})

const tidyRef = (reference: string, texts: ReadonlySet<string>): JsonSchema => {
  const name = reference.slice(reference.lastIndexOf("/") + 1)
  const ref = refTo(shownName(name))
  return texts.has(name) ? jsonText(ref) : ref
}

/**
 * Rewrites a schema and everything in it. `texts` names the components that are JSON inside a string. Each use of one
 * is replaced by a string schema, because the component of that name describes the content of the string.
 */
export const tidy = (value: unknown, texts: ReadonlySet<string>): unknown => {
  if (Array.isArray(value)) return value.map((item) => tidy(item, texts))
  if (!isSchema(value)) return value
  const schema = named(withoutRepeats(merged(value)))
  const description = schema.description === undefined ? undefined : { description: schema.description }
  if (typeof schema.$ref === "string") return { ...tidyRef(schema.$ref, texts), ...description }
  if (schema.contentMediaType === json) return jsonText(tidy(schema.contentSchema, texts))
  if (isGuid(schema)) return { ...refTo("Guid"), ...description }
  return Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, tidy(part, texts)]))
}

/** A schema, and everything in it, with room for more members than it declares. */
export const opened = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(opened)
  if (!isSchema(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, part]) => key !== "additionalProperties" || part !== false)
      .map(([key, part]) => [key, opened(part)])
  )
}
