import { Context } from "effect"

/** The address at which users reach the service, for example through a proxy. */
export interface ExternalAddress {
  /** The path that all addresses of this service begin with, such as `/planning`; empty if it has its own host. */
  readonly basePath: string
  /** The service's address, including `basePath` and without a slash at its end, if it is known. */
  readonly publicUrl: string | undefined
}

export const ExternalUrl = Context.Reference<ExternalAddress>("strategy/ExternalUrl", {
  defaultValue: () => ({ basePath: "", publicUrl: undefined })
})

/** The address of the page with a slash at its end; null if it is unknown: then nothing links to the page. */
export const PageUrl = Context.Reference<string | null>("strategy/PageUrl", { defaultValue: () => null })

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
