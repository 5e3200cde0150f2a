import { isWorseThanStart, type Measured, roundedDown } from "./Percent.ts"
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

const utcDate = new Intl.DateTimeFormat("en-CA", {
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  timeZone: "UTC"
})

/** The date of a day, `YYYY-MM-DD`; for days of the years 1000 to 9999. */
export const dateOfDay = (day: number): string => utcDate.format(day * millisPerDay)

/** The last Monday on or before a day; day 0 was a Thursday. */
export const mondayOf = (day: number): number => day - ((((day + 3) % 7) + 7) % 7)

/** Whether work goes on: the objective is neither achieved nor missed. */
export const isOpen = (status: ObjectiveStatus): boolean => status !== "achieved" && status !== "missed"

interface Dated {
  readonly status: ObjectiveStatus
  /** `YYYY-MM-DD` */
  readonly dueDate: string | null
}

export const isOverdue = ({ status, dueDate }: Dated, today: number): boolean =>
  dueDate !== null && isOpen(status) && dayOf(dueDate) < today

interface Planned {
  /** `YYYY-MM-DD` */
  readonly dueDate: string | null
  readonly createdAt: string
  /** Its progress at the end of the day on which it was created. */
  readonly baselinePercent: number
}

/**
 * The per cent that steady work has reached: from the baseline on the day of the creation to 100 on the due date. Null
 * without a due date.
 */
export const steadyPercent = ({ dueDate, createdAt, baselinePercent }: Planned, today: number): number | null => {
  if (dueDate === null) return null
  const [from, to] = [dayOf(createdAt), dayOf(dueDate)]
  const timeGone = to <= from ? 1 : Math.min(1, Math.max(0, (today - from) / (to - from)))
  return roundedDown(baselinePercent + (100 - baselinePercent) * timeGone)
}

/** `steadyPercent`, but null for drafts and finished objectives. */
export const expectedPercent = (objective: Dated & Planned, today: number): number | null =>
  objective.status === "draft" || !isOpen(objective.status) ? null : steadyPercent(objective, today)

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

/** The percentage points below its pace from which an objective is at risk, and off track. */
export const atRiskPoints = 20
const offTrackPoints = 40

interface Standing extends Paced {
  readonly status: ObjectiveStatus
}

/**
 * The status that progress, pace and due date suggest, which may be the objective's own. Null if they suggest nothing:
 * without measures, for a draft that nobody has begun, and without a due date.
 */
export const suggestedStatus = (standing: Standing, isOverdue: boolean): ObjectiveStatus | null => {
  const { status, percent, expectedPercent } = standing
  if (percent === null) return null
  if (percent === 100) return "achieved"
  if (isOverdue) return "off_track"
  if (status === "draft" && percent === 0) return null
  if (expectedPercent === null) return status === "draft" ? "on_track" : null
  const behind = expectedPercent - percent
  if (behind >= offTrackPoints) return "off_track"
  return behind >= atRiskPoints ? "at_risk" : "on_track"
}

/** What can be doubtful about an objective: its status does not go with its progress, its pace or its due date. */
export const doubts = [
  "achieved_below_target",
  "draft_with_progress",
  "on_track_behind",
  "on_track_overdue",
  "worse_than_start"
] as const
export type Doubt = (typeof doubts)[number]

interface Doubtful extends Dated, Paced {
  readonly progress: ReadonlyArray<Measured>
}

/** In the order of `doubts`. */
export const doubtsOf = (objective: Doubtful, today: number): ReadonlyArray<Doubt> => {
  const { status, percent, progress } = objective
  const suggested = suggestedStatus(objective, false)
  const isDoubtful: Readonly<Record<Doubt, boolean>> = {
    achieved_below_target: status === "achieved" && percent !== null && percent < 100,
    draft_with_progress: status === "draft" && percent !== null && percent > 0,
    on_track_behind: status === "on_track" && (suggested === "at_risk" || suggested === "off_track"),
    on_track_overdue: status === "on_track" && isOverdue(objective, today),
    worse_than_start: isOpen(status) && progress.some(isWorseThanStart)
  }
  return doubts.filter((doubt) => isDoubtful[doubt])
}

/** An objective without measures or without a pace is never behind. */
export const isBehind = ({ percent, expectedPercent }: Paced): boolean =>
  percent !== null && expectedPercent !== null && percent < expectedPercent
