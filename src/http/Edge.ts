import { Cause, Clock, Context, Effect, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { HttpRouter, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { BadRequest, InternalError, NotFound } from "../api/Errors.ts"
import { streamPath } from "../api/LiveApi.ts"
import { errorResponse } from "./ErrorResponse.ts"
import * as EventStream from "./EventStream.ts"
import * as RequestMetrics from "./RequestMetrics.ts"

/** On every response that does not say otherwise: nothing of ours is to be framed, sniffed, kept, or used from elsewhere. */
const securityHeaders = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "content-security-policy":
    "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
}

/** Seconds after which a 503 is worth another try. */
const retryAfter = "1"

const dressed = (response: HttpServerResponse.HttpServerResponse) =>
  HttpServerResponse.setHeaders(response, {
    ...securityHeaders,
    ...(response.status === 503 ? { "retry-after": retryAfter } : undefined),
    ...response.headers
  })

const isStream = ({ method, url }: HttpServerRequest.HttpServerRequest): boolean =>
  method === "GET" && url.split("?", 1)[0] === streamPath

const isRouteNotFound = (error: unknown): boolean =>
  HttpServerError.isHttpServerError(error) && error.reason._tag === "RouteNotFound"

const decode = Option.liftThrowable(decodeURI)

/** No route: the path, which the router ends at any of these characters, leads nowhere or cannot be decoded. */
const unroutable = (url: string) =>
  Option.match(decode(url.split(/[?;#]/, 1)[0] ?? ""), {
    onNone: () => new BadRequest({ message: "The path is not valid." }),
    onSome: () => new NotFound({ message: "There is nothing here." })
  })

/**
 * What surrounds every route: its headers, 404 for what is none, and 500 for what went wrong where nothing answered it:
 * the caller gets a reference, the log the cause under it. Every request is counted here.
 */
export const layer = HttpRouter.middleware(
  Effect.gen(function* () {
    const random = yield* SecureRandom.SecureRandom
    const clock = yield* Clock.Clock
    const count = RequestMetrics.make(yield* Effect.context())

    /** The router leaves its route in the context of the request's fiber. */
    const counted = (method: string, status: number, began: bigint) =>
      Effect.contextWith((context: Context.Context<never>) => {
        const route = Context.getOrUndefined(context, HttpRouter.RouteContext)?.route.path
        count(route, method, status, clock.monotonicTimeNanosUnsafe() - began)
        return Effect.void
      })

    const recovered = Effect.fnUntraced(function* (
      request: HttpServerRequest.HttpServerRequest,
      cause: Cause.Cause<unknown>
    ) {
      if (isRouteNotFound(Cause.squash(cause))) return errorResponse(unroutable(request.url))
      const reference = yield* random.uuidV4()
      yield* Effect.logError("A request failed.", cause).pipe(
        Effect.annotateLogs({ reference, method: request.method, path: request.url.split("?", 1)[0] })
      )
      return errorResponse(new InternalError({ message: "Something went wrong on our side.", reference }))
    })

    return Effect.fnUntraced(function* (httpEffect) {
      const request = yield* HttpServerRequest.HttpServerRequest
      const began = clock.monotonicTimeNanosUnsafe()
      const answer = yield* Effect.catchCause(httpEffect, (cause) =>
        Cause.hasInterruptsOnly(cause)
          ? Effect.andThen(counted(request.method, RequestMetrics.abandoned, began), Effect.failCause(cause))
          : recovered(request, cause)
      )
      const response = answer.status === 503 && isStream(request) ? yield* EventStream.unavailable : answer
      yield* counted(request.method, answer.status, began)
      yield* Effect.logDebug(`${request.method} ${request.url.split("?", 1)[0]} ${answer.status}`)
      return dressed(response)
    })
  }),
  { global: true }
)
