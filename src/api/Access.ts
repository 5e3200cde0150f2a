import { Context } from "effect"
import { HttpApiMiddleware, HttpApiSecurity, type OpenApi } from "effect/http-api"
import type { Identity } from "../domain/Identity.ts"
import { BadRequest, Forbidden, Unauthorized, Unavailable } from "./Errors.ts"

/** Who may call an endpoint. Each endpoint declares one; all but the `public` ones have the middleware `Access`. */
export type PolicyName = "public" | "authenticated" | "viewer" | "editor" | "admin"

export class Policy extends Context.Service<Policy, PolicyName>()("strategy/api/Access/Policy") {}

/** Whether an endpoint refuses tokens, because it makes, shows or ends credentials. */
export const SessionOnly = Context.Reference("strategy/api/Access/SessionOnly", { defaultValue: () => false })

/** The claims of the session or token a request came with. */
export class CurrentUser extends Context.Service<CurrentUser, Identity>()("strategy/api/Access/CurrentUser") {}

export const sessionCookie = HttpApiSecurity.apiKey({ in: "cookie", key: "strategy_session" })

const bearerToken = HttpApiSecurity.bearer

const csrfHeader = (required: boolean) => ({
  ...{ name: "X-CSRF-Token", in: "header" as const, required },
  description: "Always `1`: proves that the request is not a form post from another site. Not needed with a token",
  schema: { type: "string" as const, enum: ["1"], default: "1" }
})

/**
 * Adds the CSRF header to the OpenAPI document of a mutating endpoint, optional since tokens need none. The header is not
 * declared as input, because `Access` refuses a request without it before the endpoint's input is decoded.
 */
export const withCsrfHeader: OpenApi.Transform["Service"] = (operation) => ({
  ...operation,
  parameters: [...operation.parameters, csrfHeader(false)]
})

/** The same for a public endpoint, which takes no token either. */
export const withPublicCsrfHeader: OpenApi.Transform["Service"] = (operation) => ({
  ...operation,
  parameters: [...operation.parameters, csrfHeader(true)]
})

/** Says in the OpenAPI document of an endpoint with `SessionOnly` that it takes no tokens. */
export const withSessionOnly: OpenApi.Transform["Service"] = (operation) => ({
  ...operation,
  security: [{ session: [] }]
})

/** Both, for a mutating endpoint with `SessionOnly`. */
export const withSessionOnlyAndCsrfHeader: OpenApi.Transform["Service"] = (operation) => ({
  ...withPublicCsrfHeader(operation),
  security: [{ session: [] }]
})

/**
 * Checks, in this order: that there is one credential at most, the CSRF header of a mutating request without a token, the
 * session or token, the role required by the policy.
 */
export class Access extends HttpApiMiddleware.Service<Access, { provides: CurrentUser }>()("strategy/api/Access", {
  security: { session: sessionCookie, token: bearerToken },
  error: [BadRequest, Unauthorized, Forbidden, Unavailable]
}) {}
