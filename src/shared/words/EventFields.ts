import type { EntityType } from "../Entities.ts"
import { entityTypes, type LoggedType } from "../EventTypes.ts"
import { type EditingEvent, kindOfEvent, partsOfKind } from "../FieldEdits.ts"

/** The field that an edit sets, by its name in histories; `principle` for every link. */
interface EventField {
  readonly type: EntityType
  readonly field: string
}

/** The field that an event edits; undefined for events that edit none. */
export const fieldOfEvent = (event: EditingEvent): EventField | undefined => {
  const kind = kindOfEvent(event)
  if (kind === undefined) return undefined
  const [type, field] = partsOfKind(kind)
  return { type, field }
}

/** The type of entity that an event creates or deletes; undefined for other events. */
export const madeOrDeleted = (eventType: LoggedType, verb: "create" | "delete"): EntityType | undefined =>
  entityTypes.find((type) => eventType === `${verb}_${type}`)
