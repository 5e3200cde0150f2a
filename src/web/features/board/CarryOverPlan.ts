import { type Period, periodAround } from "../../../shared/calendar/CalendarPeriods.ts"
import { dateOfDay, dayOf } from "../../../shared/Days.ts"
import { isOpen } from "../../../shared/Pace.ts"
import type { Dates } from "../../workspace/objective/PlannedDates.ts"
import type { Objective } from "../../workspace/Team.ts"

/** What is left of a quarter is offered so many days before its end. */
const daysBefore = 14

/** The quarter that ended last, or ends soon. `today` is a day of `shared/Days`. */
const endingQuarter = (today: number): Period => {
  const date = dateOfDay(today)
  const current = periodAround(date, "quarter")
  return dayOf(current.to) - today < daysBefore ? current : periodAround(date, "quarter", -1)
}

/** The quarter that open objectives are carried over to. */
export const nextQuarter = (today: number): Period => periodAround(endingQuarter(today).from, "quarter", 1)

/** What is still open and was due by the end of that quarter. */
export const leftOver = (objectives: ReadonlyArray<Objective>, today: number): ReadonlyArray<Objective> => {
  const { to } = endingQuarter(today)
  return objectives.filter(({ status, dueDate }) => isOpen(status) && dueDate !== null && dueDate <= to)
}

/** The dates in another quarter. What began before the quarter in which it was due keeps its start. */
export const carriedOver = ({ startDate, dueDate }: Dates, { from, to }: Period): Dates => {
  const isWithin = startDate !== null && dueDate !== null && startDate >= periodAround(dueDate, "quarter").from
  return { startDate: isWithin ? from : startDate, dueDate: to }
}
