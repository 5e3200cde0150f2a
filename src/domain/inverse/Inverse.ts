import { Schema } from "effect"
import { leftCodes } from "../../shared/words/LeftChanges.ts"
import { EventData, EventType } from "../Event.ts"
import { EntityId, SequenceNumber } from "../entities/Ids.ts"

/** A submission that takes changes back, to be sent as it is. Its `lastSeenSequence` has it refused if somebody was faster. */
export const InverseSubmission = Schema.Struct({
  /** The event that it takes back, for the header `Undoes`; of several the latest. */
  undoes: SequenceNumber,
  eventType: EventType,
  targetId: Schema.NullOr(EntityId),
  data: EventData,
  lastSeenSequence: Schema.NullOr(SequenceNumber)
}).annotate({ identifier: "InverseSubmission" })
export type InverseSubmission = typeof InverseSubmission.Type

/** Why a change stays. Codes may be added. */
export const LeftCode = Schema.Literals(leftCodes)
export type LeftCode = typeof LeftCode.Type

/** An event that stands in the way. */
export const LaterEvent = Schema.Struct({
  sequenceNumber: SequenceNumber,
  /** Username at that time. */
  actorName: Schema.String,
  /** ISO 8601 UTC. */
  timestamp: Schema.String
}).annotate({ identifier: "LaterEvent" })
export type LaterEvent = typeof LaterEvent.Type

/** A change that stays. An event may have several. */
export const LeftChange = Schema.Struct({
  /** The event whose change it is. */
  sequenceNumber: SequenceNumber,
  code: LeftCode,
  /** A sentence for people. */
  reason: Schema.String,
  later: Schema.NullOr(LaterEvent)
}).annotate({ identifier: "LeftChange" })
export type LeftChange = typeof LeftChange.Type

/** What takes an event or a change set back, from the state after `sequenceNumber` on. */
export const Inverse = Schema.Struct({
  sequenceNumber: SequenceNumber,
  /** That of the change set; null for an event. */
  changeSetName: Schema.NullOr(Schema.String),
  /** How much the submissions change, delete or bring back. */
  touches: Schema.Struct({ items: Schema.Int, teams: Schema.Int }).annotate({ identifier: "Touches" }),
  /** To be sent one after the other. Once they are, asking again gives what could not be sent before. */
  submissions: Schema.Array(InverseSubmission),
  left: Schema.Array(LeftChange)
}).annotate({ identifier: "Inverse" })
export type Inverse = typeof Inverse.Type
