import { dayOf } from "../../shared/Days.ts"
import { days, now, serverToday } from "../texts/values/Clock.ts"
import { moment } from "./Route.ts"

/** The time that the page shows, in milliseconds since 1970: now, or the end of an earlier day. */
export const shownTime = (): number => {
  const day = dayOf(moment.value)
  return Number.isNaN(day) ? now() : Math.min(now(), days().momentOf(day + 1) - 1)
}

/** The day that the page shows, by the server's time zone. */
export const shownDay = (): number => {
  const day = dayOf(moment.value)
  return Number.isNaN(day) ? serverToday() : Math.min(serverToday(), day)
}
