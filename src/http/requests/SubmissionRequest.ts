import { Effect, Result } from "effect"
import { BadRequest, Conflict, Forbidden, Unavailable } from "../../api/Errors.ts"
import type { SubmissionHeaders, SubmitEventRequest } from "../../api/EventsApi.ts"
import type { EventType } from "../../domain/Event.ts"
import { includesRole } from "../../domain/entities/Role.ts"
import { eventTable } from "../../domain/events/EventTable.ts"
import type { Identity } from "../../domain/Identity.ts"
import type { Origin } from "../../domain/Provenance.ts"
import type { Envelope } from "../../log/writer/Planner.ts"
import { requestHash } from "../../log/writer/RequestHash.ts"
import type { SubmissionRefused, SubmitError } from "../../log/writer/SubmitError.ts"
import { changesBy } from "../../shared/ChangeSetNames.ts"
import { stateNotRead, unavailable } from "../pipeline/Availability.ts"

const busyMessage = "Too many changes are waiting to be written. Try again shortly."
const waitedTooLongMessage = "The database is not accepting changes. Yours was not written. Try again shortly."
const outcomeUnknownMessage =
  "The database did not answer while this was being written, so it may or may not have been applied. " +
  "Check, or repeat the request with the same Idempotency-Key."
const keyReusedMessage = "This Idempotency-Key was already used for a different request. Use a new one."

const faults = {
  PlannerBusy: () => Effect.fail(new Unavailable({ message: busyMessage })),
  WaitedTooLong: () => Effect.fail(new Unavailable({ message: waitedTooLongMessage, code: "database_unavailable" })),
  OutcomeUnknown: () => Effect.fail(new Unavailable({ message: outcomeUnknownMessage, code: "outcome_unknown" })),
  IdempotencyKeyReused: () => Effect.fail(new Conflict({ message: keyReusedMessage, code: "idempotency_key_reused" })),
  StateNotRead: stateNotRead,
  StorageError: unavailable,
  SubmissionRefused: (error: SubmissionRefused) => Effect.die(error)
}

/** Turns the errors of a submission without an outcome into what callers may see of them. */
export const withHttpErrors = <A>(submission: Effect.Effect<A, SubmitError>) => Effect.catchTags(submission, faults)

type Submitter = Pick<Identity, "userId" | "username" | "role" | "token">

const noSet = new BadRequest({
  message: "Invalid headers: change-set is missing; change-set-name requires one.",
  code: "missing_member",
  field: "change-set"
})

/** What is recorded of the event's origin; undefined for nothing. */
const originOf = (
  { token, username }: Submitter,
  { "change-set": id, "change-set-name": name, undoes }: SubmissionHeaders
): Origin | undefined => {
  const tokenName = token?.name ?? null
  if (id === undefined && undoes === undefined && tokenName === null) return undefined
  const changeSet = id === undefined ? null : { id, name: name ?? changesBy(tokenName ?? username) }
  return { tokenName, changeSet, undoes: undoes ?? null }
}

const missing = (path: string, eventType: EventType): string =>
  `Invalid body: ${path} is missing; ${eventType} requires one.`

/** The envelope of a decoded request, or why it is refused. */
export const envelopeOf = (
  user: Submitter,
  payload: typeof SubmitEventRequest.Type,
  headers: SubmissionHeaders
): Result.Result<Envelope, BadRequest | Forbidden> => {
  const { eventType, data, targetId = null, lastSeenSequence = null } = payload
  const { "idempotency-key": key, "change-set": set, "change-set-name": name, undoes } = headers
  const definition = eventTable[eventType]
  if (targetId === null && definition.targets.length > 0) {
    const message = missing("targetId", eventType)
    return Result.fail(new BadRequest({ message, code: "missing_member", field: "targetId" }))
  }
  if (set === undefined && name !== undefined) return Result.fail(noSet)
  if (!includesRole(user.role, definition.role)) {
    return Result.fail(new Forbidden({ message: `${eventType} requires the ${definition.role} role.` }))
  }
  // Keys that were used before these headers existed keep their hash.
  const asked = [eventType, targetId, data, lastSeenSequence]
  const origin = set === undefined && undoes === undefined ? [] : [set ?? null, undoes ?? null]
  return Result.succeed({
    actorId: user.userId,
    actorName: user.username,
    eventType,
    targetId,
    data,
    lastSeenSequence,
    idempotency: key === undefined ? null : { key, requestHash: requestHash([...asked, ...origin]) },
    origin: originOf(user, headers)
  })
}

/** The envelopes of the requests in a list called `events`, or why the first that is refused is. */
export const envelopesOf = (
  user: Submitter,
  events: ReadonlyArray<typeof SubmitEventRequest.Type>
): Result.Result<ReadonlyArray<Envelope>, BadRequest | Forbidden> => {
  const envelopes: Array<Envelope> = []
  for (const [index, event] of events.entries()) {
    const envelope = envelopeOf(user, event, {})
    if (Result.isSuccess(envelope)) envelopes.push(envelope.success)
    else if (envelope.failure._tag === "Forbidden") return Result.fail(envelope.failure)
    else {
      const { code, field } = envelope.failure
      const path = `events.${index}.${field}`
      return Result.fail(new BadRequest({ message: missing(path, event.eventType), code, field: path }))
    }
  }
  return Result.succeed(envelopes)
}
