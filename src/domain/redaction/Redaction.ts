import { Predicate, type Schema } from "effect"
import { rowOf } from "../../shared/EventTypes.ts"
import type { LoggedEvent } from "../Event.ts"
import { valueOf } from "../entities/FieldValues.ts"
import type { EntityId, UserId } from "../entities/Ids.ts"
import type { EntityType, State } from "../state/State.ts"
import { entityIn } from "../state/Targets.ts"
import { type FieldRedaction, withoutTexts } from "./FieldRedaction.ts"
import { isJsonObject, mapObjects, stringsIn } from "./JsonRedaction.ts"
import { removed, type TakenTexts } from "./TakenTexts.ts"

/** What is taken out of the log: the earlier texts of a field, what refused events were sent with, or an author's name. */
export type Redaction = FieldRedaction | RefusedRedaction | UserRedaction

export interface RefusedRedaction {
  /** Rejected events, whose data goes. */
  readonly sequenceNumbers: ReadonlySet<number>
  readonly texts: TakenTexts
}

export interface UserRedaction {
  readonly userId: UserId
  /** What stands where the name was. */
  readonly name: string
  /** The names that the user had. */
  readonly texts: TakenTexts
  /** When the user's events happened: another user may have had the same name at other times. */
  readonly times: ReadonlySet<string>
}

/** The fields whose texts can be taken out. */
export const textFieldsOf = (type: EntityType): ReadonlyArray<string> => {
  const rows = Object.entries(rowOf(type).fields)
  const texts = rows.flatMap(([field, { form }]) => (form === "line" || form === "lines" ? [field] : []))
  return [...texts, ...(type === "progress" ? ["note"] : [])]
}

/** The text that a field has now; undefined if the entity is deleted. */
export const currentText = (state: State, type: EntityType, id: EntityId, field: string): string | undefined => {
  const entity = entityIn(state, type, id)
  const value = entity === undefined ? undefined : valueOf(entity, field)
  return Predicate.isString(value) ? value : undefined
}

const idPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The texts that a rejected event was sent with. */
export const textsRefused = ({ data, newValue }: LoggedEvent): ReadonlyArray<string> =>
  [...stringsIn(data), ...Object.keys(data), newValue ?? ""].filter((text) => !idPattern.test(text))

const withoutData = (event: LoggedEvent): LoggedEvent => {
  const { rejection = null } = event
  const isCode = event.rejectionReason === null || event.rejectionReason === rejection?.code
  return {
    ...event,
    data: {},
    newValue: event.newValue === null ? null : removed,
    description: event.description === "" ? "" : removed,
    rejectionReason: isCode ? event.rejectionReason : removed,
    rejection:
      rejection?.code === "invalid_data"
        ? {
            ...rejection,
            faults: rejection.faults.map((fault) => (fault.rule === "unknown" ? { ...fault, key: removed } : fault))
          }
        : rejection
  }
}

/** The members that say who did something, each with the one that says when. */
const stamps = [
  ["createdBy", "createdAt"],
  ["updatedBy", "updatedAt"],
  ["actorName", "timestamp"]
] as const

/** An effect consists of what JSON can hold. */
const jsonOf = (effect: (LoggedEvent["effect"] & object) | null) => effect as object | null as Schema.Json

const withoutName = (event: LoggedEvent, { userId, name, texts, times }: UserRedaction): LoggedEvent => {
  const isTaken = (by: unknown, at: unknown): boolean =>
    Predicate.isString(by) && texts.has(by) && (!Predicate.isString(at) || times.has(at))
  const effect = mapObjects(jsonOf(event.effect ?? null), (object) => {
    const taken = stamps.filter(([by, at]) => isTaken(object[by], object[at]))
    return taken.length === 0 ? object : { ...object, ...Object.fromEntries(taken.map(([by]) => [by, name])) }
  })
  return {
    ...event,
    actorName: event.actorId === userId ? name : event.actorName,
    ...(isJsonObject(effect) && { effect: effect as object as NonNullable<LoggedEvent["effect"]> })
  }
}

/** An event without what is taken out. */
export const redactedEvent = (event: LoggedEvent, redaction: Redaction): LoggedEvent => {
  if ("entityId" in redaction) return withoutTexts(event, redaction)
  if ("userId" in redaction) return withoutName(event, redaction)
  return redaction.sequenceNumbers.has(event.sequenceNumber) && event.status === "rejected" ? withoutData(event) : event
}

/** Whether two versions of an event differ. */
export const isChanged = (event: LoggedEvent, redacted: LoggedEvent): boolean =>
  Object.entries(redacted).some(([key, value]) => {
    const before: unknown = Reflect.get(event, key)
    return before !== value && JSON.stringify(before) !== JSON.stringify(value)
  })
