import { type Cause, Clock, Effect, LogLevel, References } from "effect"
import { SecureRandom } from "effect/crypto"
import { InternalError } from "../../api/Errors.ts"
import { errorResponse } from "./ErrorResponse.ts"
import * as RequestMetrics from "./RequestMetrics.ts"

/** The parts of a request that are logged. */
export interface LoggedRequest {
  readonly method: string
  readonly url: string
}

const pathOf = ({ url }: LoggedRequest) => url.split("?", 1)[0]

/** Counts and logs requests, for the router as for the fast path. */
export const make = Effect.gen(function* () {
  const random = yield* SecureRandom.SecureRandom
  const clock = yield* Clock.Clock
  const context = yield* Effect.context<never>()
  const count = RequestMetrics.make(context)
  const isLogged = LogLevel.isLessThanOrEqualTo(yield* References.MinimumLogLevel, "Debug")
  const run = Effect.runForkWith(context)

  return {
    /** The start of a request for `ended`, in nanoseconds. */
    now: () => clock.monotonicTimeNanosUnsafe(),

    /** Counts an answered request under its route, if it has one, and logs it at level debug. */
    ended: (route: string | undefined, request: LoggedRequest, status: number, began: bigint): void => {
      count(route, request.method, status, clock.monotonicTimeNanosUnsafe() - began)
      if (isLogged) run(Effect.logDebug(`${request.method} ${pathOf(request)} ${status}`))
    },

    /** The 500 for an unexpected failure: the caller gets a reference, under which the cause is logged. */
    failed: Effect.fnUntraced(function* (request: LoggedRequest, cause: Cause.Cause<unknown>) {
      const reference = yield* random.uuidV4()
      yield* Effect.logError("A request failed.", cause).pipe(
        Effect.annotateLogs({ reference, method: request.method, path: pathOf(request) })
      )
      return errorResponse(new InternalError({ message: "Something went wrong on our side.", reference }))
    })
  }
})
