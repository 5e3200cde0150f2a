import { Predicate, type Schema } from "effect"
import { rowOf } from "../../shared/EventTypes.ts"
import type { EventData, LoggedEvent } from "../Event.ts"
import type { EntityId } from "../entities/Ids.ts"
import type { Rejection } from "../Rejection.ts"
import type { EntityType } from "../state/State.ts"
import { isJsonObject, mapElements, mapMembers, mapObjects, mapStrings, stringsUnder } from "./JsonRedaction.ts"
import { removed, type TakenTexts } from "./TakenTexts.ts"

/** The earlier texts of a field, which are taken out. */
export interface FieldRedaction {
  readonly entityId: EntityId
  readonly type: EntityType
  readonly field: string
  readonly texts: TakenTexts
  /** What the entity is in, and what is in it. */
  readonly relatives: ReadonlySet<EntityId>
}

type Field = Pick<FieldRedaction, "entityId" | "type" | "field">

/** A field that is a part of another one, such as a measure's name, stands in the JSON of that one's values. */
const wholeOf = ({ type, field }: Field): string | undefined => rowOf(type).fields[field]?.partOf

/** The members of `data` that have the text: an event that sets a status calls the reason a note. */
const keysOf = ({ field }: Pick<Field, "field">): ReadonlyArray<string> =>
  field === "statusNote" ? [field, "note"] : [field]

const partsIn = (value: string): Schema.JsonObject | undefined =>
  // A rejected event has only the beginning of a long one.
  value.startsWith("{") && value.endsWith("}") ? JSON.parse(value) : undefined

const textIn = (of: Field, fieldName: string | null, value: string | null): ReadonlyArray<string> => {
  if (value === null || (fieldName !== of.field && fieldName !== wholeOf(of))) return []
  const text = fieldName === of.field ? value : partsIn(value)?.[of.field]
  return Predicate.isString(text) ? [text] : []
}

/** The texts that a field was given, or was to be given, in the events before `before`. */
export const textsGiven = (
  events: ReadonlyArray<LoggedEvent>,
  of: Field,
  before: number = Number.POSITIVE_INFINITY
): ReadonlyArray<string> =>
  events.flatMap(({ sequenceNumber, entityId, data, status, fieldName, newValue }) => {
    if (sequenceNumber >= before || (entityId !== of.entityId && data.id !== of.entityId)) return []
    const keys = keysOf(of)
    if (status === "applied") return keys.map((key) => data[key]).filter(Predicate.isString)
    return [...keys.flatMap((key) => stringsUnder(data, key)), ...textIn(of, fieldName, newValue)]
  })

/** The value of a field as histories have it, without the texts that go. Of a rejected event it may be cut. */
export const redactedValue = (
  fieldName: string | null,
  value: string | null,
  redaction: FieldRedaction,
  mayBeCut = false
): string | null => {
  const { field, texts } = redaction
  if (value === null) return null
  if (fieldName === field) return (mayBeCut ? texts.hasCut(value) : texts.has(value)) ? removed : value
  if (fieldName === null || fieldName !== wholeOf(redaction)) return value
  const parts = partsIn(value)
  // A status stands alone, without its reason; what begins as a measure's definition is cut.
  if (parts === undefined) return value.startsWith("{") ? removed : value
  const text = parts[field]
  return Predicate.isString(text) && texts.has(text) ? JSON.stringify({ ...parts, [field]: removed }) : value
}

/** The members of an entity, or of a fact that names it, that may have one of the texts. */
const withoutOwnTexts = (object: Schema.JsonObject, redaction: FieldRedaction): Schema.JsonObject => {
  const { type, field, texts } = redaction
  const inside = (value: Schema.Json): Schema.Json => (isJsonObject(value) ? withoutOwnTexts(value, redaction) : value)
  return mapMembers(object, (value, key) => {
    // A fact calls the name of anything its title.
    if (key === field || (key === "title" && field === rowOf(type).label)) {
      return Predicate.isString(value) && texts.hasCut(value) ? removed : value
    }
    if (key === "set" || key === "fact") return inside(value)
    return key === "checkIns" && Array.isArray(value) ? mapElements(value, inside) : value
  })
}

