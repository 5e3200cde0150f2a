import { Duration, Effect, Schedule, Schema, type Stream } from "effect"
import { HttpClientError } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import { Api } from "../api/Api.ts"
import { SubmitEventRequest } from "../api/EventsApi.ts"
import { EntityId, UserId } from "../domain/entities/Ids.ts"
import * as Changes from "./Changes.ts"
import * as SignedInClient from "./SignedInClient.ts"

export { type Change, Changed, Ready, Reset } from "./Changes.ts"
export { idFrom } from "./ExternalId.ts"
export { type Credentials, SignInFailed } from "./SignedInClient.ts"
export { Api, EntityId, UserId }

/** Waits between the attempts of one submission: about 16 seconds in all. */
const retries = { schedule: Schedule.jittered(Schedule.exponential(Duration.millis(250))), times: 6 }

/** Whether the same request may succeed soon: there was no answer, or the service could not take it. */
const isTransient = (error: unknown): boolean =>
  HttpClientError.isHttpClientError(error)
    ? error.response === undefined || error.response.status >= 502
    : error instanceof Error && "_tag" in error && (error._tag === "Unavailable" || error._tag === "TooManyRequests")

export interface SubmitOptions {
  /**
   * 1 to 100 visible ASCII characters; by default a new key. To submit again after a crash, store the key with the
   * event.
   */
  readonly key?: string
}

/** A request to change a strategy. If it is refused for its content, the answer has the status `rejected`. */
export interface Submission extends Omit<typeof SubmitEventRequest.Type, "targetId"> {
  /** The id of the entity to change; for a create event its parent; absent for `create_team` and `restore_history`. */
  readonly targetId?: string | null
}

const decodeSubmission = Schema.decodeUnknownEffect(SubmitEventRequest)

/**
 * Signs in by password or token, and gives a client for the whole API.
 *
 * - `api`: every endpoint, derived from the API's definition, with its errors as types. With a password it signs in again
 *   when the session is over.
 * - `submit`: submits an event under an idempotency key, and again after a lost answer; it is applied only once.
 * - `changes`: all changes from now on, or after the `id` of an earlier change, without a gap when a connection is
 *   lost.
 */
export const make = Effect.fn("Client.make")(function* (credentials: SignedInClient.Credentials) {
  const baseUrl = credentials.baseUrl.replace(/\/+$/, "")
  const signedIn = yield* SignedInClient.make({ ...credentials, baseUrl })
  const api = yield* HttpApiClient.makeWith(Api, { httpClient: signedIn, baseUrl })
  yield* api.auth.me()

  const submit = Effect.fn("Client.submit")(function* (submission: Submission, { key }: SubmitOptions = {}) {
    const headers = { "idempotency-key": key ?? crypto.randomUUID() }
    const payload = yield* decodeSubmission(submission)
    return yield* Effect.retry(api.events.submit({ payload, headers }), { ...retries, while: isTransient })
  })

  const changes = (lastEventId: string | null = null): Stream.Stream<Changes.Change, SignedInClient.SignInFailed> =>
    Changes.follow(signedIn, baseUrl, lastEventId)

  return { api, submit, changes }
})

export type Client = Effect.Success<ReturnType<typeof make>>
