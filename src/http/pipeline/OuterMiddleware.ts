import { Cause, Context, Effect, Option } from "effect"
import { HttpRouter, HttpServerError, HttpServerRequest, type HttpServerResponse } from "effect/http"
import { BadRequest, NotFound } from "../../api/Errors.ts"
import { streamPath } from "../../api/LiveApi.ts"
import * as EventStream from "../stream/EventStream.ts"
import * as CsrfHeader from "./CsrfHeader.ts"
import { errorResponse } from "./ErrorResponse.ts"
import * as OtherMethods from "./OtherMethods.ts"
import * as RequestLog from "./RequestLog.ts"
import * as RequestMetrics from "./RequestMetrics.ts"
import { dressed } from "./SecurityHeaders.ts"

const isStream = ({ method, url }: HttpServerRequest.HttpServerRequest): boolean =>
  method === "GET" && url.split("?", 1)[0] === streamPath

const isRouteNotFound = (error: unknown): boolean =>
  HttpServerError.isHttpServerError(error) && error.reason._tag === "RouteNotFound"

const decode = Option.liftThrowable(decodeURI)

const notFound = errorResponse(new NotFound({ message: "There is nothing here." }))
const invalidPath = errorResponse(new BadRequest({ message: "The path is not valid." }))
const csrfHeaderMissing = errorResponse(CsrfHeader.missing)

/** What surrounds every route: its headers, 404 for what is none, and 500 for what went wrong. Every request is counted here. */
export const layer = (served: ReadonlyArray<OtherMethods.Served>) =>
  HttpRouter.middleware(
    Effect.gen(function* () {
      const otherMethod = OtherMethods.forUnknownMethod(served)
      const { now, ended, failed } = yield* RequestLog.make

      /** No route: the path, which the router ends at any of these characters, leads nowhere or cannot be decoded. */
      const unroutable = (request: HttpServerRequest.HttpServerRequest): HttpServerResponse.HttpServerResponse => {
        const sent = request.url.split(/[?;#]/, 1)[0] ?? ""
        const path = Option.getOrUndefined(decode(sent))
        const isGuarded = (path ?? sent).startsWith(CsrfHeader.guardedPrefix)
        if (isGuarded && CsrfHeader.isMissing(request)) return csrfHeaderMissing
        return path === undefined ? invalidPath : (otherMethod(request.method, path) ?? notFound)
      }

      /** The router leaves its route in the context of the request's fiber. */
      const routed = (request: HttpServerRequest.HttpServerRequest, status: number, began: bigint) =>
        Effect.map(Effect.context(), (context: Context.Context<never>) =>
          ended(Context.getOrUndefined(context, HttpRouter.RouteContext)?.route.path, request, status, began)
        )

      const recovered = (request: HttpServerRequest.HttpServerRequest, cause: Cause.Cause<unknown>) =>
        isRouteNotFound(Cause.squash(cause)) ? Effect.succeed(unroutable(request)) : failed(request, cause)

      return Effect.fnUntraced(function* <E, R>(
        httpEffect: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
      ) {
        const request = yield* HttpServerRequest.HttpServerRequest
        const began = now()
        const answer = yield* Effect.catchCause(httpEffect, (cause) =>
          Cause.hasInterruptsOnly(cause)
            ? Effect.andThen(routed(request, RequestMetrics.abandoned, began), Effect.failCause(cause))
            : recovered(request, cause)
        )
        const response = answer.status === 503 && isStream(request) ? yield* EventStream.unavailable : answer
        yield* routed(request, answer.status, began)
        return dressed(response)
      })
    }),
    { global: true }
  )
