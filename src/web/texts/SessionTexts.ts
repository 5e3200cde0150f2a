export const unknownDevice = "Unknown device"
export const unknownPlace = "unknown address"
export const on = (browser: string, system: string) => `${browser} on ${system}`
export const seen = (ago: string) => `last seen ${ago}`
export const since = (time: string) => `signed in ${time}`
