import { Effect } from "effect"
import type { HttpServerResponse } from "effect/http"
import { Login } from "../../accounts/passwords/Login.ts"
import { TooManyRequests, Unavailable } from "../../api/Errors.ts"
import { GateFull, type GateRefused, ShareExceeded } from "../../bounded/Gate.ts"
import { gateLimits } from "../../bounded/GateLimits.ts"
import { ClientAddress, networkOf, originOf, type RequestOrigin } from "./address/ClientAddress.ts"
import { errorResponse } from "./ErrorResponse.ts"
import { withDefaultHeaders } from "./SecurityHeaders.ts"

const encoded = (error: Unavailable | TooManyRequests) => withDefaultHeaders(errorResponse(error))

const { noun } = gateLimits.passwordChecks
const exceeded = encoded(new TooManyRequests({ message: new ShareExceeded({ noun }).message }))
const full = encoded(new Unavailable({ message: new GateFull({ noun }).message }))

const responseTo = (refused: GateRefused): HttpServerResponse.HttpServerResponse =>
  refused._tag === "ShareExceeded" ? exceeded : full

/** The response to a refused sign-in, and what counts the refusal once the response is sent. */
export interface SignInRefusal {
  readonly answer: HttpServerResponse.HttpServerResponse
  readonly countRefusal: () => void
}

/**
 * The refusal of a sign-in whose sender already has its share of password hashes waiting; undefined for others. It needs
 * only where the request comes from: nothing of up to 64 KiB is read, and no query is made. So a flood of sign-ins costs
 * little and does not make others wait, and who floods learns nothing from what they send.
 */
export const make = Effect.gen(function* () {
  const login = yield* Login
  const addressOf = yield* ClientAddress
  return (request: RequestOrigin): SignInRefusal | undefined => {
    const refused = login.refusal({ hasSession: false, key: networkOf(addressOf(originOf(request))) })
    return refused && { answer: responseTo(refused), countRefusal: () => login.countRefusal(refused) }
  }
})
