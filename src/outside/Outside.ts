import { Context } from "effect"

/** How the service is reached from outside, for example through a proxy. */
export interface OutsideAddress {
  /** The path that all addresses of this service begin with, such as `/planning`; empty if it has a host of its own. */
  readonly basePath: string
  /** The service's address, including `basePath` and without a slash at its end, if it is known. */
  readonly publicUrl: string | undefined
}

export const Outside = Context.Reference<OutsideAddress>("strategy/http/Outside", {
  defaultValue: () => ({ basePath: "", publicUrl: undefined })
})

/**
 * A request's URL without the base path. Unchanged if a proxy has removed it already, or if a health check did not use
 * it.
 */
export const withoutBasePath = (basePath: string, url: string): string => {
  if (basePath === "" || !url.startsWith(basePath)) return url
  const rest = url.slice(basePath.length)
  if (rest.startsWith("/")) return rest
  return rest === "" || rest.startsWith("?") ? `/${rest}` : url
}
