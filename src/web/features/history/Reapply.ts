import type { HistoryEntry } from "../../../domain/views/History.ts"
import { rowOf } from "../../../shared/EventTypes.ts"
import { isFieldKind } from "../../../shared/FieldEdits.ts"
import type { Role } from "../../../shared/Roles.ts"
import type { SubmitBody } from "../../contract/Api.ts"
import { dataOf, field } from "../../workspace/Field.ts"

/** Whether a user may do what needs a role. */
export type May = Readonly<Record<Role, boolean>>

const isAllowed = ({ canReapply, entityType }: HistoryEntry, may: May): boolean =>
  canReapply && entityType !== null && may[rowOf(entityType).role]

/**
 * Only edits can be applied again: nothing is left to delete, a restore needs its preview first, and a creation would
 * make a copy.
 */
export const canReapply = (entry: HistoryEntry, may: May): boolean =>
  isAllowed(entry, may) && entry.eventType.startsWith("update_")

/** Whether an entry is about something that could come back, if it is gone. A team comes back by a restore. */
export const canBringBack = ({ status, eventType }: HistoryEntry, may: May): boolean =>
  status === "applied" && may.editor && /^(create|delete)_(?!team)/.test(eventType)

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
  const data = entry.oldValue === null || !isAllowed(entry, may) ? undefined : dataWith(entry, entry.oldValue)
  return data && submissionOf({ ...entry, data }, entry.sequenceNumber)
}
