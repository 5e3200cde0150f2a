import { Cause, Context, Effect, Option } from "effect"
import { HttpRouter, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { BadRequest, NotFound } from "../../api/Errors.ts"
import { streamPath } from "../../api/LiveApi.ts"
import { busyStream } from "./BusyStream.ts"
import * as CsrfHeader from "./CsrfHeader.ts"
import { errorResponse } from "./ErrorResponse.ts"
import { requestIdOf } from "./IdentifiedRequest.ts"
import * as RequestLog from "./RequestLog.ts"
import * as RequestMetrics from "./RequestMetrics.ts"
import { withDefaultHeaders } from "./SecurityHeaders.ts"
import * as UnsupportedMethods from "./UnsupportedMethods.ts"

const isStream = ({ method, url }: HttpServerRequest.HttpServerRequest): boolean =>
  method === "GET" && url.split("?", 1)[0] === streamPath

const isRouteNotFound = (error: unknown): boolean =>
  HttpServerError.isHttpServerError(error) && error.reason._tag === "RouteNotFound"

const decode = Option.liftThrowable(decodeURI)

const notFound = errorResponse(new NotFound({ message: "There is nothing here." }))
const invalidPath = errorResponse(new BadRequest({ message: "The path is not valid." }))
const csrfHeaderMissing = errorResponse(CsrfHeader.missing)

/** The outermost middleware: default headers, 404 and 405 without a route, 500 for defects, metrics and request log. */
export const layer = (served: ReadonlyArray<UnsupportedMethods.ServedRoute>) =>
  HttpRouter.middleware(
    Effect.gen(function* () {
      const methodNotAllowed = UnsupportedMethods.forUnknownMethod(served)
      const { began, ended, failed } = yield* RequestLog.make

      /** The answer without a route. Like the router, it ends the path at any of these characters. */
      const unroutable = (request: HttpServerRequest.HttpServerRequest): HttpServerResponse.HttpServerResponse => {
        const sent = request.url.split(/[?;#]/, 1)[0] ?? ""
        const path = Option.getOrUndefined(decode(sent))
        const isGuarded = (path ?? sent).startsWith(CsrfHeader.guardedPrefix)
        if (isGuarded && CsrfHeader.isMissing(request)) return csrfHeaderMissing
        return path === undefined ? invalidPath : (methodNotAllowed(request.method, path) ?? notFound)
      }

      /** Records the end of a request under its route, which the router leaves in the context of the request's fiber. */
      const routed = (request: HttpServerRequest.HttpServerRequest, status: number, beganAt: bigint) =>
        Effect.map(Effect.context(), (context: Context.Context<never>) =>
          ended(Context.getOrUndefined(context, HttpRouter.RouteContext)?.route.path, request, status, beganAt)
        )

      const recovered = (request: HttpServerRequest.HttpServerRequest, cause: Cause.Cause<unknown>) =>
        isRouteNotFound(Cause.squash(cause)) ? Effect.succeed(unroutable(request)) : failed(request, cause)

      return Effect.fnUntraced(function* <E, R>(
        httpEffect: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
      ) {
        const request = yield* HttpServerRequest.HttpServerRequest
        const beganAt = began(request.source)
        const answer = yield* Effect.catchCause(httpEffect, (cause) =>
          Cause.hasInterruptsOnly(cause)
            ? Effect.andThen(routed(request, RequestMetrics.abandonedStatus, beganAt), Effect.failCause(cause))
            : recovered(request, cause)
        )
        const response = answer.status === 503 && isStream(request) ? yield* busyStream : answer
        yield* routed(request, answer.status, beganAt)
        const id = requestIdOf(request.source)
        return withDefaultHeaders(
          id === undefined ? response : HttpServerResponse.setHeader(response, "x-request-id", id)
        )
      })
    }),
    { global: true }
  )
