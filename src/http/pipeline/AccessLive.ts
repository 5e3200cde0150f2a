import { Context, Effect, Layer, Option } from "effect"
import { HttpServerRequest } from "effect/http"
import { SessionStore } from "../../accounts/SessionStore.ts"
import { Access, CurrentUser, Policy } from "../../api/Access.ts"
import { AccessRecheck } from "./AccessRecheck.ts"
import * as Admission from "./Admission.ts"
import { unavailable } from "./Availability.ts"
import { errorResponse } from "./ErrorResponse.ts"
import { setUsername } from "./IdentifiedRequest.ts"

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
        const identity = yield* allowed
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
