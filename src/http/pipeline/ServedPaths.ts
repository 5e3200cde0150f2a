import { Option } from "effect"

export interface ServedRoute {
  readonly method: string
  readonly path: string
}

/** A path of the service, as a pattern, with the methods that are served there. HEAD goes with GET. */
interface ServedPath {
  readonly path: string
  readonly methods: ReadonlySet<string>
}

/** Gives the served path that a decoded path matches. */
export type FindServedPath = (path: string) => ServedPath | undefined

const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(".", "\\.").replace(/:\w+/g, "[^/]+")}/?$`)

/** Matches paths as the router does. */
export const findServedPath = (routes: ReadonlyArray<ServedRoute>): FindServedPath => {
  const methodsByPath = Map.groupBy(routes, ({ path }) => path)
  const served = [...methodsByPath].map(([path, routes]) => ({
    path,
    pattern: patternOf(path),
    methods: new Set(routes.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method])))
  }))
  return (path) => served.find(({ pattern }) => pattern.test(path))
}

const decode = Option.liftThrowable(decodeURI)

/**
 * The path in a request line as it was sent. Like the router, it ends the path at any of these characters, and takes the first
 * one for a slash, which it may not be in `OPTIONS *`.
 */
export const sentPathOf = (url: string): string => `/${url.split(/[?;#]/, 1)[0]?.slice(1)}`

/** The decoded path in a request line; undefined if it cannot be decoded. */
export const pathOf = (url: string): string | undefined => Option.getOrUndefined(decode(sentPathOf(url)))
