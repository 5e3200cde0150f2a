import type { EntityId } from "../../domain/entities/Ids.ts"
import { effectIn } from "../../domain/Fact.ts"
import type { EventStamp } from "../../domain/References.ts"
import type { HistoryEvent, HistoryRow } from "../../domain/views/History.ts"

/** One of the last applied events that affected an entity. */
export interface LatestEntry
  extends EventStamp,
    Pick<HistoryEvent, "eventType" | "entityType" | "fieldName" | "data" | "oldValue" | "newValue" | "fact">,
    Pick<HistoryRow, "own"> {
  /** The affected entity; `entityType` is that of the event's own. */
  readonly entityId: EntityId
  readonly effect: ReturnType<typeof effectIn>
}

export const latestEntry = (
  { entityId }: { readonly entityId: EntityId },
  { event, touched, own }: HistoryRow
): LatestEntry => ({ ...event, entityId, own, effect: effectIn(touched) })
