import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December"
] as const

interface Day {
  readonly year: string
  readonly month: string
  readonly day: string
}

/** The day of a date or an ISO 8601 instant in UTC: its first ten characters. */
const dayOf = (date: string): Day => ({
  year: String(Number(date.slice(0, 4))),
  month: months[Number(date.slice(5, 7)) - 1] ?? "",
  day: String(Number(date.slice(8, 10)))
})

/** `14 November 2026`, of `YYYY-MM-DD` or an ISO 8601 instant in UTC. */
export const dateText = (date: string): string => {
  const { day, month, year } = dayOf(date)
  return `${day} ${month} ${year}`
}

/** `14 Nov 2026`, of `YYYY-MM-DD` or an ISO 8601 instant in UTC. */
export const shortDate = (date: string): string => {
  const { day, month, year } = dayOf(date)
  return `${day} ${month.slice(0, 3)} ${year}`
}

/** `14 October`, with the year where it is another one than that of `date`. */
export const dayText = (day: string, date: string): string =>
  day.slice(0, 4) === date.slice(0, 4) ? `${dayOf(day).day} ${dayOf(day).month}` : dateText(day)

const millisPerDay = 86_400_000

/** Whole days from one day to a later one, negative to an earlier one; either may be an instant in UTC. */
export const daysBetween = (from: string, to: string): number =>
  (Date.parse(to.slice(0, 10)) - Date.parse(from.slice(0, 10))) / millisPerDay

/** `YYYY-MM-DD`, some days before (or, negative, after) another. */
export const daysBefore = (date: string, days: number): string =>
  DateTime.make(date).pipe(
    Option.map((at) => DateTime.formatIsoDateUtc(DateTime.subtract(at, { days }))),
    Option.getOrElse(() => date)
  )

/** The day that a deck compares with: `1 September`. */
export const sinceText = ({ since, date }: { readonly since: string; readonly date: string }): string =>
  dayText(since, date)
