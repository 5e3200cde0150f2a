import { DateTime } from "effect"
import { type Days, millisPerDay } from "../shared/Days.ts"

/**
 * A timestamp as the deck has it: ISO 8601 with the date of its day in the time zone and the time since the day began, so that
 * all that reads or compares it needs no zone.
 */
export const localTime = (timestamp: string, days: Days): string => {
  const moment = Date.parse(timestamp)
  const day = days.at(moment)
  const time = Math.min(moment - days.momentOf(day), millisPerDay - 1)
  return DateTime.formatIso(DateTime.makeUnsafe(day * millisPerDay + time))
}
