import { createHash } from "node:crypto"
import { Effect, Predicate } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentUser } from "../api/Access.ts"
import { Api } from "../api/Api.ts"
import { BadRequest, Conflict, Forbidden, Unavailable } from "../api/Errors.ts"
import type { SubmitEventRequest } from "../api/EventsApi.ts"
import { eventTable } from "../domain/EventTable.ts"
import { includesRole } from "../domain/Role.ts"
import { Planner, type SubmissionRefused } from "../log/Planner.ts"
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

export const layer = HttpApiBuilder.group(
  Api,
  "events",
  Effect.fn(function* (handlers) {
    const planner = yield* Planner

    return handlers.handle(
      "submit",
      Effect.fnUntraced(function* ({ payload, headers }) {
        const user = yield* CurrentUser
        const definition = eventTable[payload.eventType]
        const targetId = payload.targetId ?? null
        if (targetId === null && definition.target !== null) {
          return yield* new BadRequest({ message: `The body: targetId is missing; ${payload.eventType} acts on one.` })
        }
        if (!includesRole(user.role, definition.role)) {
          return yield* new Forbidden({ message: `${payload.eventType} needs the role ${definition.role}.` })
        }
        const key = headers["idempotency-key"]
        return yield* planner
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
      })
    )
  })
)
