import type { EventData, EventType } from "../../../domain/Event.ts"
import type { HistoryEntry } from "../../../domain/views/History.ts"
import { entityTypes, rowOf } from "../../../shared/EventTypes.ts"

/** Of an event that creates, edits or deletes an entity. */
const needsAdmin = (eventType: EventType): boolean =>
  entityTypes.some((type) => eventType.split("_")[1] === type && rowOf(type).role === "admin")

/** Deletes find nothing left to delete; a restore is looked at first, like any other. */
export const canReapply = (entry: HistoryEntry, may: { readonly edit: boolean; readonly admin: boolean }): boolean =>
  entry.canReapply &&
  !entry.eventType.startsWith("delete_") &&
  entry.eventType !== "restore_history" &&
  (needsAdmin(entry.eventType) ? may.admin : may.edit)

/** What was submitted then; a create event makes another entity, with an id of its own. */
export const submissionOf = (
  { eventType, targetId, data: { id, ...rest }, data }: HistoryEntry,
  lastSeenSequence: number
): {
  readonly eventType: EventType
  readonly targetId: string | null
  readonly data: EventData
  readonly lastSeenSequence: number
} => ({ eventType, targetId, data: eventType.startsWith("create_") ? rest : data, lastSeenSequence })
