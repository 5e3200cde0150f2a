/**
 * The beginning of the service's addresses, such as `/planning`; empty at the root. Taken from this module's address.
 */
export const basePath = /^(.*)\/strategy\/assets\//.exec(new URL(import.meta.url).pathname)?.[1] ?? ""
