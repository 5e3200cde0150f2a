import type { EventType } from "../../../domain/Event.ts"
import type { HistoryEntry } from "../../../domain/views/History.ts"
import { entityTypes, rowOf } from "../../../shared/EventTypes.ts"
import type { SubmitBody } from "../../contract/Api.ts"
import { dataOf, field, isFieldKind } from "../../workspace/Field.ts"

/** What a user may do. */
interface May {
  readonly edit: boolean
  readonly admin: boolean
}

/** Whether events of this type need the role admin. For types that create, edit or delete an entity. */
const needsAdmin = (eventType: EventType): boolean =>
  entityTypes.some((type) => eventType.split("_")[1] === type && rowOf(type).role === "admin")

const isAllowed = (entry: HistoryEntry, may: May): boolean =>
  entry.canReapply && (needsAdmin(entry.eventType) ? may.admin : may.edit)

/**
 * Only edits can be applied again: nothing is left to delete, a restore needs its preview first, and a creation would
 * make a copy.
 */
export const canReapply = (entry: HistoryEntry, may: May): boolean =>
  isAllowed(entry, may) && entry.eventType.startsWith("update_")

/** Whether an entry is about something that could come back, if it is gone. A team comes back by a restore. */
export const canBringBack = (entry: HistoryEntry, may: May): boolean =>
  entry.status === "applied" &&
  may.edit &&
  /^(create|delete)_/.test(entry.eventType) &&
  entry.entityType !== null &&
  rowOf(entry.entityType).parent !== null

/** The submission that applies an entry again. */
export const submissionOf = ({ eventType, targetId, data }: HistoryEntry, lastSeenSequence: number): SubmitBody => ({
  eventType,
  targetId,
  data,
  lastSeenSequence
})

/** The data that sets a field to this text; undefined where no field is edited. */
const dataWith = ({ entityType, entityId, fieldName, teamId }: HistoryEntry, text: string) => {
  const [name = "", pair = ""] = fieldName?.split(":") ?? []
  const kind = `${entityType}.${name}`
  if (kind === "progress.value") return { value: Number(text) }
  return isFieldKind(kind) ? dataOf(field(kind, teamId ?? "", entityId ?? "", pair), text) : undefined
}

/**
 * The submission that takes an edit back, if nobody changed the field since; undefined for other entries. Of a check-in
 * only the value comes back.
 */
export const undoOf = (entry: HistoryEntry, may: May): SubmitBody | undefined => {
  const { oldValue, eventType, targetId, sequenceNumber } = entry
  const data = oldValue === null || !isAllowed(entry, may) ? undefined : dataWith(entry, oldValue)
  return data && { eventType, targetId, data, lastSeenSequence: sequenceNumber }
}
