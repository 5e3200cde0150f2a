import { Effect, type Layer } from "effect"
import { HttpMethod, HttpRouter, HttpServerRequest, type HttpServerResponse } from "effect/http"
import { MethodNotAllowed } from "../../api/Errors.ts"
import * as CsrfHeader from "./CsrfHeader.ts"
import { errorResponse } from "./ErrorResponse.ts"

const methods = [...HttpMethod.all].filter((method) => method !== "HEAD")

export interface ServedRoute {
  readonly method: string
  readonly path: HttpRouter.PathInput
}

/** The methods of each served path. HEAD goes with GET. */
const methodsByPath = (served: ReadonlyArray<ServedRoute>): ReadonlyMap<HttpRouter.PathInput, ReadonlySet<string>> => {
  const allowed = new Map<HttpRouter.PathInput, Set<string>>()
  for (const { method, path } of served) {
    const known = allowed.get(path) ?? new Set()
    allowed.set(path, known.add(method))
    if (method === "GET") known.add("HEAD")
  }
  return allowed
}

const notAllowed = (method: string, known: ReadonlySet<string>): HttpServerResponse.HttpServerResponse =>
  errorResponse(new MethodNotAllowed({ message: `${method} does not work here.` }), {
    allow: [...known].sort().join(", ")
  })

/** Answers 405 with `Allow` on every served path, for each method that the router knows and that is not served there. */
export const layer = (served: ReadonlyArray<ServedRoute>): Layer.Layer<never, never, HttpRouter.HttpRouter> =>
  HttpRouter.addAll(
    [...methodsByPath(served)].flatMap(([path, known]) =>
      methods
        .filter((method) => !known.has(method))
        .map((method) => {
          const answer = notAllowed(method, known)
          return HttpRouter.route(
            method,
            path,
            path.startsWith(CsrfHeader.guardedPrefix)
              ? Effect.map(HttpServerRequest.HttpServerRequest, (request) =>
                  CsrfHeader.isMissing(request) ? errorResponse(CsrfHeader.missing) : answer
                )
              : Effect.succeed(answer)
          )
        })
    )
  )

const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(".", "\\.").replace(/:\w+/g, "[^/]+")}/?$`)

/** The name of a request's span: its method, and the pattern of the served path. */
export const spanName = (served: ReadonlyArray<ServedRoute>) => {
  const patterns = [...methodsByPath(served).keys()].map((path) => [patternOf(path), path] as const)
  return ({ method, url }: { readonly method: string; readonly url: string }): string => {
    const path = url.split("?", 1)[0] ?? ""
    const route = patterns.find(([pattern]) => pattern.test(path))?.[1]
    return route === undefined ? method : `${method} ${route}`
  }
}

/** The 405 for a method that the router does not know, such as `PROPFIND`, on a served path; undefined for other paths. */
export const forUnknownMethod = (served: ReadonlyArray<ServedRoute>) => {
  const patterns = [...methodsByPath(served)].map(([path, known]) => [patternOf(path), known] as const)
  return (method: string, path: string): HttpServerResponse.HttpServerResponse | undefined => {
    const known = patterns.find(([pattern]) => pattern.test(path))?.[1]
    return known && notAllowed(method, known)
  }
}
