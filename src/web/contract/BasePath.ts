/** What the addresses of the service begin with, such as `/planning`, by the address of this module; empty at the root. */
export const basePath = /^(.*)\/strategy\/assets\//.exec(new URL(import.meta.url).pathname)?.[1] ?? ""
