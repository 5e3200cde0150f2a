import { Effect, Result } from "effect"
import { BadRequest, Conflict, Forbidden, Unavailable } from "../../api/Errors.ts"
import type { SubmitEventRequest } from "../../api/EventsApi.ts"
import type { EventType } from "../../domain/Event.ts"
import { includesRole } from "../../domain/entities/Role.ts"
import { eventTable } from "../../domain/events/EventTable.ts"
import type { Identity } from "../../domain/Identity.ts"
import type { Envelope } from "../../log/writer/Planner.ts"
import { requestHash } from "../../log/writer/RequestHash.ts"
import type { SubmissionRefused, SubmitError } from "../../log/writer/SubmitError.ts"
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

const missing = (path: string, eventType: EventType): string =>
  `Invalid body: ${path} is missing; ${eventType} requires one.`

/** The envelope of a decoded request, or why it is refused. `key` is its idempotency key, if it has one. */
export const envelopeOf = (
  user: Submitter,
  payload: typeof SubmitEventRequest.Type,
  key: string | undefined
): Result.Result<Envelope, BadRequest | Forbidden> => {
  const { eventType, data, targetId = null, lastSeenSequence = null } = payload
  const definition = eventTable[eventType]
  if (targetId === null && definition.target !== null) {
    const message = missing("targetId", eventType)
    return Result.fail(new BadRequest({ message, code: "missing_member", field: "targetId" }))
  }
  if (!includesRole(user.role, definition.role)) {
    return Result.fail(new Forbidden({ message: `${eventType} requires the ${definition.role} role.` }))
  }
  return Result.succeed({
    actorId: user.userId,
    actorName: user.username,
    eventType,
    targetId,
    data,
    lastSeenSequence,
    idempotency:
      key === undefined ? null : { key, requestHash: requestHash([eventType, targetId, data, lastSeenSequence]) },
    origin: user.token && { tokenName: user.token.name, changeSet: null, undoes: null }
  })
}

/** The envelopes of the requests in a list called `events`, or why the first that is refused is. */
export const envelopesOf = (
  user: Submitter,
  events: ReadonlyArray<typeof SubmitEventRequest.Type>
): Result.Result<ReadonlyArray<Envelope>, BadRequest | Forbidden> => {
  const envelopes: Array<Envelope> = []
  for (const [index, event] of events.entries()) {
    const envelope = envelopeOf(user, event, undefined)
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
