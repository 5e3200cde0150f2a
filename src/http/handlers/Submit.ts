import { createHash } from "node:crypto"
import { Effect, Predicate, Result } from "effect"
import { BadRequest, Conflict, Forbidden, Unavailable } from "../../api/Errors.ts"
import type { SubmitEventRequest } from "../../api/EventsApi.ts"
import { includesRole } from "../../domain/entities/Role.ts"
import { eventTable } from "../../domain/events/EventTable.ts"
import type { Identity } from "../../domain/Identity.ts"
import type { Envelope } from "../../log/writer/Planner.ts"
import type { SubmissionRefused, SubmitError } from "../../log/writer/SubmitError.ts"
import { unavailable } from "../pipeline/Availability.ts"

/** The order of an object's keys is no difference: who sends a request again may have kept it in another. */
const inKeyOrder = (_: string, value: unknown): unknown =>
  Predicate.isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value

/** Tells one request from another under the same idempotency key. */
const requestHash = (request: typeof SubmitEventRequest.Type): string =>
  createHash("sha256")
    .update(
      JSON.stringify(
        [request.eventType, request.targetId ?? null, request.data, request.lastSeenSequence ?? null],
        inKeyOrder
      )
    )
    .digest("base64url")

const busy = "Too many changes wait to be written. Try again shortly."
const late = "The database takes no changes at present. This one was not written. Try again shortly."
const unknown =
  "The database did not answer while this was being written: it may or may not have been applied. " +
  "Look, or repeat the request with the same Idempotency-Key."
const reused = "This Idempotency-Key was used with another request before. Use a new one."

const faults = {
  PlannerBusy: () => Effect.fail(new Unavailable({ message: busy })),
  WaitedTooLong: () => Effect.fail(new Unavailable({ message: late })),
  OutcomeUnknown: () => Effect.fail(new Unavailable({ message: unknown })),
  IdempotencyKeyReused: () => Effect.fail(new Conflict({ message: reused })),
  StorageError: unavailable,
  SubmissionRefused: (error: SubmissionRefused) => Effect.die(error)
}

/** Of a submission that has no outcome: what callers may be told. */
export const explained = <A>(submission: Effect.Effect<A, SubmitError>) => Effect.catchTags(submission, faults)

type Submitter = Pick<Identity, "userId" | "username" | "role">

/** What a user submits by a decoded request, under an idempotency key if there is one. */
export const envelopeOf = (
  user: Submitter,
  payload: typeof SubmitEventRequest.Type,
  key: string | undefined
): Result.Result<Envelope, BadRequest | Forbidden> => {
  const definition = eventTable[payload.eventType]
  const targetId = payload.targetId ?? null
  if (targetId === null && definition.target !== null) {
    const message = `The body: targetId is missing; ${payload.eventType} acts on one.`
    return Result.fail(new BadRequest({ message }))
  }
  if (!includesRole(user.role, definition.role)) {
    return Result.fail(new Forbidden({ message: `${payload.eventType} needs the role ${definition.role}.` }))
  }
  return Result.succeed({
    actorId: user.userId,
    actorName: user.username,
    eventType: payload.eventType,
    targetId,
    data: payload.data,
    lastSeenSequence: payload.lastSeenSequence ?? null,
    idempotency: key === undefined ? null : { key, requestHash: requestHash(payload) }
  })
}
