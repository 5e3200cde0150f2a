import type { Objective } from "../../domain/state/State.ts"
import { dayOf, isOpen, timeGonePercent } from "../../shared/Pace.ts"
import { percentOf } from "./Percent.ts"

/** How an objective has come on, beside how steady progress would have. Whole per cent. */
export interface Pace {
  /** Null without measures. */
  readonly percent: number | null
  /** The share of the time from its creation to its due date that is gone; null if finished or without a due date. */
  readonly expected: number | null
  /** `expected − percent`: positive when it is behind; null if one of both is. */
  readonly gap: number | null
}

/** `date` is `YYYY-MM-DD`. Drafts have a pace too. */
export const paceOf = (objective: Objective, date: string): Pace => {
  const percent = percentOf(objective)
  const expected = isOpen(objective.status) ? timeGonePercent(objective, dayOf(date)) : null
  return { percent, expected, gap: percent === null || expected === null ? null : expected - percent }
}
