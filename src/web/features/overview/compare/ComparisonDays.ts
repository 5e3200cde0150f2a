import { dateOfDay, mondayOf, spanOfMonths } from "../../../../shared/Days.ts"
import type { overview } from "../OverviewTexts.ts"

interface NamedDay {
  readonly name: keyof typeof overview.compare.presets
  /** `YYYY-MM-DD`: its end is compared with. */
  readonly date: string
}

/** The latest Monday before a day, which is the one a week ago on a Monday. Days are those of `shared/Days`. */
export const lastMonday = (today: number): number => mondayOf(today - 1)

/** The date whose end the last Monday began with, so that what was done on that Monday is a change. */
export const beforeLastMonday = (today: number): string => dateOfDay(lastMonday(today) - 1)

/**
 * The days before `today`, a day of `shared/Pace`, that are offered to compare with. `lastDeck` gives the last day before a
 * date on which slides were saved; empty if there is none.
 */
export const comparisonDays = (today: number, lastDeck: (date: string) => string): ReadonlyArray<NamedDay> => {
  const date = dateOfDay(today)
  const deck = lastDeck(date)
  const [year = 0, month = 1] = date.split("-").map(Number)
  // What a quarter began with is the end of the one before.
  const quarter = spanOfMonths(12 * year + 3 * Math.floor((month - 1) / 3) - 3, 3)
  return [
    { name: "monday", date: beforeLastMonday(today) },
    { name: "quarter", date: quarter.to },
    ...(deck === "" ? [] : [{ name: "deck" as const, date: deck }])
  ]
}
