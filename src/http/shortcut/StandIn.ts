import { Context, Effect } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import { Policy } from "../../api/Access.ts"
import type { Role } from "../../domain/entities/Role.ts"
import { roleNeeded } from "../pipeline/Admission.ts"

/** An endpoint that a shortcut answers in place of. */
export interface StandIn {
  readonly route: string
  /** The path before its parameter and after it; all of it is before where it has none. */
  readonly before: string
  readonly after: string
  readonly role: Role
}

const names = (middleware: Iterable<{ readonly key: string }>): string =>
  Array.from(middleware, ({ key }) => key)
    .sort()
    .join(", ")

/**
 * The endpoint that a shortcut stands in for, together with all the middleware that it declares: the shortcut does their work
 * itself. Dies, so that no server starts, when the endpoint declares other middleware than the shortcut knows of.
 */
export const standsInFor = (
  { method, path, annotations, middlewares }: HttpApiEndpoint.Top,
  known: ReadonlyArray<{ readonly key: string }>
): Effect.Effect<StandIn> => {
  const [declared, expected] = [names(middlewares), names(known)]
  if (declared !== expected) {
    return Effect.die(
      new Error(`The shortcut of ${method} ${path} stands in for ${expected}; the endpoint declares ${declared}.`)
    )
  }
  const [before = "", after = ""] = path.split(/:[^/]+/)
  return Effect.succeed({ route: path, before, after, role: roleNeeded(Context.getUnsafe(annotations, Policy)) })
}
