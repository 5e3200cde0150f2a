import { Context, Effect, Layer, Option } from "effect"
import { HttpServerRequest } from "effect/http"
import { SessionStore } from "../accounts/SessionStore.ts"
import { Access, CurrentUser, Policy, type PolicyName } from "../api/Access.ts"
import { Forbidden, Unauthorized } from "../api/Errors.ts"
import { includesRole, type Role } from "../domain/Role.ts"
import { AccessAgain } from "./AccessAgain.ts"
import { unavailable } from "./Availability.ts"
import * as CsrfHeader from "./CsrfHeader.ts"
import { errorResponse } from "./ErrorResponse.ts"

/** The least role that a policy lets in. */
export const roleNeeded = (policy: PolicyName): Role => {
  switch (policy) {
    case "editor":
    case "admin":
      return policy
    default:
      return "viewer"
  }
}

/** The order of the checks is part of the contract: CSRF header, session, role; what is inside looks at path and body. */
export const layer = Layer.effect(
  Access,
  Effect.gen(function* () {
    const sessions = yield* SessionStore
    return Access.of({
      session: Effect.fnUntraced(function* (httpEffect, { credential, endpoint }) {
        const request = yield* HttpServerRequest.HttpServerRequest
        if (CsrfHeader.isMissing(request)) return yield* CsrfHeader.missing
        const needed = roleNeeded(Context.getUnsafe(endpoint.annotations, Policy))
        const allowed = Effect.gen(function* () {
          const identity = Option.getOrUndefined(
            yield* sessions.resolve(credential).pipe(Effect.catchTag("StorageError", unavailable))
          )
          if (identity === undefined) {
            return yield* new Unauthorized({ message: "Sign in first: there is no session, or it is over." })
          }
          if (!includesRole(identity.role, needed)) {
            return yield* new Forbidden({ message: `This needs the role ${needed}; yours is ${identity.role}.` })
          }
          return identity
        })
        const identity = yield* allowed
        const again = Effect.match(allowed, { onSuccess: () => undefined, onFailure: (fault) => errorResponse(fault) })
        return yield* httpEffect.pipe(
          Effect.provideService(CurrentUser, identity),
          Effect.provideService(AccessAgain, again)
        )
      })
    })
  })
)
