import { nameOfPeriod, periodAround } from "../../../shared/calendar/CalendarPeriods.ts"
import { formatDay, formatDays } from "./PageFormats.ts"

export const noun = "period"
export const none = "No period"
export const of = (title: string, period: string) => `Period of ${title}: ${period || "no period"}`
export const otherDays = "Other days…"
export const change = "Change period"
export const title = (title: string) => `Period of “${title}”`
export const start = "Start date"
export const due = "Due date"
export const dueBeforeStart = "The due date must not be before the start date."
export const thisOne = (period: string) => `${period}, this quarter`

export const label = "Period"
export const any = "Any period"
export const thisQuarter = "This quarter"
export const byQuarter = "By quarter"
const noDueDate = "No due date"

/** "Q1 2027" */
export const quarterOf = (date: string): string => {
  const { from, to } = periodAround(date, "quarter")
  return nameOfPeriod(from, to) ?? ""
}

/** What an objective stands under by its due date. */
export const quarterHead = (dueDate: string | null): string => (dueDate === null ? noDueDate : quarterOf(dueDate))

interface Dates {
  /** `YYYY-MM-DD` */
  readonly startDate: string | null
  readonly dueDate: string | null
}

const named = ({ startDate, dueDate }: Dates): string | undefined =>
  startDate !== null && dueDate !== null ? nameOfPeriod(startDate, dueDate) : undefined

/** "Q1 2027", or both days; empty without any. */
export const periodText = (dates: Dates): string => {
  const { startDate, dueDate } = dates
  if (startDate !== null && dueDate !== null) return named(dates) ?? formatDays(startDate, dueDate)
  if (startDate !== null) return `from ${formatDay(startDate)}`
  return dueDate === null ? "" : `until ${formatDay(dueDate)}`
}

/** The same where there is little room: of other days only the due date. */
export const shortPeriodText = (dates: Dates): string =>
  named(dates) ?? (dates.dueDate === null ? periodText(dates) : formatDay(dates.dueDate))
