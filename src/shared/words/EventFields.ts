import type { EntityType } from "../Entities.ts"
import { type EventType, entityTypes } from "../EventTypes.ts"
import { kindOfEvent } from "../FieldEdits.ts"

/** The field that an edit sets, by its name in histories; `principle` for every link. */
interface EventField {
  readonly type: EntityType
  readonly field: string
}

/** The field that an event edits; undefined for events that edit none. */
export const fieldOfEvent = ({
  eventType,
  fieldName,
  data
}: {
  readonly eventType: EventType
  readonly fieldName: string | null
  readonly data: Readonly<Record<string, unknown>>
}): EventField | undefined => {
  const [type, field] = (kindOfEvent(eventType)?.split(".") ?? []) as [EntityType?, string?]
  if (type === undefined || field === undefined) return undefined
  const isCorrection = fieldName === null ? !Object.hasOwn(data, "value") : fieldName === "definition"
  return { type, field: type === "progress" && isCorrection ? "definition" : field }
}

/** The type of entity that an event creates or deletes; undefined for other events. */
export const madeOrDeleted = (eventType: EventType, verb: "create" | "delete"): EntityType | undefined =>
  entityTypes.find((type) => eventType === `${verb}_${type}`)
