import { Clock, Context, Effect, Layer } from "effect"
import { type Days, dateOfDay, daysIn, utcDays } from "../shared/Days.ts"

/** The days of the service's time zone. */
export const ServiceDays = Context.Reference<Days>("strategy/ServiceDays", { defaultValue: () => utcDays })

/** By the IANA name of the time zone. */
export const layer = (timeZone: string) => Layer.sync(ServiceDays, () => daysIn(timeZone))

/** Today's date, `YYYY-MM-DD`. */
export const todayIn = (days: Days): Effect.Effect<string> =>
  Effect.map(Clock.currentTimeMillis, (now) => dateOfDay(days.at(now)))
