import { Predicate, Schema } from "effect"
import type { EventType } from "../../domain/Event.ts"
import type { JsonSchema } from "../../domain/entities/Documented.ts"
import { eventTable } from "../../domain/events/EventTable.ts"
import { eventTypes } from "../../shared/EventTypes.ts"
import { isNullable, merged, type StrictSchema, strict } from "./StrictSchema.ts"

/** What the descriptions of fields do not say, which are for readers of the whole document. */
const descriptions: Readonly<Record<string, string>> = {
  id: "A UUID of your own for what is created, or the id of what is brought back",
  asOf: "A sequence number at which it existed",
  confidence: "0 to 10: how sure people are that the target will be reached",
  description: "Plain text; may be empty",
  date: "The day that the value is of, YYYY-MM-DD, if it is not today",
  dueDate: "YYYY-MM-DD, or none",
  groupId: "The id of the group, from get_objective, or none",
  note: "Why, or what happened, in a sentence",
  owner: "A person or role, written as others write it; or none",
  parentId: "The id of the objective, of any team, that it supports, or none",
  principleId: "The id of the principle, from get_team",
  retract: "The sequenceNumber of the check-in to take out",
  startDate: "YYYY-MM-DD, or none",
  status: "Of an objective draft to missed, of an initiative planned to dropped",
  teamId: "The id of the team, from get_overview; everything if absent",
  statusNote: "Why its status is what it is",
  value: "The value"
}

/** The schemas of the forms that an event's data can have. */
const alternativesOf = (data: Schema.Top): ReadonlyArray<JsonSchema> => {
  const { schema } = Schema.toJsonSchemaDocument(data)
  return Array.isArray(schema.anyOf) ? schema.anyOf : [schema]
}

const membersOf = ({ properties, required }: JsonSchema) =>
  Object.entries(Predicate.isObject(properties) ? properties : {}).map(([name, member]) => ({
    name,
    isNullable: isNullable(member),
    isRequired: Array.isArray(required) && required.includes(name)
  }))

/** What the data of an event can have. */
export interface DataForm {
  readonly schema: StrictSchema
  /** Members that "none" takes away, with the value that they have then. */
  readonly empty: Readonly<Record<string, null | "">>
  /** Those of them that must be sent: null takes them away too. Other members that are null are left out. */
  readonly clearable: ReadonlyArray<string>
}

/** The value of a member that is taken away; undefined if it cannot be. Of texts only an owner is never "none". */
const emptyOf = ({ name, isNullable }: ReturnType<typeof membersOf>[number]): null | "" | undefined =>
  isNullable ? null : name === "owner" ? "" : undefined

const formOf = (eventType: EventType): DataForm => {
  const { data } = eventTable[eventType]
  const removable = alternativesOf(data)
    .flatMap(membersOf)
    .flatMap((member) => {
      const empty = emptyOf(member)
      return empty === undefined ? [] : [{ ...member, empty }]
    })
  return {
    schema: strict(data),
    empty: Object.fromEntries(removable.map(({ name, empty }) => [name, empty])),
    clearable: removable.flatMap(({ name, isRequired }) => (isRequired ? [name] : []))
  }
}

const forms = new Map<unknown, DataForm>(eventTypes.map((eventType) => [eventType, formOf(eventType)]))

/** Undefined: there is no such event type. */
export const dataFormOf = (eventType: unknown): DataForm | undefined => forms.get(eventType)

/** The names of what the data of an event can have. */
export const fieldsOf = (eventType: EventType): ReadonlyArray<string> =>
  Object.keys(dataFormOf(eventType)?.schema.properties ?? {})

const removable = new Set([...forms.values()].flatMap(({ empty }) => Object.keys(empty)))

const withWords = ({ pattern, ...member }: StrictSchema, name: string): StrictSchema => ({
  ...member,
  // "none" takes the place of a date, or of an id.
  ...(pattern !== undefined && !removable.has(name) && { pattern }),
  description: descriptions[name] ?? String(member.description)
})

const allMembers = merged([...forms.values()].map(({ schema }) => schema))

/** The data of an event of any type. */
export const anyData: StrictSchema = {
  type: "object",
  properties: Object.fromEntries(
    Object.entries(allMembers.properties ?? {}).map(([name, member]) => [name, withWords(member, name)])
  )
}
