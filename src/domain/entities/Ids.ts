import { Schema, SchemaTransformation } from "effect"
import { breaking, described } from "./Documented.ts"

const guidRule = breaking({ rule: "guid" })

/** Upper case is decoded to lower case, so that each entity's id has one spelling. */
const Guid = Schema.String.annotate(guidRule)
  .check(Schema.isGUID(guidRule))
  .pipe(Schema.decode(SchemaTransformation.toLowerCase()))

export const EntityId = Guid.pipe(Schema.brand("EntityId"))
export type EntityId = typeof EntityId.Type

export const UserId = Guid.pipe(Schema.brand("UserId"))
export type UserId = typeof UserId.Type

export const SessionId = Guid.pipe(Schema.brand("SessionId"))
export type SessionId = typeof SessionId.Type

export const TokenId = Guid.pipe(Schema.brand("TokenId"))
export type TokenId = typeof TokenId.Type

export const ChangeSetId = Guid.pipe(Schema.brand("ChangeSetId"))
export type ChangeSetId = typeof ChangeSetId.Type

/** A position in the log: 0 before the first event, then 1…n without a gap. */
export const SequenceNumber = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
export type SequenceNumber = typeof SequenceNumber.Type

/** The log position of an answer. */
export const ViewPosition = described(
  "The log position that the answer shows. Send it as `lastSeenSequence` with an edit",
  SequenceNumber
)

export const EventPosition = described("The position of the event in the log", SequenceNumber)

export const LatestPosition = described("The position of the latest event in the log", SequenceNumber)
