import { Effect, Record } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import { Access } from "../../api/Access.ts"
import { Api } from "../../api/Api.ts"
import { CommonErrors } from "../../api/CommonErrors.ts"
import { JsonBody } from "../../api/requests/JsonBody.ts"
import { SignInShare } from "../../api/SignInShare.ts"
import { type Needed, neededBy } from "../pipeline/Admission.ts"

const { auth, events, strategy } = Api.groups

/** The endpoints that the shortcut answers instead of. */
export const endpoints = {
  teams: strategy.endpoints.teams,
  objectives: strategy.endpoints.objectives,
  principles: strategy.endpoints.principles,
  objective: strategy.endpoints.objective,
  principle: strategy.endpoints.principle,
  submit: events.endpoints.submit,
  login: auth.endpoints.login
}

type Name = keyof typeof endpoints

/** The middleware of each whose work the shortcut does itself. */
const replacedMiddleware: Readonly<Record<Name, ReadonlyArray<{ readonly key: string }>>> = {
  teams: [CommonErrors, Access],
  objectives: [CommonErrors, Access],
  principles: [CommonErrors, Access],
  objective: [CommonErrors, Access],
  principle: [CommonErrors, Access],
  submit: [CommonErrors, Access, JsonBody],
  login: [CommonErrors, SignInShare, JsonBody]
}

/** A declared endpoint that the shortcut answers instead of. */
export interface ReplacedEndpoint {
  readonly route: string
  /** The path before and after its parameter; without a parameter, `before` is the whole path. */
  readonly before: string
  readonly after: string
  readonly needed: Needed
}

const keys = (middleware: Iterable<{ readonly key: string }>): string =>
  Array.from(middleware, ({ key }) => key)
    .sort()
    .join(", ")

/** What the shortcut needs of its endpoints. Dies, so that the server does not start, if one declares other middleware. */
export const make = (
  declared: Readonly<Record<Name, HttpApiEndpoint.Top>> = endpoints
): Effect.Effect<Readonly<Record<Name, ReplacedEndpoint>>> =>
  Effect.all(
    Record.map(declared, ({ method, path, annotations, middlewares }, name) => {
      const [present, replaced] = [keys(middlewares), keys(replacedMiddleware[name])]
      if (present !== replaced) {
        const message = `The shortcut of ${method} ${path} stands in for ${replaced}; the endpoint declares ${present}.`
        return Effect.die(new Error(message))
      }
      const [before = "", after = ""] = path.split(/:[^/]+/)
      return Effect.succeed({ route: path, before, after, needed: neededBy(annotations) })
    })
  )
