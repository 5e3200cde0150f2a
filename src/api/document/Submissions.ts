import { Schema } from "effect"
import type { EventType } from "../../domain/Event.ts"
import type { JsonSchema } from "../../domain/entities/Documented.ts"
import { eventTable } from "../../domain/events/EventTable.ts"
import { eventTypes } from "../../shared/EventTypes.ts"
import { withArticle, withSpaces } from "../../shared/words/Nouns.ts"
import { exampleOf, otherForms } from "./ExampleSubmissions.ts"
import { refTo } from "./Schemas.ts"

/** `UpdateTeamNameSubmission` */
export const nameOf = (eventType: EventType): string =>
  `${eventType.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Submission`

/** No object has keys besides those of its schema. */
const closed = (schema: JsonSchema): JsonSchema =>
  Array.isArray(schema.anyOf)
    ? { ...schema, anyOf: schema.anyOf.map(closed) }
    : { ...schema, additionalProperties: false }

const dataSchema = (eventType: EventType): JsonSchema =>
  closed(Schema.toJsonSchemaDocument(eventTable[eventType].data).schema)

const targetWords = (eventType: EventType): string => {
  const { targets } = eventTable[eventType]
  if (targets.length === 0) return "There is no `targetId`."
  return `\`targetId\` names ${targets.map(withArticle).join(" or ")}${eventType.startsWith("create_") ? ", the parent" : ""}.`
}

/** The submission of one event type. Submissions that break it in `data` or `targetId` are answered as rejected. */
const submissionSchema = (eventType: EventType): JsonSchema => {
  const { role, targets } = eventTable[eventType]
  const targetSchema = targets.length === 0 ? { type: "null" } : refTo("Guid")
  return {
    type: "object",
    title: withSpaces(eventType),
    description: `${targetWords(eventType)} Requires the ${role} role.`,
    properties: {
      eventType: { type: "string", enum: [eventType], description: "The type of the event" },
      targetId: { ...targetSchema, description: "The entity to submit it for, the parent for a create event" },
      data: { ...dataSchema(eventType), description: "The data of the event, by its type" },
      lastSeenSequence: refTo("LastSeenSequence")
    },
    required: ["eventType", ...(targets.length === 0 ? [] : ["targetId"]), "data"],
    additionalProperties: false
  }
}

/** The components of all submissions: one for each event type, and their union by `eventType`. */
export const components = (): Readonly<Record<string, JsonSchema>> => ({
  ...Object.fromEntries(eventTypes.map((eventType) => [nameOf(eventType), submissionSchema(eventType)])),
  LastSeenSequence: {
    anyOf: [{ type: "integer", format: "int64" }, { type: "null" }],
    description:
      "The log position that a field edit is based on. If the field has changed since, the edit is rejected as a conflict."
  },
  SubmitEventRequest: {
    type: "object",
    oneOf: eventTypes.map((eventType) => refTo(nameOf(eventType))),
    discriminator: {
      propertyName: "eventType",
      mapping: Object.fromEntries(
        eventTypes.map((eventType) => [eventType, `#/components/schemas/${nameOf(eventType)}`])
      )
    },
    description:
      "Text lengths are counted in code points, after NFC normalisation and trimming. An invalid `targetId` or `data` " +
      "returns 200 with the status `rejected`; an unknown event type or a malformed envelope returns 400."
  }
})

export const examples = (): Readonly<Record<string, unknown>> => ({
  ...Object.fromEntries(eventTypes.map((eventType) => [eventType, exampleOf(eventType)])),
  ...otherForms
})
