import { hash } from "node:crypto"
import { Schema } from "effect"
import { EventEffect, FoldedEvent, LoggedEvent } from "../../domain/Event.ts"

/** An event in its place. `hash` covers its content and, through the hash before it, all earlier events. */
export const ChainedEvent = Schema.Struct({ ...LoggedEvent.fields, hash: Schema.String })
export type ChainedEvent = typeof ChainedEvent.Type

/** An event as the log keeps it, with its effect if it has one. */
export interface EventWithEffect extends ChainedEvent {
  readonly effect: EventEffect | null
}

export const withEffect = (event: ChainedEvent): EventWithEffect => ({ ...event, effect: event.effect ?? null })

/** The fields of an event that folding needs, with its hash. */
export const ChainedFoldedEvent = Schema.Struct({
  ...FoldedEvent.fields,
  effect: Schema.NullOr(EventEffect),
  hash: Schema.String
})
export type ChainedFoldedEvent = typeof ChainedFoldedEvent.Type

/** Stands for the hash before the first event. */
export const initialHash = ""

/** Every field in a fixed order. Any change here changes every hash and invalidates existing logs. */
const canonical = (event: LoggedEvent): string =>
  JSON.stringify([
    event.sequenceNumber,
    event.submissionId,
    event.timestamp,
    event.actorId,
    event.actorName,
    event.eventType,
    event.targetId,
    event.data,
    event.lastSeenSequence,
    event.status,
    event.rejectionReason,
    event.conflictingServerValue,
    event.entityId,
    event.entityType,
    event.fieldName,
    event.previousSequence,
    event.oldValue,
    event.newValue,
    event.description
  ])

/** SHA-256 in base64url over the hash before and the event's canonical content. */
export const hashEvent = (hashBefore: string, event: LoggedEvent): string =>
  hash("sha256", `${hashBefore}\n${canonical(event)}`, "base64url")

export const chainEvent = (hashBefore: string, event: LoggedEvent): ChainedEvent => ({
  ...event,
  hash: hashEvent(hashBefore, event)
})
