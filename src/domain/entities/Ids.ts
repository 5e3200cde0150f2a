import { Schema, SchemaTransformation } from "effect"

const message = "must be a GUID"

/** A GUID as callers write it, in any case; decoded to lower case, so that one entity has one spelling. */
const Guid = Schema.String.annotate({ message })
  .check(Schema.isGUID({ message }))
  .pipe(Schema.decode(SchemaTransformation.toLowerCase()))

/** Identifier of a team, principle, objective, group, initiative or progress measure. */
export const EntityId = Guid.pipe(Schema.brand("EntityId"))
export type EntityId = typeof EntityId.Type

export const UserId = Guid.pipe(Schema.brand("UserId"))
export type UserId = typeof UserId.Type

export const SessionId = Guid.pipe(Schema.brand("SessionId"))
export type SessionId = typeof SessionId.Type

/** Position in the log: 0 before the first event, then 1…n without a gap. */
export const SequenceNumber = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
export type SequenceNumber = typeof SequenceNumber.Type
