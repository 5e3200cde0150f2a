import type { HistoryEntry } from "../../../domain/views/History.ts"
import { currentType, rowOf } from "../../../shared/EventTypes.ts"
import type { Role } from "../../../shared/Roles.ts"
import type { SubmitBody } from "../../contract/PageApi.ts"

/** Whether a user may do what needs a role. */
type May = Readonly<Record<Role, boolean>>

/**
 * Only edits can be applied again: nothing is left to delete, a restore needs its preview first, and a creation would
 * make a copy.
 */
export const canReapply = ({ canReapply, entityType, eventType }: HistoryEntry, may: May): boolean =>
  canReapply && entityType !== null && may[rowOf(entityType).role] && eventType.startsWith("update_")

/** Edits and restores can be taken back; what was created is deleted where it is shown. */
export const canUndo = (entry: HistoryEntry, may: May): boolean => {
  const { eventType, status, isTransitive } = entry
  const isRestore = eventType === "restore_history" && status === "applied" && !isTransitive
  return canReapply(entry, may) || (isRestore && may.admin)
}

/** Whether an entry is of a deletion that can be taken back, if its entity is still gone. A team comes back by a restore. */
export const canBringBack = ({ status, eventType }: HistoryEntry, may: May): boolean =>
  status === "applied" && may.editor && /^delete_(?!team)/.test(eventType)

/** The submission that applies an entry again. */
export const submissionOf = ({ eventType, targetId, data }: HistoryEntry, lastSeenSequence: number): SubmitBody => ({
  eventType: currentType(eventType),
  targetId,
  data,
  lastSeenSequence
})
