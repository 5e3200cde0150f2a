import { HashMap, Option, Schema } from "effect"
import { EventType, type LoggedEvent, type Touched } from "./Event.ts"
import { EntityId, SequenceNumber } from "./entities/Ids.ts"
import { ownFactIn, titlesOf } from "./Fact.ts"
import { noOrigin, Origin } from "./Provenance.ts"
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
  timestamp: Schema.String,
  /** The title or name of the event's entity right after the event, or before its deletion; null if it has none. */
  entityTitle: Schema.NullOr(Schema.String),
  /** The title or name that its parent had then. */
  parentTitle: Schema.NullOr(Schema.String),
  /** That of a progress measure then. */
  unit: Schema.NullOr(Schema.String),
  /** Always null, since events that were rejected change nothing. */
  rejectionCode: Schema.Null,
  ...Origin.fields
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
  touched: ReadonlyArray<Pick<Touched, "entityId" | "fact">>,
  state: State,
  { tokenName, changeSet, undoes }: Origin = noOrigin
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
    timestamp,
    ...titlesOf(ownFactIn(touched)),
    rejectionCode: null,
    tokenName,
    changeSet,
    undoes
  }
}
