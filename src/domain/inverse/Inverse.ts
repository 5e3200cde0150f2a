import { Schema } from "effect"
import { leftCodes } from "../../shared/words/LeftChanges.ts"
import { EventData, EventType } from "../Event.ts"
import { described, unlimited } from "../entities/Documented.ts"
import { EntityId, EventPosition, LatestPosition, SequenceNumber } from "../entities/Ids.ts"
import { Time } from "../entities/Time.ts"

/** A submission that takes changes back, to be sent as it is. Its `lastSeenSequence` has it refused if somebody was faster. */
export const InverseSubmission = Schema.Struct({
  undoes: described(
    "The sequence number of the event that it takes back, for the header `Undoes`; the latest of several",
    SequenceNumber
  ),
  eventType: described("The type of the event", EventType),
  targetId: described(
    "The entity to submit it for, the parent for a create event; null for none",
    Schema.NullOr(EntityId)
  ),
  data: described("The data of the event, by its type", EventData),
  lastSeenSequence: described(
    "Has the submission refused if somebody has changed the same since",
    Schema.NullOr(SequenceNumber)
  )
}).annotate({ identifier: "InverseSubmission" })
export type InverseSubmission = typeof InverseSubmission.Type

/** Why a change stays. Codes may be added. */
export const LeftCode = Schema.Literals(leftCodes)
export type LeftCode = typeof LeftCode.Type

/** An event that stands in the way. */
export const LaterEvent = Schema.Struct({
  sequenceNumber: EventPosition,
  actorName: described("The name, at that time, of the user who submitted it", Schema.String),
  timestamp: described("When it happened", Time)
}).annotate({ identifier: "LaterEvent" })
export type LaterEvent = typeof LaterEvent.Type

/** A change that stays. An event may have several. */
export const LeftChange = Schema.Struct({
  sequenceNumber: described("The event whose change stays", SequenceNumber),
  code: described("The reason why it stays, for programs; codes may be added", LeftCode),
  reason: described("The reason why it stays, for people", Schema.String),
  later: described("The event in the way; null for none", Schema.NullOr(LaterEvent))
}).annotate({ identifier: "LeftChange" })
export type LeftChange = typeof LeftChange.Type

const asManyAsChanged = "at most as many as the events changed"

/** What takes an event or a change set back, from the state after `sequenceNumber` on. */
export const Inverse = Schema.Struct({
  sequenceNumber: LatestPosition,
  changeSetName: described(
    "The name of the change set that is taken back; null for an event",
    Schema.NullOr(Schema.String)
  ),
  touches: described(
    "The numbers of entities that the submissions change, delete (with all that is in them) or bring back",
    Schema.Struct({
      items: described("Teams, principles, objectives, groups, initiatives and measures", Schema.Int),
      teams: described("The teams that these are in", Schema.Int)
    }).annotate({ identifier: "Touches" })
  ),
  submissions: described(
    unlimited(
      "The submissions to send, in this order. Ask again once they are sent, for those that could not be sent before",
      asManyAsChanged
    ),
    Schema.Array(InverseSubmission)
  ),
  left: described(
    unlimited("The changes that stay; several of one event, if it changed several entities", asManyAsChanged),
    Schema.Array(LeftChange)
  )
}).annotate({ identifier: "Inverse" })
export type Inverse = typeof Inverse.Type
