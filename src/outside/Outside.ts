import { Context } from "effect"

/** Where the service is seen from outside. */
export interface OutsideAddress {
  /** The path that the addresses of this service begin with, such as `/planning`; empty where it has a host of its own. */
  readonly basePath: string
  /** The address with that path and without a slash at its end, if it is known. */
  readonly publicUrl: string | undefined
}

export const Outside = Context.Reference<OutsideAddress>("strategy/http/Outside", {
  defaultValue: () => ({ basePath: "", publicUrl: undefined })
})

/** A request's URL below the base path. It is left as it is where a proxy has taken the base path away, or a health check never had it. */
export const withoutBasePath = (basePath: string, url: string): string => {
  if (basePath === "" || !url.startsWith(basePath)) return url
  const rest = url.slice(basePath.length)
  if (rest.startsWith("/")) return rest
  return rest === "" || rest.startsWith("?") ? `/${rest}` : url
}
