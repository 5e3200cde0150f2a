import { ByteSize, Effect, Fiber, Latch, Option } from "effect"
import { HttpIncomingMessage, HttpRouter, HttpServerRequest } from "effect/http"
import { sessionCookie } from "../../api/Access.ts"
import { Forbidden, Unauthorized } from "../../api/Errors.ts"
import { maxBodyBytes } from "../../api/requests/JsonBody.ts"
import { gateLimits } from "../../bounded/GateLimits.ts"
import { Credentials } from "../../identity/Credentials.ts"
import { ExternalUrl } from "../../url/ExternalUrl.ts"
import * as Admission from "../pipeline/Admission.ts"
import { entryTo, unavailable } from "../pipeline/Availability.ts"
import { errorResponse } from "../pipeline/ErrorResponse.ts"
import { setCall, setUsername } from "../pipeline/IdentifiedRequest.ts"

export const path = "/mcp"

const tokenNeeded = new Unauthorized({
  message: "Send a token of this service: Authorization: Bearer strat_…. Users make them on their account page.",
  code: "token_required"
})

const originRefused = new Forbidden({
  message: "Pages of other sites may not call this.",
  code: "origin_refused"
})

/**
 * Loads the endpoint when it is first awaited, since its modules take 6 MiB of heap that a server without agents does not need.
 * It is made in the scope of the layer: the client that is first may leave meanwhile.
 */
const makeEndpoint = Effect.gen(function* () {
  const wanted = Latch.makeUnsafe()
  const loading = yield* wanted.await.pipe(
    Effect.andThen(Effect.promise(() => import("../../agents/McpEndpoint.ts"))),
    Effect.flatMap(({ make }) => make),
    Effect.forkScoped
  )
  return Effect.andThen(wanted.open, Fiber.join(loading))
})

/** Serves the Model Context Protocol to programs with a token. */
export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const { publicUrl } = yield* ExternalUrl
    const credentials = yield* Credentials
    const endpoint = yield* makeEndpoint
    const admit = entryTo(gateLimits.calls)
    const ownOrigin = publicUrl === undefined ? undefined : new URL(publicUrl).origin

    /** A browser names the page that a request comes from; without a public URL it must be of the same host. */
    const isOwn = ({ origin, host }: Readonly<Record<string, string | undefined>>): boolean =>
      origin === undefined ||
      (ownOrigin === undefined ? Option.getOrUndefined(hostOf(origin)) === host : origin === ownOrigin)

    const identify = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
      if (!isOwn(request.headers)) return yield* originRefused
      const secret = Admission.bearerOf(request)
      if (secret === undefined) return yield* tokenNeeded
      if (request.cookies[sessionCookie.key] !== undefined) return yield* Admission.twoCredentials
      const found = yield* Effect.catchTag(credentials.resolve({ kind: "token", secret }), "StorageError", unavailable)
      const needed = { role: "viewer", sessionOnly: false } as const
      const identity = yield* Effect.fromResult(Admission.authorized(Option.getOrUndefined(found), needed, "token"))
      if (identity.token === undefined) return yield* tokenNeeded
      setUsername(request.source, identity.username)
      return identity
    })

    const respond = Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const caller = yield* identify(request)
      const headersFault = Admission.headersFault(request)
      if (headersFault !== undefined) return yield* headersFault
      const bytes = yield* request.arrayBuffer.pipe(
        Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.fromInputUnsafe(maxBodyBytes)),
        Effect.mapError(() => Admission.tooLarge)
      )
      const body = yield* Effect.fromResult(Admission.bodyText(new Uint8Array(bytes)))
      // The token may have ended while the body arrived.
      yield* identify(request)
      yield* admit(caller.userId)
      const answer = yield* endpoint
      const note = (tool: string, isRefused: boolean) => setCall(request.source, tool, isRefused)
      return yield* answer(caller, note, new Headers(request.headers), body)
    }).pipe(
      Effect.scoped,
      Effect.catchTag(
        ["BadRequest", "Unauthorized", "Forbidden", "PayloadTooLarge", "UnsupportedMediaType", "Unavailable"],
        (error) => Effect.succeed(errorResponse(error))
      )
    )
    yield* router.add("POST", path, respond)
  })
)

const hostOf = Option.liftThrowable((origin: string): string => new URL(origin).host)
