import type { EventData, EventType } from "../../../domain/Event.ts"
import type { HistoryEntry } from "../../../domain/History.ts"

const adminOnly: ReadonlySet<EventType> = new Set([
  "create_team",
  "update_team_name",
  "update_team_color",
  "delete_team",
  "restore_history"
])

/** Deletes find nothing left to delete; a restore is looked at first, like any other. */
export const canReapply = (entry: HistoryEntry, may: { readonly edit: boolean; readonly admin: boolean }): boolean =>
  entry.canReapply &&
  !entry.eventType.startsWith("delete_") &&
  entry.eventType !== "restore_history" &&
  (adminOnly.has(entry.eventType) ? may.admin : may.edit)

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
