import { HashMap, Option, Schema } from "effect"
import { eventText } from "../../shared/words/Events.ts"
import { ChangeNotification, changeNotification } from "../ChangeNotification.ts"
import { EntityType, EventData, type EventType, type LoggedEvent, type Touched } from "../Event.ts"
import { EntityId } from "../entities/Ids.ts"
import { EventFact, ownFactIn } from "../Fact.ts"
import type { Origin } from "../Provenance.ts"
import { findTeam, type State } from "../state/State.ts"
import { eventAddress } from "./EventAddress.ts"

/** An applied event with what programs need to act on it: a webhook's `data`, and an entry of `GET /api/changes`. */
export const AppliedChange = Schema.Struct({
  ...ChangeNotification.fields,
  /** A phrase for people, without who did it. */
  description: Schema.String,
  /** Null unless the event is a field edit. */
  fieldName: Schema.NullOr(Schema.String),
  /** The field's value before and after, as text; null unless the event is a field edit. */
  oldValue: Schema.NullOr(Schema.String),
  newValue: Schema.NullOr(Schema.String),
  /** The entity that the event is about: for a create event the new one. */
  entityId: Schema.NullOr(EntityId),
  entityType: Schema.NullOr(EntityType),
  /** The team of a principle or objective, the objective of anything in one; null for a team. */
  parentId: Schema.NullOr(EntityId),
  /** Those of `teamIds`, with the names they have when this is sent; null if one is gone by then. */
  teams: Schema.Array(Schema.Struct({ id: EntityId, name: Schema.NullOr(Schema.String) })),
  /** What was so at that time of what the event is about. */
  fact: Schema.NullOr(EventFact),
  /** As the log keeps it: complete, with normalised text. */
  data: EventData,
  /** Where the page shows it; absent if the service does not know its own address. */
  url: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "AppliedChange" })
export type AppliedChange = typeof AppliedChange.Type

const parentIn = ({ entities }: State, id: EntityId | null): EntityId | null => {
  const ref = id === null ? undefined : Option.getOrUndefined(HashMap.get(entities, id))
  return ref === undefined || ref.type === "team" ? null : (ref.objectiveId ?? ref.teamId)
}

/**
 * `touched` are the entities that an applied event affected. `state` is the state right after the event or any later one.
 * `pageUrl` is the address of the page, null if it is unknown.
 */
export const appliedChange = (
  event: LoggedEvent,
  touched: ReadonlyArray<Pick<Touched, "entityId" | "fact">>,
  state: State,
  { origin, pageUrl }: { readonly origin?: Origin | undefined; readonly pageUrl: string | null }
): AppliedChange => {
  const { fieldName, oldValue, newValue, entityId, entityType, data } = event
  const notification = changeNotification(event, touched, state, origin)
  const fact = event.fact ?? ownFactIn(touched)
  const nameOf = (id: EntityId) => Option.getOrNull(Option.map(findTeam(state, id), ({ name }) => name))
  return {
    ...notification,
    description: eventText({ ...event, fact, effect: null }),
    fieldName,
    oldValue,
    newValue,
    entityId,
    entityType,
    parentId: parentIn(state, entityId),
    teams: notification.teamIds.map((id) => ({ id, name: nameOf(id) })),
    fact,
    data,
    ...(pageUrl === null ? undefined : { url: eventAddress(pageUrl, event, state) })
  }
}

/** Which changes somebody wants; null means all. */
export interface ChangeFilter {
  readonly eventTypes: ReadonlyArray<EventType> | null
  readonly teamIds: ReadonlyArray<EntityId> | null
}

export const wantsType = ({ eventTypes }: ChangeFilter, { eventType }: Pick<LoggedEvent, "eventType">): boolean =>
  eventTypes === null || eventTypes.includes(eventType)

/** Whether one of the teams that changed is wanted. */
export const wantsTeams = ({ teamIds }: ChangeFilter, changed: ReadonlyArray<string>): boolean =>
  teamIds === null || teamIds.some((id) => changed.includes(id))
