import { HashMap, Option, Schema } from "effect"
import * as Limits from "../shared/Limits.ts"
import { EntityType, type LoggedEvent, LoggedType, type Touched } from "./Event.ts"
import { described, listOf } from "./entities/Documented.ts"
import { EntityId, EventPosition } from "./entities/Ids.ts"
import { Time } from "./entities/Time.ts"
import { isSupport, ownFactIn, titlesOf } from "./Fact.ts"
import { noOrigin, Origin } from "./Provenance.ts"
import type { State } from "./state/State.ts"

/** The largest number of entities that a notification lists. */
const maxEntities = 100

/** The members of an event that all answers about events have. */
export const eventMembers = {
  eventType: described("The type of the event; one of version 1 has the name that it had", LoggedType),
  targetId: described(
    "The entity that the event was submitted for, the parent for a create event; null for none",
    Schema.NullOr(EntityId)
  ),
  actorName: described("The name, at that time, of the user who submitted it", Schema.String),
  actorDisplayName: described(
    "What that user is called now; null if nobody has said, or the user is gone",
    Schema.NullOr(Schema.String)
  ),
  timestamp: described("When it happened", Time),
  entityTitle: described(
    "The title or name that its entity had right after the event, or before its deletion; null if unknown",
    Schema.NullOr(Schema.String)
  ),
  parentTitle: described(
    "The title or name that its team or objective had then; null for a team",
    Schema.NullOr(Schema.String)
  ),
  entityType: described("The type of the entity that the event is about; null for none", Schema.NullOr(EntityType)),
  fieldName: described("The field that was edited; null unless the event is an edit", Schema.NullOr(Schema.String)),
  unit: described("The unit that a measure had then; null for others", Schema.NullOr(Schema.String))
}

/** What an event stream sends for an applied event, so that a client knows which views to fetch again. */
export const ChangeNotification = Schema.Struct({
  sequenceNumber: EventPosition,
  eventType: eventMembers.eventType,
  targetId: eventMembers.targetId,
  entityType: eventMembers.entityType,
  fieldName: eventMembers.fieldName,
  teamIds: described("The teams whose views have changed, sorted", listOf(EntityId, 2 * Limits.teams)),
  entityIds: described(
    "The entities that were affected, sorted; null if there are too many: then use `teamIds`",
    Schema.NullOr(listOf(EntityId, maxEntities))
  ),
  actorName: eventMembers.actorName,
  actorDisplayName: eventMembers.actorDisplayName,
  timestamp: eventMembers.timestamp,
  entityTitle: eventMembers.entityTitle,
  parentTitle: eventMembers.parentTitle,
  unit: eventMembers.unit,
  rejectionCode: described("Always null, since rejected events change nothing", Schema.Null),
  ...Origin.fields
}).annotate({ identifier: "ChangeNotification" })
export type ChangeNotification = typeof ChangeNotification.Type

/**
 * `touched` are the entities that an applied event affected. `state` may be the state right after the event or any
 * later one, because a state knows deleted entities too and an entity never changes its team. `actorDisplayName` is what the
 * user who made the event is called now.
 */
export const changeNotification = (
  event: LoggedEvent,
  touched: ReadonlyArray<Pick<Touched, "entityId" | "fact">>,
  state: State,
  { tokenName, changeSet, undoes }: Origin = noOrigin,
  actorDisplayName: string | null = null
): ChangeNotification => {
  const { sequenceNumber, eventType, targetId, entityType, fieldName, actorName, timestamp } = event
  const entityIds = [...new Set(touched.map(({ entityId }) => entityId))].sort()
  const teamIds = new Set<EntityId>()
  for (const each of touched) {
    const ref = isSupport(each) ? Option.none() : HashMap.get(state.entities, each.entityId)
    if (Option.isSome(ref)) teamIds.add(ref.value.teamId)
  }
  return {
    sequenceNumber,
    eventType,
    targetId,
    entityType,
    fieldName,
    teamIds: [...teamIds].sort(),
    entityIds: entityIds.length > maxEntities ? null : entityIds,
    actorName,
    actorDisplayName,
    timestamp,
    ...titlesOf(ownFactIn(touched)),
    rejectionCode: null,
    tokenName,
    changeSet,
    undoes
  }
}
