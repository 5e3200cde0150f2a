import { Context, Effect, Layer, Option, Redacted } from "effect"
import { HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http"
import { SessionStore } from "../../accounts/SessionStore.ts"
import { Access, CurrentUser, Policy } from "../../api/Access.ts"
import { AccessRecheck } from "./AccessRecheck.ts"
import * as Admission from "./Admission.ts"
import { unavailable } from "./Availability.ts"
import { errorResponse } from "./ErrorResponse.ts"
import { setUsername } from "./IdentifiedRequest.ts"

/** A browser whose session has ended keeps views that it would still show to whoever asks for them with the same cookie. */
const forgetViews = HttpEffect.appendPreResponseHandler((_request, response) =>
  Effect.succeed(HttpServerResponse.setHeader(response, "clear-site-data", '"cache"'))
)

/** The order of the checks is part of the contract: CSRF header, session, role, and inside of this parameters and body. */
export const layer = Layer.effect(
  Access,
  Effect.gen(function* () {
    const sessions = yield* SessionStore
    return Access.of({
      session: Effect.fnUntraced(function* (httpEffect, { credential, endpoint }) {
        const request = yield* HttpServerRequest.HttpServerRequest
        const csrfFault = Admission.csrfFault(request)
        if (csrfFault !== undefined) return yield* csrfFault
        const needed = Admission.requiredRole(Context.getUnsafe(endpoint.annotations, Policy))
        const allowed = sessions.resolve(credential).pipe(
          Effect.catchTag("StorageError", unavailable),
          Effect.map(Option.getOrUndefined),
          Effect.flatMap((identity) => Effect.fromResult(Admission.authorized(identity, needed)))
        )
        const identity = yield* Effect.tapErrorTag(allowed, "Unauthorized", () =>
          Redacted.value(credential) === "" ? Effect.void : forgetViews
        )
        setUsername(request.source, identity.username)
        const recheck = Effect.match(allowed, {
          onSuccess: () => undefined,
          onFailure: (fault) => errorResponse(fault)
        })
        return yield* httpEffect.pipe(
          Effect.provideService(CurrentUser, identity),
          Effect.provideService(AccessRecheck, recheck)
        )
      })
    })
  })
)
