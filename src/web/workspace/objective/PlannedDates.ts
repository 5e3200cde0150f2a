import { periodOf } from "../../../shared/ChangeSetNames.ts"
import {
  nameOfPeriod,
  type Period,
  periodAround,
  periodOf as periodNamed,
  runsIn
} from "../../../shared/calendar/CalendarPeriods.ts"
import { field } from "../Field.ts"
import type { FieldChange } from "../outbox/Edits.ts"
import type { Outbox } from "../outbox/Outbox.ts"

export interface Dates {
  /** `YYYY-MM-DD`, or null for none. */
  readonly startDate: string | null
  readonly dueDate: string | null
}

/** An objective whose period can be edited. */
export interface Planned extends Dates {
  readonly id: string
  readonly teamId: string
  readonly title: string
  /** The log position of what is shown. */
  readonly sequenceNumber: number
}

export const dateFields = ({ teamId, id }: Pick<Planned, "teamId" | "id">) => ({
  starts: field("objective.startDate", teamId, id),
  due: field("objective.dueDate", teamId, id)
})

/** In an order in which the start is never after the due date. */
export const dateChanges = (planned: Planned, { startDate, dueDate }: Dates): ReadonlyArray<FieldChange> => {
  const { starts, due } = dateFields(planned)
  const { sequenceNumber } = planned
  const changes = [
    { field: starts, shown: { value: planned.startDate, sequenceNumber }, mine: startDate },
    { field: due, shown: { value: planned.dueDate, sequenceNumber }, mine: dueDate }
  ]
  const isLater = startDate !== null && planned.dueDate !== null && startDate > planned.dueDate
  return isLater ? changes.toReversed() : changes
}

interface Sender {
  readonly outbox: Pick<Outbox, "edits">
  readonly newId: () => string
}

/** Sets both dates as one change set. */
export const setDates = ({ outbox, newId }: Sender, planned: Planned, dates: Dates): void =>
  void outbox.edits.saveSet(dateChanges(planned, dates), { id: newId(), name: periodOf(planned.title) })

/** The quarters, halves and years around a date, which one chooses from, by their names; the second is the current quarter. */
export const periodsAround = (date: string): ReadonlyArray<readonly [name: string, period: Period]> =>
  [
    ...[-1, 0, 1, 2, 3].map((step) => periodAround(date, "quarter", step)),
    ...(["half", "year"] as const).flatMap((unit) => [0, 1].map((step) => periodAround(date, unit, step)))
  ].map((period) => [nameOfPeriod(period.from, period.to) ?? "", period])

/** Filters by period: what `periodOf` of `shared/CalendarPeriods` reads, or this for objectives without dates; empty for all. */
export const noPeriod = "none"
export const thisQuarter = "this-quarter"

/** The period of a filter as an address has it; empty where it is none. */
export const filteredPeriod = (text: string | null): string =>
  text !== null && (text === noPeriod || periodNamed(text, "2000-01-01") !== undefined) ? text : ""

/** Returns a predicate; `today` is a date. */
export const periodTest = (period: string, today: string): ((objective: Parameters<typeof runsIn>[0]) => boolean) => {
  if (period === noPeriod) return ({ startDate, dueDate }) => startDate === null && dueDate === null
  const span = periodNamed(period, today)
  return (objective) => span === undefined || runsIn(objective, span, today)
}

/** Objectives by the quarter of their due date, those without one last; they stay in order within it. */
export const byQuarter = <A>(items: ReadonlyArray<A>, dueOf: (item: A) => string | null): ReadonlyArray<A> => {
  const key = (item: A): string => {
    const dueDate = dueOf(item)
    return dueDate === null ? "~" : periodAround(dueDate, "quarter").from
  }
  return items.toSorted((one, other) => (key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : 0))
}
