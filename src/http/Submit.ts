import { createHash } from "node:crypto"
import { Effect, Predicate } from "effect"
import type { Identity } from "../accounts/Identity.ts"
import { BadRequest, Conflict, Forbidden, Unavailable } from "../api/Errors.ts"
import type { SubmitEventRequest } from "../api/EventsApi.ts"
import { eventTable } from "../domain/EventTable.ts"
import type { Outcome } from "../domain/Outcome.ts"
import { includesRole } from "../domain/Role.ts"
import type { Planner } from "../log/Planner.ts"
import type { SubmissionRefused } from "../log/SubmitError.ts"
import { unavailable } from "./Availability.ts"

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
const unknown =
  "The database was lost while this was being written: it may or may not have been applied. " +
  "Look, or repeat the request with the same Idempotency-Key."
const reused = "This Idempotency-Key was used with another request before. Use a new one."

const faults = {
  PlannerBusy: () => Effect.fail(new Unavailable({ message: busy })),
  OutcomeUnknown: () => Effect.fail(new Unavailable({ message: unknown })),
  IdempotencyKeyReused: () => Effect.fail(new Conflict({ message: reused })),
  StorageError: unavailable,
  SubmissionRefused: (error: SubmissionRefused) => Effect.die(error)
}

/** What callers may be told of a submission that has no outcome. */
export type SubmitFault = BadRequest | Forbidden | Unavailable | Conflict

/** Submits a decoded request for a user, under an idempotency key if there is one. */
export const submit =
  (planner: Planner["Service"]) =>
  (
    user: Pick<Identity, "userId" | "username" | "role">,
    payload: typeof SubmitEventRequest.Type,
    key: string | undefined
  ): Effect.Effect<Outcome, SubmitFault> => {
    const definition = eventTable[payload.eventType]
    const targetId = payload.targetId ?? null
    if (targetId === null && definition.target !== null) {
      const message = `The body: targetId is missing; ${payload.eventType} acts on one.`
      return Effect.fail(new BadRequest({ message }))
    }
    if (!includesRole(user.role, definition.role)) {
      return Effect.fail(new Forbidden({ message: `${payload.eventType} needs the role ${definition.role}.` }))
    }
    return planner
      .submit({
        actorId: user.userId,
        actorName: user.username,
        eventType: payload.eventType,
        targetId,
        data: payload.data,
        lastSeenSequence: payload.lastSeenSequence ?? null,
        idempotency: key === undefined ? null : { key, requestHash: requestHash(payload) }
      })
      .pipe(Effect.catchTags(faults))
  }
