import { HashMap, Option, Schema } from "effect"
import { EventType, type LoggedEvent } from "./Event.ts"
import { EntityId, SequenceNumber } from "./entities/Ids.ts"
import type { State } from "./state/State.ts"

/** What an event stream sends for an applied event, so that a client knows which views to fetch again. */
export const ChangeNotification = Schema.Struct({
  sequenceNumber: SequenceNumber,
  eventType: EventType,
  /** As submitted; a create event names the parent here. */
  targetId: Schema.NullOr(EntityId),
  /** The teams whose views have changed, sorted. */
  teamIds: Schema.Array(EntityId),
  /** All entities affected, directly or transitively, sorted; null when there are too many, and `teamIds` must do. */
  entityIds: Schema.NullOr(Schema.Array(EntityId)),
  actorName: Schema.String,
  /** ISO 8601 UTC with milliseconds. */
  timestamp: Schema.String
}).annotate({ identifier: "ChangeNotification" })
export type ChangeNotification = typeof ChangeNotification.Type

/** The largest number of entities that a notification lists. */
const maxEntities = 100

/**
 * `touched` are the entities that an applied event affected. `state` may be the state right after the event or any
 * later one, because a state knows deleted entities too and an entity never changes its team.
 */
export const changeNotification = (
  event: LoggedEvent,
  touched: ReadonlyArray<{ readonly entityId: EntityId }>,
  state: State
): ChangeNotification => {
  const { sequenceNumber, eventType, targetId, actorName, timestamp } = event
  const entityIds = [...new Set(touched.map(({ entityId }) => entityId))].sort()
  const teamIds = new Set<EntityId>()
  for (const id of entityIds) {
    const ref = HashMap.get(state.entities, id)
    if (Option.isSome(ref)) teamIds.add(ref.value.teamId)
  }
  return {
    sequenceNumber,
    eventType,
    targetId,
    teamIds: [...teamIds].sort(),
    entityIds: entityIds.length > maxEntities ? null : entityIds,
    actorName,
    timestamp
  }
}
