import { lastCheckIn } from "../../domain/state/LastCheckIn.ts"
import type { Objective } from "../../domain/state/State.ts"
import { checkInDays } from "../../domain/views/ForecastRule.ts"
import { dayOf, utcDays } from "../../shared/Days.ts"
import { expectedPercent, isStale, silentDays, staleAfter, staleDays, usualDistance } from "../../shared/Pace.ts"
import { percentOf } from "../../shared/Percent.ts"

/** The progress of an objective, beside the progress expected of it by now. Whole per cent. */
export interface Pace {
  /** Null without measures. */
  readonly percent: number | null
  /** What steady work since its creation would have reached, from where it stood that day to its due date; null for drafts, finished ones and without a due date. */
  readonly expected: number | null
  /** `expected − percent`: positive when it is behind; null if one of both is. */
  readonly gap: number | null
}

/** `date` is `YYYY-MM-DD`. The reduction has put the baseline of its pace into the objective. Of drafts nothing is expected yet. */
export const paceOf = (objective: Objective, date: string): Pace => {
  const percent = percentOf(objective.progress)
  const expected = expectedPercent(objective, dayOf(date), utcDays)
  return { percent, expected, gap: percent === null || expected === null ? null : expected - percent }
}

/** How long nobody has checked in on a stale objective. */
export interface Silence {
  /** Whole weeks, at least two. */
  readonly weeks: number
  /** How many days are usually between its check-ins; null where that is no reason for it to be stale later than others. */
  readonly usualDays: number | null
}

/** Null unless the objective is stale. Drafts have not begun, so they need no check-ins. `date` is `YYYY-MM-DD`. */
export const silenceOf = (objective: Objective, date: string): Silence | null => {
  const { status, progress, startDate, createdAt } = objective
  const days = checkInDays(progress)
  const checkedIn = {
    ...{ status, startDate, createdAt, measures: progress.length },
    ...{ lastCheckInOn: lastCheckIn(progress)?.date ?? null, staleAfter: staleAfter(days) }
  }
  const today = dayOf(date)
  if (status === "draft" || !isStale(checkedIn, today, utcDays)) return null
  return {
    weeks: Math.floor(silentDays(checkedIn, today, utcDays) / 7),
    usualDays: checkedIn.staleAfter > staleDays ? usualDistance(days) : null
  }
}
