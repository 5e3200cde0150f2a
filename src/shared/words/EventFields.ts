import type { EntityType } from "../Entities.ts"
import { type EventType, editedFields, editType, entityTypes, rowOf } from "../EventTypes.ts"

/** The field that an edit sets, by its name in histories; `principle` for every link. */
interface EventField {
  readonly type: EntityType
  readonly field: string
}

const fields = new Map<string, EventField>(
  entityTypes.flatMap((type) => {
    const { moves, links } = rowOf(type)
    const edits: ReadonlyArray<string> = [...editedFields(type), ...(moves === undefined ? [] : [moves])]
    return [
      ...edits.map((field) => [editType(type, field as never), { type, field }] as const),
      ...(links === undefined ? [] : [[`update_${type}_${links}`, { type, field: "principle" }] as const])
    ]
  })
)

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
  const found = fields.get(eventType)
  if (found?.type !== "progress") return found
  const isCorrection = fieldName === null ? !Object.hasOwn(data, "value") : fieldName === "definition"
  return isCorrection ? { type: "progress", field: "definition" } : found
}

/** The type of entity that an event creates or deletes; undefined for other events. */
export const madeOrDeleted = (eventType: EventType, verb: "create" | "delete"): EntityType | undefined =>
  entityTypes.find((type) => eventType === `${verb}_${type}`)
