import { Cause, Context, Effect } from "effect"
import { HttpRouter, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { streamPath } from "../../api/LiveApi.ts"
import * as Admission from "./Admission.ts"
import { busyStream } from "./BusyStream.ts"
import * as Cors from "./Cors.ts"
import { errorResponse } from "./ErrorResponse.ts"
import { requestIdHeader, requestIdOf } from "./IdentifiedRequest.ts"
import * as RequestLog from "./RequestLog.ts"
import * as RequestMetrics from "./RequestMetrics.ts"
import { withDefaultHeaders } from "./SecurityHeaders.ts"
import { type FindServedPath, pathOf } from "./ServedPaths.ts"

const isStream = ({ method, url }: HttpServerRequest.HttpServerRequest): boolean =>
  method === "GET" && url.split("?", 1)[0] === streamPath

const isRouteNotFound = (error: unknown): boolean =>
  HttpServerError.isHttpServerError(error) && error.reason._tag === "RouteNotFound"

/** The outermost middleware: default headers, those for other origins, 404 and 405 without a route, 500 for defects, metrics and request log. */
export const layer = (findServedPath: FindServedPath) =>
  HttpRouter.middleware(
    Effect.gen(function* () {
      const { began, ended, failed } = yield* RequestLog.make
      const isForeign = yield* Cors.makeIsForeign

      /** The pattern of a request's path. A route leaves it in the context of the request's fiber. */
      const patternOf = (context: Context.Context<never>, url: string): string | undefined =>
        Context.getOrUndefined(context, HttpRouter.RouteContext)?.route.path ?? findServedPath(pathOf(url) ?? "")?.path

      /** Records the end of a request under its path's pattern. */
      const routed = (request: HttpServerRequest.HttpServerRequest, status: number, beganAt: bigint) =>
        Effect.map(Effect.context(), (context: Context.Context<never>) =>
          ended(patternOf(context, request.url), request, status, beganAt)
        )

      const recovered = (request: HttpServerRequest.HttpServerRequest, cause: Cause.Cause<unknown>) =>
        isRouteNotFound(Cause.squash(cause))
          ? Effect.succeed(errorResponse(...Admission.unroutedFault(findServedPath, request)))
          : failed(request, cause)

      return Effect.fnUntraced(function* <E, R>(
        httpEffect: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
      ) {
        const request = yield* HttpServerRequest.HttpServerRequest
        const beganAt = began()
        const answer = yield* Effect.catchCause(
          isForeign(request) ? Cors.middleware(httpEffect) : httpEffect,
          (cause) =>
            Cause.hasInterruptsOnly(cause)
              ? Effect.andThen(routed(request, RequestMetrics.abandonedStatus, beganAt), Effect.failCause(cause))
              : recovered(request, cause)
        )
        const response = answer.status === 503 && isStream(request) ? yield* busyStream : answer
        yield* routed(request, answer.status, beganAt)
        const id = requestIdOf(request.source)
        return withDefaultHeaders(
          id === undefined ? response : HttpServerResponse.setHeader(response, requestIdHeader, id)
        )
      })
    }),
    { global: true }
  )
