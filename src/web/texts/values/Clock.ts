import { dayAt } from "../../../shared/Pace.ts"

/** Milliseconds since 1970, by this device's clock. */
export const now = (): number => performance.timeOrigin + performance.now()

/** Today by UTC, as the server counts days: see `shared/Pace`. */
export const todayUtc = (): number => dayAt(now())
