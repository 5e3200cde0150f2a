import { type Days, mondayOf } from "../shared/Days.ts"

/** Monday 1970-01-05 begins week 0. */
const firstMonday = 4

const sevenOClock = 7 * 3_600_000

/** The moment at which a week begins, in milliseconds since 1970. */
export const beginOf = (week: number, days: Days): number => days.momentOf(firstMonday + 7 * week, sevenOClock)

/** The number of the week that a moment is in; weeks begin on Mondays at 07:00 of the time zone. */
export const weekAt = (moment: number, days: Days): number => {
  const week = (mondayOf(days.at(moment)) - firstMonday) / 7
  return beginOf(week, days) > moment ? week - 1 : week
}

/**
 * Decides whether the week's digest is due, for one webhook and one server, asked again and again. `sent` is the week of the latest
 * digest. A clock set back by up to a week changes nothing. Where `sent` is further ahead, the clock is wrong or was: then the next
 * Monday that passes here counts, until the clock fits again; so a digest is neither sent twice for that nor withheld for long.
 */
export const makeIsDue = (): ((sent: number, week: number) => boolean) => {
  let assumed: number | undefined
  return (sent, week) => {
    if (sent <= week + 1) {
      assumed = undefined
      return week > sent
    }
    assumed ??= week
    return week > assumed
  }
}
