import { dayAt, dayOf } from "../../shared/Pace.ts"
import { now } from "../texts/values/Clock.ts"
import { moment } from "./Route.ts"

const dayMs = 86_400_000

/** The time that the page shows, in milliseconds since 1970: now, or the end of an earlier day. */
export const shownTime = (): number => {
  const day = dayOf(moment.value)
  return Number.isNaN(day) ? now() : Math.min(now(), (day + 1) * dayMs - 1)
}

/** The day that the page shows, by UTC: see `shared/Pace`. */
export const shownDay = (): number => dayAt(shownTime())
