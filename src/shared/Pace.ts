import { type Days, dayOf } from "./Days.ts"
import { isWorseThanStart, type Measured, roundedDown } from "./Percent.ts"
import type { ObjectiveStatus } from "./Statuses.ts"

/**
 * How objectives stand on a day of the service's time zone, so that everybody sees the same objectives as overdue, stale or
 * behind.
 */

/** An objective with measures is stale this many days after its last check-in, or later where check-ins are rarer. */
export const staleDays = 14

/** How many of the latest days with check-ins tell how often there are any. */
export const rhythmDays = 6
const minRhythmDays = 3

/** How much longer than usual a team may say nothing. */
const staleDistances = 1.5

/**
 * How many days are usually between check-ins: the median distance of the latest days with any, `YYYY-MM-DD`, newest first.
 * Null for fewer than three days.
 */
export const usualDistance = (checkInDays: ReadonlyArray<string>): number | null => {
  const days = checkInDays.slice(0, rhythmDays).map(dayOf)
  if (days.length < minRhythmDays) return null
  const distances = days.slice(1).map((day, index) => (days[index] ?? day) - day)
  const sorted = distances.sort((one, other) => one - other)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
}

/** The days without a check-in from which an objective is stale. `checkInDays` as for `usualDistance`. */
export const staleAfter = (checkInDays: ReadonlyArray<string>): number =>
  Math.max(staleDays, Math.ceil(staleDistances * (usualDistance(checkInDays) ?? 0)))

/** Whether work goes on: the objective is neither achieved nor missed. */
export const isOpen = (status: ObjectiveStatus): boolean => status !== "achieved" && status !== "missed"

interface Dated {
  readonly status: ObjectiveStatus
  /** `YYYY-MM-DD` */
  readonly dueDate: string | null
}

const isPast = ({ dueDate }: Dated, today: number): boolean => dueDate !== null && dayOf(dueDate) < today

export const isOverdue = (objective: Dated, today: number): boolean =>
  isOpen(objective.status) && isPast(objective, today)

interface Planned {
  /** `YYYY-MM-DD` */
  readonly startDate: string | null
  readonly dueDate: string | null
  readonly createdAt: string
  /** Its progress at the end of the day from which its pace counts. */
  readonly baselinePercent: number
}

/**
 * The per cent that steady work has reached: nothing before the start date, then from the baseline on that day, without one on
 * the day of the creation, to 100 on the due date. Null without a due date.
 */
export const steadyPercent = (objective: Planned, today: number, days: Days): number | null => {
  const { startDate, dueDate, createdAt, baselinePercent } = objective
  if (dueDate === null) return null
  const [from, to] = [startDate === null ? days.of(createdAt) : dayOf(startDate), dayOf(dueDate)]
  if (startDate !== null && today < from) return 0
  const timeGone = to <= from ? 1 : Math.min(1, Math.max(0, (today - from) / (to - from)))
  return roundedDown(baselinePercent + (100 - baselinePercent) * timeGone)
}

/** `steadyPercent`, but null for drafts and finished objectives. */
export const expectedPercent = (objective: Dated & Planned, today: number, days: Days): number | null =>
  objective.status === "draft" || !isOpen(objective.status) ? null : steadyPercent(objective, today, days)

interface CheckedIn {
  readonly status: ObjectiveStatus
  /** The number of its measures. */
  readonly measures: number
  /** The day of its latest check-in, `YYYY-MM-DD`. */
  readonly lastCheckInOn: string | null
  /** The days without a check-in from which it is stale. */
  readonly staleAfter: number
  /** `YYYY-MM-DD` */
  readonly startDate: string | null
  readonly createdAt: string
}

/**
 * The days since the last check-in. Without one they count from the objective's creation, and never from before its start, so
 * that a new objective is not stale at once.
 */
export const silentDays = (
  { lastCheckInOn, startDate, createdAt }: Pick<CheckedIn, "lastCheckInOn" | "startDate" | "createdAt">,
  today: number,
  days: Days
): number => {
  const last = lastCheckInOn === null ? days.of(createdAt) : dayOf(lastCheckInOn)
  return today - (startDate === null ? last : Math.max(last, dayOf(startDate)))
}

export const isStale = (objective: CheckedIn, today: number, days: Days): boolean =>
  objective.measures > 0 && isOpen(objective.status) && silentDays(objective, today, days) >= objective.staleAfter

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
 * without measures, for a draft that nobody has begun, for what was missed, and without a due date.
 */
export const suggestedStatus = (standing: Standing, isOverdue: boolean): ObjectiveStatus | null => {
  const { status, percent, expectedPercent } = standing
  if (percent === null) return null
  if (percent === 100) return "achieved"
  if (status === "missed") return null
  if (isOverdue) return "off_track"
  if (status === "draft" && percent === 0) return null
  if (expectedPercent === null) return status === "draft" ? "on_track" : null
  const behind = expectedPercent - percent
  if (behind >= offTrackPoints) return "off_track"
  return behind >= atRiskPoints ? "at_risk" : "on_track"
}

/** What `suggestedStatus` suggests on a day, also to whoever begins or reopens the objective. */
export const suggestionOn = (
  objective: Dated & Planned & { readonly percent: number | null },
  today: number,
  days: Days
): ObjectiveStatus | null => {
  const { status, percent } = objective
  const expectedPercent = steadyPercent(objective, today, days)
  return suggestedStatus({ status, percent, expectedPercent }, isPast(objective, today))
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
  const suggested = suggestedStatus(objective, isOverdue(objective, today))
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

interface Urgent extends CheckedIn, Dated {
  readonly doubts: ReadonlyArray<Doubt>
}

/** Why an objective needs somebody, the most urgent first. */
const needs: ReadonlyArray<(objective: Urgent, today: number, days: Days) => boolean> = [
  ({ status }) => status === "off_track",
  isOverdue,
  ({ doubts }) => doubts.length > 0,
  ({ status }) => status === "at_risk",
  isStale
]

/** The lower the more urgent; infinite for an objective that needs nobody. */
export const urgencyRank = (objective: Urgent, today: number, days: Days): number => {
  const rank = needs.findIndex((holds) => holds(objective, today, days))
  return rank < 0 ? Number.POSITIVE_INFINITY : rank
}