/** What is kept beside an event, or an association, without the texts. Only where it names the entity it changes. */
export const redactedBeside = <A extends object | null>(value: A, redaction: FieldRedaction): A =>
  mapObjects(value as Schema.Json, (object) =>
    object.id === redaction.entityId || object.entityId === redaction.entityId
      ? withoutOwnTexts(object, redaction)
      : object
  ) as A

/** Whether an event is about the entity, names it, or is about what it is in or what is in it. */
const concerns = ({ entityId, targetId, data }: LoggedEvent, { entityId: id, relatives }: FieldRedaction): boolean => {
  const about = entityId ?? targetId
  return (
    about === id || targetId === id || (about !== null && relatives.has(about)) || JSON.stringify(data).includes(id)
  )
}

/** Whether a key of rejected data is no field's and has one of the texts. */
const isTakenKey = (key: string | null, { type, texts }: FieldRedaction): boolean =>
  key !== null && !Object.hasOwn(rowOf(type).fields, key) && texts.hasKey(key)

/** Rejected data may have anything under any key. */
const redactedData = ({ data, status }: LoggedEvent, isOwn: boolean, redaction: FieldRedaction): EventData => {
  const { texts } = redaction
  if (status === "rejected") {
    return mapStrings(data, (text, isKey) =>
      (isKey ? isTakenKey(text, redaction) : texts.hasCut(text)) ? removed : text
    ) as EventData
  }
  const isTaken = (text: unknown) => isOwn && Predicate.isString(text) && texts.has(text)
  const keys = keysOf(redaction).filter((key) => isTaken(data[key]))
  return keys.length === 0 ? data : { ...data, ...Object.fromEntries(keys.map((key) => [key, removed])) }
}

const redactedRejection = (event: LoggedEvent, redaction: FieldRedaction): Rejection | null => {
  const { rejection = null } = event
  if (rejection?.code === "invalid_data") {
    const faults = rejection.faults.map((fault) =>
      isTakenKey(fault.key, redaction) ? { ...fault, key: removed } : fault
    )
    return { ...rejection, faults }
  }
  // That of version 1 may lack the id.
  if (rejection?.code === "conflict" && rejection.id === null && rejection.title !== null) {
    return redaction.texts.hasCut(rejection.title) ? { ...rejection, title: removed } : rejection
  }
  return redactedBeside(rejection, redaction)
}

/** A sentence that version 1 wrote, and that nothing reads. */
const redactedSentence = (sentence: string, { texts }: FieldRedaction, isOwn: boolean): string =>
  sentence !== "" && ((isOwn && sentence.endsWith("…")) || texts.areQuotedIn(sentence)) ? removed : sentence

/** An event without the texts. What does not concern the entity stays, though it may have the same words. */
export const withoutTexts = (event: LoggedEvent, redaction: FieldRedaction): LoggedEvent => {
  const { rejectionReason, fieldName, status } = event
  const isOwn = event.entityId === redaction.entityId
  const mayBeCut = status === "rejected"
  const isConcerned = (mayBeCut || event.description !== "") && concerns(event, redaction)
  const valueOf = (value: string | null) => (isOwn ? redactedValue(fieldName, value, redaction, mayBeCut) : value)
  const beside = redactedBeside({ effect: event.effect ?? null, fact: event.fact ?? null }, redaction)
  return {
    ...event,
    ...beside,
    data: isOwn || isConcerned ? redactedData(event, isOwn, redaction) : event.data,
    description: isConcerned ? redactedSentence(event.description, redaction, isOwn) : event.description,
    rejectionReason:
      isConcerned && rejectionReason !== null ? redactedSentence(rejectionReason, redaction, isOwn) : rejectionReason,
    rejection: isConcerned ? redactedRejection(event, redaction) : redactedBeside(event.rejection ?? null, redaction),
    oldValue: valueOf(event.oldValue),
    newValue: valueOf(event.newValue),
    conflictingServerValue: valueOf(event.conflictingServerValue)
  }
}
