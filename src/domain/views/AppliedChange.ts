import { HashMap, Option, Schema } from "effect"
import { currentType } from "../../shared/EventTypes.ts"
import * as Limits from "../../shared/Limits.ts"
import { eventText } from "../../shared/words/Events.ts"
import { ChangeNotification, changeNotification } from "../ChangeNotification.ts"
import { EventData, type EventType, type LoggedEvent, type Touched } from "../Event.ts"
import { described, documentedUrl, listOf } from "../entities/Documented.ts"
import { EntityId } from "../entities/Ids.ts"
import { EventFact, ownFactIn } from "../Fact.ts"
import type { Origin } from "../Provenance.ts"
import { findTeam, type State } from "../state/State.ts"
import { initiative, objective } from "../state/Targets.ts"
import { eventAddress } from "./EventAddress.ts"

/** The entity, field and facts of an event, as answers show them. */
export const eventDetails = {
  description: described("The event as the end of a sentence that begins with the user's name", Schema.String),
  oldValue: described("The value before, as text; null unless the event is an edit", Schema.NullOr(Schema.String)),
  newValue: described("The value after, as text; null unless the event is an edit", Schema.NullOr(Schema.String)),
  entityId: described(
    "The entity that the event is about, the new one for a create event; null for none",
    Schema.NullOr(EntityId)
  ),
  fact: described(
    "The circumstances of the event at that time, in codes and values; null where none are known",
    Schema.NullOr(EventFact)
  )
}

/** An applied event with what programs need to act on it: a webhook's `data`, and an entry of `GET /api/changes`. */
export const AppliedChange = Schema.Struct({
  ...ChangeNotification.fields,
  description: eventDetails.description,
  oldValue: eventDetails.oldValue,
  newValue: eventDetails.newValue,
  entityId: eventDetails.entityId,
  parentId: described("The id of the entity's team or objective; null for a team", Schema.NullOr(EntityId)),
  teams: described(
    "The teams of `teamIds`",
    listOf(
      Schema.Struct({
        id: EntityId,
        name: described("Its present name; null once it is deleted", Schema.NullOr(Schema.String))
      }),
      2 * Limits.teams
    )
  ),
  owner: described(
    "Who answers for the initiative or the objective now, for all else in an objective who answers for that; empty for nobody",
    Schema.String
  ),
  fact: eventDetails.fact,
  data: described("The event's data: complete, with normalised texts", EventData),
  url: described(
    "The address of the entity's page; absent if the service has no `PUBLIC_URL`",
    Schema.optionalKey(Schema.String.check(documentedUrl))
  )
}).annotate({ identifier: "AppliedChange" })
export type AppliedChange = typeof AppliedChange.Type

const parentIn = ({ entities }: State, id: EntityId | null): EntityId | null => {
  const ref = id === null ? undefined : Option.getOrUndefined(HashMap.get(entities, id))
  return ref === undefined || ref.type === "team" ? null : (ref.objectiveId ?? ref.teamId)
}

const ownerIn = (state: State, id: EntityId | null): string => {
  const ref = id === null ? undefined : Option.getOrUndefined(HashMap.get(state.entities, id))
  const around = objective.find(state, ref?.objectiveId ?? id)
  return initiative.find(state, id)?.entity.owner || around?.entity.owner || ""
}

interface ChangeContext {
  readonly origin?: Origin | undefined
  /** The address of the page, null if it is unknown. */
  readonly pageUrl: string | null
  /** What the user who made the event is called now. */
  readonly actorDisplayName?: string | null
}

/** `touched` are the entities that an applied event affected. `state` is the state right after the event or any later one. */
export const appliedChange = (
  event: LoggedEvent,
  touched: ReadonlyArray<Pick<Touched, "entityId" | "fact">>,
  state: State,
  { origin, pageUrl, actorDisplayName = null }: ChangeContext
): AppliedChange => {
  const { fieldName, oldValue, newValue, entityId, entityType, data } = event
  const notification = changeNotification(event, touched, state, origin, actorDisplayName)
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
    owner: ownerIn(state, entityId),
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
  eventTypes === null || eventTypes.includes(currentType(eventType))

/** Whether one of the teams that changed is wanted. */
export const wantsTeams = ({ teamIds }: ChangeFilter, changed: ReadonlyArray<string>): boolean =>
  teamIds === null || teamIds.some((id) => changed.includes(id))
