import type { ObjectiveStatus } from "./Statuses.ts"

/**
 * How objectives stand on a day. A day is the number of days from 1970-01-01, in UTC, so that everybody sees the same
 * objectives as overdue, stale or behind.
 */

const millisPerDay = 86_400_000

/** An objective with measures is stale this many days after its last check-in. */
export const staleDays = 14

/** The day of a time, in milliseconds since 1970-01-01. */
export const dayAt = (millis: number): number => Math.floor(millis / millisPerDay)

/** The day of a text that begins with `YYYY-MM-DD`: a date, or an ISO 8601 timestamp in UTC. */
export const dayOf = (text: string): number => Date.parse(text.slice(0, 10)) / millisPerDay

/** Whether work goes on: the objective is neither achieved nor missed. */
export const isOpen = (status: ObjectiveStatus): boolean => status !== "achieved" && status !== "missed"

interface Dated {
  readonly status: ObjectiveStatus
  /** `YYYY-MM-DD` */
  readonly dueDate: string | null
}

export const isOverdue = ({ status, dueDate }: Dated, today: number): boolean =>
  dueDate !== null && isOpen(status) && dayOf(dueDate) < today

/**
 * How much of the time from the creation to the due date has passed, in whole per cent from 0 to 100. Null without a
 * due date.
 */
export const timeGonePercent = (
  { dueDate, createdAt }: { readonly dueDate: string | null; readonly createdAt: string },
  today: number
): number | null => {
  if (dueDate === null) return null
  const [from, to] = [dayOf(createdAt), dayOf(dueDate)]
  return to <= from ? 100 : Math.round(Math.min(1, Math.max(0, (today - from) / (to - from))) * 100)
}

/** The progress in whole per cent that steady work would have reached. Null for drafts and finished objectives. */
export const expectedPercent = (objective: Dated & { readonly createdAt: string }, today: number): number | null =>
  objective.status === "draft" || !isOpen(objective.status) ? null : timeGonePercent(objective, today)

interface CheckedIn {
  readonly status: ObjectiveStatus
  /** The number of its measures. */
  readonly measures: number
  readonly lastCheckInAt: string | null
  readonly createdAt: string
}

/** Without a check-in the days count from the objective's creation, so that a new objective is not stale at once. */
export const isStale = ({ status, measures, lastCheckInAt, createdAt }: CheckedIn, today: number): boolean =>
  measures > 0 && isOpen(status) && today - dayOf(lastCheckInAt ?? createdAt) >= staleDays

interface Paced {
  readonly percent: number | null
  readonly expectedPercent: number | null
}

/** An objective without measures or without a pace is never behind. */
export const isBehind = ({ percent, expectedPercent }: Paced): boolean =>
  percent !== null && expectedPercent !== null && percent < expectedPercent
