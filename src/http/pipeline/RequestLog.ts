import { type Cause, Clock, Effect, LogLevel, References } from "effect"
import { SecureRandom } from "effect/crypto"
import { InternalError } from "../../api/Errors.ts"
import { errorResponse } from "./ErrorResponse.ts"
import * as RequestMetrics from "./RequestMetrics.ts"

/** As much of a request as is told of it. */
export interface Told {
  readonly method: string
  readonly url: string
}

const pathOf = ({ url }: Told) => url.split("?", 1)[0]

/** What is done with a request in the end, whoever answers it. */
export const make = Effect.gen(function* () {
  const random = yield* SecureRandom.SecureRandom
  const clock = yield* Clock.Clock
  const context = yield* Effect.context<never>()
  const count = RequestMetrics.make(context)
  const isTold = LogLevel.isLessThanOrEqualTo(yield* References.MinimumLogLevel, "Debug")
  const run = Effect.runForkWith(context)

  return {
    /** Nanoseconds, for `ended`. */
    now: () => clock.monotonicTimeNanosUnsafe(),

    /** Counts a request under its route, if it leads to one, and tells of it. */
    ended: (route: string | undefined, request: Told, status: number, began: bigint): void => {
      count(route, request.method, status, clock.monotonicTimeNanosUnsafe() - began)
      if (isTold) run(Effect.logDebug(`${request.method} ${pathOf(request)} ${status}`))
    },

    /** The answer to what went wrong where nothing foresaw it: the caller gets a reference, the log the cause under it. */
    failed: Effect.fnUntraced(function* (request: Told, cause: Cause.Cause<unknown>) {
      const reference = yield* random.uuidV4()
      yield* Effect.logError("A request failed.", cause).pipe(
        Effect.annotateLogs({ reference, method: request.method, path: pathOf(request) })
      )
      return errorResponse(new InternalError({ message: "Something went wrong on our side.", reference }))
    })
  }
})
