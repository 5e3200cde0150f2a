import { Predicate, type Schema } from "effect"
import { rowOf } from "../shared/EventTypes.ts"
import { quoted } from "../shared/Quoted.ts"
import type { EventData, LoggedEvent } from "./Event.ts"
import { valueOf } from "./entities/FieldValues.ts"
import type { EntityId, UserId } from "./entities/Ids.ts"
import { normalForm } from "./entities/Text.ts"
import type { Rejection } from "./Rejection.ts"
import type { EntityType, State } from "./state/State.ts"
import { entityIn } from "./state/Targets.ts"

/** What stands where a text was. */
export const removed = "[removed]"

/** What is taken out of the log: the earlier texts of a field, or the name of a user as actor. */
export type Redaction = FieldRedaction | UserRedaction

export interface FieldRedaction {
  readonly entityId: EntityId
  readonly field: string
  /** The texts that go. */
  readonly texts: ReadonlySet<string>
}

export interface UserRedaction {
  readonly userId: UserId
  /** What stands where the name was. */
  readonly name: string
}

/** The field of a measure's corrections: JSON with its name, unit, start and target. */
const definition = "definition"

/** The fields whose texts can be taken out. */
export const textFieldsOf = (type: EntityType): ReadonlyArray<string> => {
  const rows = Object.entries(rowOf(type).fields)
  const texts = rows.flatMap(([field, { form }]) => (form === "line" || form === "lines" ? [field] : []))
  return [...texts.filter((field) => field !== "unit"), ...(type === "progress" ? ["note"] : [])]
}

/** The text that a field has now; undefined if the entity is deleted. */
export const currentText = (state: State, type: EntityType, id: EntityId, field: string): string | undefined => {
  const entity = entityIn(state, type, id)
  const value = entity === undefined ? undefined : valueOf(entity, field)
  return Predicate.isString(value) ? value : undefined
}

const isAbout = ({ entityId }: Pick<LoggedEvent, "entityId">, redaction: FieldRedaction): boolean =>
  entityId === redaction.entityId

/** The texts that a field of an entity was given, or was to be given, in the events before `before`. */
export const textsGiven = (
  events: ReadonlyArray<LoggedEvent>,
  field: string,
  before: number = Number.POSITIVE_INFINITY
): ReadonlySet<string> =>
  new Set(
    events.flatMap(({ sequenceNumber, data }) => {
      const text = data[field]
      // Of a refused text the log has what was typed and, as a value, its normal form.
      return sequenceNumber < before && Predicate.isString(text) && text !== "" ? [text, normalForm(text)] : []
    })
  )

/** Whether a value is one of the texts, or the beginning of one: the log cuts the values of rejected events. */
const isOneOf = (texts: ReadonlySet<string>, value: string): boolean => {
  if (texts.has(value) || !value.endsWith("…")) return texts.has(value)
  const beginning = value.slice(0, -1)
  return [...texts].some((text) => text.startsWith(beginning))
}

/** The value of a field as histories have it, without the texts that go. */
export const redactedValue = (
  fieldName: string | null,
  value: string | null,
  redaction: FieldRedaction
): string | null => {
  const { field, texts } = redaction
  if (value === null) return null
  if (fieldName === field) return isOneOf(texts, value) ? removed : value
  if (fieldName !== definition) return value
  // A rejected event has only the beginning of a long one.
  if (!value.endsWith("}")) return removed
  const parts: Readonly<Record<string, unknown>> = JSON.parse(value)
  const text = parts[field]
  return Predicate.isString(text) && texts.has(text) ? JSON.stringify({ ...parts, [field]: removed }) : value
}

const isArray = (value: Schema.JsonArray | Schema.JsonObject): value is Schema.JsonArray => Array.isArray(value)

const redactedJson = (value: Schema.Json, texts: ReadonlySet<string>): Schema.Json => {
  if (typeof value === "string") return isOneOf(texts, value) ? removed : value
  if (value === null || typeof value !== "object") return value
  if (isArray(value)) return value.map((each) => redactedJson(each, texts))
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, redactedJson(each ?? null, texts)]))
}

/** Rejected data may have anything under any key. */
const redactedData = ({ data, status }: LoggedEvent, { field, texts }: FieldRedaction): EventData =>
  Object.fromEntries(
    Object.entries(data).map(([key, value]) => {
      if (status === "rejected")
        return [key, key === field && !Predicate.isString(value) ? removed : redactedJson(value, texts)]
      return [key, key === field && Predicate.isString(value) && texts.has(value) ? removed : value]
    })
  )

/** What a conflict says of another entity goes by its id. That of version 1 may lack it. */
const redactedRejection = (event: LoggedEvent, { entityId, texts }: FieldRedaction): Rejection | null => {
  const { rejection = null } = event
  if (rejection?.code !== "conflict" || rejection.title === null) return rejection
  const isNamed = rejection.id === entityId || rejection.id === null
  return isNamed && isOneOf(texts, rejection.title) ? { ...rejection, title: removed } : rejection
}

/** A sentence that version 1 wrote, and that nothing reads, goes if it has one of the texts, or may have the beginning of one. */
const redactedSentence = (sentence: string, { texts }: FieldRedaction, isOwn: boolean): string => {
  const isCut = isOwn && sentence.endsWith("…")
  return sentence !== "" && (isCut || [...texts].some((text) => sentence.includes(quoted(text)))) ? removed : sentence
}

const withoutTexts = (event: LoggedEvent, redaction: FieldRedaction): LoggedEvent => {
  const { rejectionReason, fieldName } = event
  const isOwn = isAbout(event, redaction)
  const said = {
    description: redactedSentence(event.description, redaction, isOwn),
    rejectionReason: rejectionReason === null ? null : redactedSentence(rejectionReason, redaction, isOwn),
    rejection: redactedRejection(event, redaction)
  }
  if (!isOwn) return { ...event, ...said }
  return {
    ...event,
    ...said,
    data: redactedData(event, redaction),
    oldValue: redactedValue(fieldName, event.oldValue, redaction),
    newValue: redactedValue(fieldName, event.newValue, redaction),
    conflictingServerValue: redactedValue(fieldName, event.conflictingServerValue, redaction)
  }
}

/** An event without what is taken out. */
export const redactedEvent = (event: LoggedEvent, redaction: Redaction): LoggedEvent => {
  if (!("userId" in redaction)) return withoutTexts(event, redaction)
  return event.actorId === redaction.userId ? { ...event, actorName: redaction.name } : event
}

/** Whether two versions of an event differ. */
export const isChanged = (event: LoggedEvent, redacted: LoggedEvent): boolean =>
  JSON.stringify(event) !== JSON.stringify(redacted)
