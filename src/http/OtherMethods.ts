import { Effect, type Layer } from "effect"
import { HttpMethod, HttpRouter } from "effect/http"
import { MethodNotAllowed } from "../api/Errors.ts"
import { errorResponse } from "./ErrorResponse.ts"

const methods = [...HttpMethod.all].filter((method) => method !== "HEAD")

export interface Served {
  readonly method: string
  readonly path: HttpRouter.PathInput
}

/** Answers 405 with `Allow` on every served path, for each method nobody serves there. HEAD goes with GET. */
export const layer = (served: ReadonlyArray<Served>): Layer.Layer<never, never, HttpRouter.HttpRouter> => {
  const allowed = new Map<HttpRouter.PathInput, Set<string>>()
  for (const { method, path } of served) {
    const known = allowed.get(path) ?? new Set()
    allowed.set(path, known.add(method))
    if (method === "GET") known.add("HEAD")
  }
  return HttpRouter.addAll(
    [...allowed].flatMap(([path, known]) =>
      methods
        .filter((method) => !known.has(method))
        .map((method) =>
          HttpRouter.route(
            method,
            path,
            Effect.succeed(
              errorResponse(new MethodNotAllowed({ message: `${method} does not work here.` }), {
                allow: [...known].sort().join(", ")
              })
            )
          )
        )
    )
  )
}
