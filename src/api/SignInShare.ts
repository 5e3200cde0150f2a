import { HttpApiMiddleware } from "effect/http-api"
import { TooManyRequests, Unavailable } from "./Errors.ts"

/**
 * Refuses a sign-in while its sender has as many passwords waiting to be checked as one sender may have, or all waiting places
 * are taken. It looks only at where the request comes from: what a refused request carries is neither read nor judged.
 */
export class SignInShare extends HttpApiMiddleware.Service<SignInShare>()("strategy/api/SignInShare", {
  error: [TooManyRequests, Unavailable]
}) {}
