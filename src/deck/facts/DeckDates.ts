import { dateOfDay, dayOf as daysFromEpoch } from "../../shared/Days.ts"
import type { DeckContext } from "../Input.ts"
import { numberText } from "./DeckNumbers.ts"

const monthNames = new Intl.DateTimeFormat("en", { month: "long", timeZone: "UTC" })

/** The parts of the day of a date or a local time: its first ten characters. */
const dayOf = (date: string) => ({
  year: String(Number(date.slice(0, 4))),
  month: monthNames.format(Date.parse(date.slice(0, 10))),
  day: String(Number(date.slice(8, 10)))
})

/** `14 November 2026`, of `YYYY-MM-DD` or a local time. */
export const dateText = (date: string): string => {
  const { day, month, year } = dayOf(date)
  return `${day} ${month} ${year}`
}

/** `14 Nov 2026`, of `YYYY-MM-DD` or a local time. */
export const shortDate = (date: string): string => {
  const { day, month, year } = dayOf(date)
  return `${day} ${month.slice(0, 3)} ${year}`
}

/** `14 October` in one piece, with the year where it is another one than that of `date`. */
export const dayText = (day: string, date: string): string =>
  day.slice(0, 4) === date.slice(0, 4) ? `${dayOf(day).day}\u00A0${dayOf(day).month}` : dateText(day)

/** Whole days from one day to a later one, negative to an earlier one; either may be a local time. */
export const daysBetween = (from: string, to: string): number =>
  daysFromEpoch(to.slice(0, 10)) - daysFromEpoch(from.slice(0, 10))

/** `YYYY-MM-DD`, some days before (or, negative, after) another. */
export const daysBefore = (date: string, days: number): string => dateOfDay(daysFromEpoch(date) - days)

/** The day that a deck compares with: `1 September`. */
export const sinceText = ({ since, date }: { readonly since: string; readonly date: string }): string =>
  dayText(since, date)

/** The moment that a deck shows: `event 4,711, 14 November 2026`. */
export const momentText = ({ sequenceNumber, date }: Pick<DeckContext, "sequenceNumber" | "date">): string =>
  `event ${numberText(sequenceNumber)}, ${dateText(date)}`
