/** Milliseconds since 1970, by this device's clock. */
export const now = (): number => performance.timeOrigin + performance.now()
