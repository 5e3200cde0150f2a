import type { EntityId } from "../../domain/entities/Ids.ts"
import type { Association } from "./Association.ts"
import type { ChainedEvent } from "./EventHash.ts"

/** One of the last events that affected an entity, with its description. */
export interface LatestEntry {
  readonly entityId: EntityId
  readonly sequenceNumber: number
  /** ISO 8601 UTC with milliseconds. */
  readonly timestamp: string
  readonly actorName: string
  readonly description: string
}

/** The entry of an event for an entity that it affected; none if it was not applied. */
export const latestEntriesOf = (touched: Association, event: ChainedEvent | undefined): ReadonlyArray<LatestEntry> => {
  if (event?.status !== "applied") return []
  const { sequenceNumber, timestamp, actorName } = event
  const description = (touched.transitive ? touched.description : null) ?? event.description
  return [{ entityId: touched.entityId, sequenceNumber, timestamp, actorName, description }]
}
