import { periodAround } from "../../../shared/calendar/CalendarPeriods.ts"
import { dateOfDay, dayOf } from "../../../shared/Days.ts"
import { quarterOf } from "../../texts/values/PeriodTexts.ts"
import type { Dates } from "../../workspace/objective/PlannedDates.ts"

/** The quarters that a timeline shows, which are equally wide. */
export interface TimelineAxis {
  /** Their names. */
  readonly quarters: ReadonlyArray<string>
  /** How far from its beginning a day begins, from 0 to 1; days outside of it are at its ends. */
  readonly at: (day: number) => number
}

/** How many quarters before and after that of today are shown at most, and how many after it at least. */
const most = { before: 4, after: 7 }
const leastAfter = 1

/** From the first of the dates to the last one. `today` is a day of `shared/Days`. */
export const timelineAxis = (all: ReadonlyArray<Dates>, today: number): TimelineAxis => {
  const dates = all.flatMap(({ startDate, dueDate }) => [startDate, dueDate].filter((date) => date !== null))
  const [first = "", last = ""] = [dates.toSorted()[0], dates.toSorted().at(-1)]
  const steps = Array.from({ length: most.before + most.after + 1 }, (_, index) => index - most.before)
  const spans = steps
    .map((step) => ({ step, ...periodAround(dateOfDay(today), "quarter", step) }))
    .filter(({ step, from, to }) => (step < 0 ? to >= first && first !== "" : from <= last || step <= leastAfter))
    .map(({ from, to }) => ({ name: quarterOf(from), from: dayOf(from), end: dayOf(to) + 1 }))
  return {
    quarters: spans.map(({ name }) => name),
    at: (day) => {
      const shares = spans.map(({ from, end }) => Math.min(1, Math.max(0, (day - from) / (end - from))))
      return shares.reduce((sum, share) => sum + share, 0) / spans.length
    }
  }
}

/** Where a bar begins and how long it is, as shares of the axis; undefined without dates. */
export const barOf = ({ startDate, dueDate }: Dates, { at }: TimelineAxis) => {
  const from = startDate ?? dueDate
  if (from === null) return undefined
  const begin = at(dayOf(from))
  return { begin, length: (dueDate === null ? 1 : at(dayOf(dueDate) + 1)) - begin }
}
