import { Cause, Clock, Context, Effect, Option, Tracer } from "effect"
import { SecureRandom } from "effect/crypto"
import { HttpRouter, HttpServerError, HttpServerRequest, type HttpServerResponse } from "effect/http"
import { BadRequest, InternalError, NotFound } from "../api/Errors.ts"
import { streamPath } from "../api/LiveApi.ts"
import { errorResponse } from "./ErrorResponse.ts"
import * as EventStream from "./EventStream.ts"
import * as FastPath from "./FastPath.ts"
import * as RequestMetrics from "./RequestMetrics.ts"
import { dressed } from "./SecurityHeaders.ts"

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
    const fastPath = yield* FastPath.make

    /** Done with a request: counted, and told of. */
    const ended = (
      route: string | undefined,
      { method, url }: HttpServerRequest.HttpServerRequest,
      status: number,
      began: bigint
    ) => {
      count(route, method, status, clock.monotonicTimeNanosUnsafe() - began)
      return Effect.logDebug(`${method} ${url.split("?", 1)[0]} ${status}`)
    }

    /** The router leaves its route in the context of the request's fiber. */
    const routed = (request: HttpServerRequest.HttpServerRequest, status: number, began: bigint) =>
      Effect.contextWith((context: Context.Context<never>) =>
        ended(Context.getOrUndefined(context, HttpRouter.RouteContext)?.route.path, request, status, began)
      )

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

    const throughRouter = Effect.fnUntraced(function* <E, R>(
      httpEffect: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
      request: HttpServerRequest.HttpServerRequest,
      began: bigint
    ) {
      const answer = yield* Effect.catchCause(httpEffect, (cause) =>
        Cause.hasInterruptsOnly(cause)
          ? Effect.andThen(routed(request, RequestMetrics.abandoned, began), Effect.failCause(cause))
          : recovered(request, cause)
      )
      const response = answer.status === 503 && isStream(request) ? yield* EventStream.unavailable : answer
      yield* routed(request, answer.status, began)
      return dressed(response)
    })

    return (httpEffect) =>
      Effect.withFiber((fiber) => {
        const request = Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest)
        const began = clock.monotonicTimeNanosUnsafe()
        const taken = fastPath.find(request)
        if (taken === undefined) return throughRouter(httpEffect, request, began)
        const { route, answer } = taken
        const done = (response: HttpServerResponse.HttpServerResponse) =>
          Effect.as(ended(route, request, response.status, began), response)
        const span = Context.getOrUndefined(fiber.context, Tracer.ParentSpan)
        if (span?._tag === "Span") span.attribute("http.route", route)
        if (!Effect.isEffect(answer)) return done(answer)
        return Effect.matchCauseEffect(Effect.interruptible(answer), {
          onSuccess: (response) =>
            response === undefined ? throughRouter(httpEffect, request, began) : done(response),
          onFailure: (cause) =>
            Cause.hasInterruptsOnly(cause)
              ? Effect.andThen(ended(route, request, RequestMetrics.abandoned, began), Effect.failCause(cause))
              : Effect.flatMap(recovered(request, cause), (response) => done(dressed(response)))
        })
      })
  }),
  { global: true }
)
