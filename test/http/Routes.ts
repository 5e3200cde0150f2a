import { Context, Option } from "effect"
import { HttpApi, type HttpApiGroup } from "effect/http-api"
import { Access, Policy, type PolicyName } from "../../src/api/Access.ts"
import { Api } from "../../src/api/Api.ts"
import { JsonBody } from "../../src/api/requests/JsonBody.ts"

export interface Route {
  /** Group and endpoint, such as `auth.login`. */
  readonly name: string
  readonly method: string
  readonly path: string
  readonly policy: PolicyName | undefined
  /** Whether it has the `Access` middleware. */
  readonly guarded: boolean
  /** Whether it has the `JsonBody` middleware. */
  readonly takesBody: boolean
  readonly takesQuery: boolean
}

export const routesOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): ReadonlyArray<Route> => {
  const routes: Array<Route> = []
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ group, endpoint, middleware, mergedAnnotations }) => {
      routes.push({
        name: `${group.identifier}.${endpoint.identifier}`,
        method: endpoint.method,
        path: endpoint.path,
        policy: Option.getOrUndefined(Context.getOption(mergedAnnotations, Policy)),
        guarded: [...middleware].some(({ key }) => key === Access.key),
        takesBody: [...middleware].some(({ key }) => key === JsonBody.key),
        takesQuery: endpoint.query !== undefined
      })
    }
  })
  return routes
}

/** Every endpoint the service defines. */
export const routes = routesOf(Api)

export const nobody = "00000000-0000-4000-8000-00000000dead"

/** The route's path with an unknown id for each parameter. */
export const addressOf = ({ path }: Route): string => path.replace(/:\w+/g, nobody)

const mutating: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH", "DELETE"])

/** The routes that need the CSRF header: all that are mutating, except login. */
export const csrfRoutes = routes.filter(
  ({ method, path }) => mutating.has(method) && path.startsWith("/api/") && path !== "/api/auth/login"
)
