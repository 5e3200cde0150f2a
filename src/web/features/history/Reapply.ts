import type { EventData, EventType } from "../../../domain/Event.ts"
import type { HistoryEntry } from "../../../domain/views/History.ts"
import { entityTypes, rowOf } from "../../../shared/EventTypes.ts"

/** Whether events of this type need the role admin. For types that create, edit or delete an entity. */
const needsAdmin = (eventType: EventType): boolean =>
  entityTypes.some((type) => eventType.split("_")[1] === type && rowOf(type).role === "admin")

/** Deletions and restores cannot be applied again: nothing is left to delete, and a restore needs its preview first. */
export const canReapply = (entry: HistoryEntry, may: { readonly edit: boolean; readonly admin: boolean }): boolean =>
  entry.canReapply &&
  !entry.eventType.startsWith("delete_") &&
  entry.eventType !== "restore_history" &&
  (needsAdmin(entry.eventType) ? may.admin : may.edit)

/** The submission that applies an entry again. A create event gets no id, so that it makes a new entity. */
export const submissionOf = (
  { eventType, targetId, data: { id, ...rest }, data }: HistoryEntry,
  lastSeenSequence: number
): {
  readonly eventType: EventType
  readonly targetId: string | null
  readonly data: EventData
  readonly lastSeenSequence: number
} => ({ eventType, targetId, data: eventType.startsWith("create_") ? rest : data, lastSeenSequence })
