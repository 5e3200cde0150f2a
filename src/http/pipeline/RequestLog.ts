import { type Cause, Clock, Context, Effect, LogLevel, References } from "effect"
import { SecureRandom } from "effect/crypto"
import { InternalError } from "../../api/Errors.ts"
import { ClientAddress, originOf } from "./address/ClientAddress.ts"
import { errorResponse } from "./ErrorResponse.ts"
import { IdentifiedRequest, requestIdOf } from "./IdentifiedRequest.ts"
import * as RequestMetrics from "./RequestMetrics.ts"

/** The parts of a request that are logged. */
interface LoggedRequest {
  readonly method: string
  readonly url: string
  /** Node's request, if there is one. */
  readonly source: unknown
}

/** Whether each request has a line in the log, at level info. */
export const AccessLog = Context.Reference("strategy/http/AccessLog", { defaultValue: () => false })

const pathOf = ({ url }: LoggedRequest) => url.split("?", 1)[0]

const milliseconds = (nanoseconds: bigint): number => Math.round(Number(nanoseconds) / 1e4) / 100

const makeAccessLine = Effect.map(
  ClientAddress,
  (addressOf) => (route: string | undefined, request: LoggedRequest, status: number, took: bigint) => {
    const { method, source } = request
    const node = source instanceof IdentifiedRequest ? source : undefined
    const address = addressOf(originOf(node))
    return Effect.logInfo(`${method} ${route ?? "-"} ${status}`).pipe(
      Effect.annotateLogs({
        ...{ method, route: route ?? null, status, outcome: node?.outcome ?? null, ms: milliseconds(took) },
        ...{ user: node?.username ?? null, address, requestId: node?.requestId ?? null },
        ...node?.call
      })
    )
  }
)

/** Counts and logs requests, for the router as for the shortcut. */
export const make = Effect.gen(function* () {
  const random = yield* SecureRandom.SecureRandom
  const clock = yield* Clock.Clock
  const context = yield* Effect.context<never>()
  const count = RequestMetrics.make(context)
  const isDebugged = LogLevel.isLessThanOrEqualTo(yield* References.MinimumLogLevel, "Debug")
  const isAccessLogged = yield* AccessLog
  const accessLine = yield* makeAccessLine
  const run = Effect.runForkWith(context)

  return {
    /** The start of a request for `ended`, in nanoseconds. */
    began: (): bigint => clock.monotonicTimeNanosUnsafe(),

    /** Counts an answered request under its route, if it has one, and logs it where that is wanted. */
    ended: (route: string | undefined, request: LoggedRequest, status: number, began: bigint): void => {
      const took = clock.monotonicTimeNanosUnsafe() - began
      count(route, request.method, status, took)
      if (isAccessLogged) run(accessLine(route, request, status, took))
      if (isDebugged) run(Effect.logDebug(`${request.method} ${pathOf(request)} ${status}`))
    },

    /** The 500 for an unexpected failure: the caller gets a reference, under which the cause is logged. */
    failed: Effect.fnUntraced(function* (request: LoggedRequest, cause: Cause.Cause<unknown>) {
      const reference = yield* random.uuidV4()
      const requestId = requestIdOf(request.source)
      yield* Effect.logError("A request failed.", cause).pipe(
        Effect.annotateLogs({
          ...{ reference, method: request.method, path: pathOf(request) },
          ...(requestId === undefined ? {} : { requestId })
        })
      )
      return errorResponse(new InternalError({ message: "Something went wrong on our side.", reference }))
    })
  }
})
