import { HttpApiMiddleware } from "effect/http-api"
import { Forbidden, TooManyRequests, Unavailable } from "./Errors.ts"

/**
 * Refuses a sign-in while its sender has as many passwords waiting to be checked as one sender may have, or all waiting places
 * are taken. It looks only at where the request comes from: what a refused request carries is neither read nor judged.
 * Otherwise a sign-in with a token is refused, since nothing that a token may do should outlive it.
 */
export class SignInShare extends HttpApiMiddleware.Service<SignInShare>()("strategy/api/SignInShare", {
  error: [Forbidden, TooManyRequests, Unavailable]
}) {}
