import { Context } from "effect"
import { HttpApiMiddleware, HttpApiSecurity, type OpenApi } from "effect/http-api"
import type { Identity } from "../domain/Identity.ts"
import { Forbidden, Unauthorized, Unavailable } from "./Errors.ts"

/** Who may call an endpoint. Each endpoint declares one; all but the `public` ones have the middleware `Access`. */
export type PolicyName = "public" | "authenticated" | "viewer" | "editor" | "admin"

export class Policy extends Context.Service<Policy, PolicyName>()("strategy/api/Access/Policy") {}

/** The claims of the session a request came with. */
export class CurrentUser extends Context.Service<CurrentUser, Identity>()("strategy/api/Access/CurrentUser") {}

export const sessionCookie = HttpApiSecurity.apiKey({ in: "cookie", key: "strategy_session" })

/**
 * Adds the CSRF header to the OpenAPI document of a mutating endpoint. The header is not declared as input, because
 * `Access` refuses a request without it before the endpoint's input is decoded.
 */
export const withCsrfHeader: OpenApi.Transform["Service"] = (operation) => ({
  ...operation,
  parameters: [
    ...operation.parameters,
    { name: "X-CSRF-Token", in: "header", required: true, schema: { type: "string", enum: ["1"], default: "1" } }
  ]
})

/** Checks, in this order: the CSRF header of a mutating request, the session, the role required by the policy. */
export class Access extends HttpApiMiddleware.Service<Access, { provides: CurrentUser }>()("strategy/api/Access", {
  security: { session: sessionCookie },
  error: [Unauthorized, Forbidden, Unavailable]
}) {}
