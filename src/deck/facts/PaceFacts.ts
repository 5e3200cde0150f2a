import type { Objective } from "../../domain/state/State.ts"
import { dayOf, utcDays } from "../../shared/Days.ts"
import { isOpen, steadyPercent } from "../../shared/Pace.ts"
import { percentOf } from "../../shared/Percent.ts"

/** The progress of an objective, beside the progress expected of it by now. Whole per cent. */
export interface Pace {
  /** Null without measures. */
  readonly percent: number | null
  /** What steady work since its creation would have reached, from where it stood that day to its due date; null if finished or without a due date. */
  readonly expected: number | null
  /** `expected − percent`: positive when it is behind; null if one of both is. */
  readonly gap: number | null
}

/** `date` is `YYYY-MM-DD`. The reduction has put the baseline of its pace into the objective. Drafts have a pace too. */
export const paceOf = (objective: Objective, date: string): Pace => {
  const percent = percentOf(objective.progress)
  const expected = isOpen(objective.status) ? steadyPercent(objective, dayOf(date), utcDays) : null
  return { percent, expected, gap: percent === null || expected === null ? null : expected - percent }
}
