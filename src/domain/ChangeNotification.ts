import { HashMap, Option, Schema } from "effect"
import { EventType, type LoggedEvent } from "./Event.ts"
import { EntityId, SequenceNumber } from "./entities/Ids.ts"
import type { State } from "./state/State.ts"

/** What a stream tells of an applied event: enough to know what to fetch anew. */
export const ChangeNotification = Schema.Struct({
  sequenceNumber: SequenceNumber,
  eventType: EventType,
  /** As submitted: the parent of a create event. */
  targetId: Schema.NullOr(EntityId),
  /** The teams whose views have changed, in the order of their ids. */
  teamIds: Schema.Array(EntityId),
  /** All entities affected, also as a consequence, in the order of their ids; null: too many, take the teams instead. */
  entityIds: Schema.NullOr(Schema.Array(EntityId)),
  actorName: Schema.String,
  /** ISO 8601 UTC with milliseconds. */
  timestamp: Schema.String
}).annotate({ identifier: "ChangeNotification" })
export type ChangeNotification = typeof ChangeNotification.Type

/** More are not listed. */
const mostEntities = 100

/**
 * `touched` are the entities an applied event affected; `state` is any state from this event on: entities stay known
 * in it when they are deleted, and never change their team.
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
    entityIds: entityIds.length > mostEntities ? null : entityIds,
    actorName,
    timestamp
  }
}
