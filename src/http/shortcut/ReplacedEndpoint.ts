import { Context, Effect } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import { Policy } from "../../api/Access.ts"
import type { Role } from "../../domain/entities/Role.ts"
import { requiredRole } from "../pipeline/Admission.ts"

/** A declared endpoint that a shortcut answers instead of. */
export interface ReplacedEndpoint {
  readonly route: string
  /** The path before and after its parameter; without a parameter, `before` is the whole path. */
  readonly before: string
  readonly after: string
  readonly role: Role
}

const names = (middleware: Iterable<{ readonly key: string }>): string =>
  Array.from(middleware, ({ key }) => key)
    .sort()
    .join(", ")

/**
 * The endpoint that a shortcut answers instead of. The shortcut does the work of the endpoint's middleware itself, so it names
 * all of it as `known`. Dies, so that the server does not start, if the endpoint declares other middleware.
 */
export const replacedEndpoint = (
  { method, path, annotations, middlewares }: HttpApiEndpoint.Top,
  known: ReadonlyArray<{ readonly key: string }>
): Effect.Effect<ReplacedEndpoint> => {
  const [declared, expected] = [names(middlewares), names(known)]
  if (declared !== expected) {
    return Effect.die(
      new Error(`The shortcut of ${method} ${path} stands in for ${expected}; the endpoint declares ${declared}.`)
    )
  }
  const [before = "", after = ""] = path.split(/:[^/]+/)
  return Effect.succeed({ route: path, before, after, role: requiredRole(Context.getUnsafe(annotations, Policy)) })
}
