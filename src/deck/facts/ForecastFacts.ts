import type { Objective, Progress } from "../../domain/state/State.ts"
import { forecastOf } from "../../domain/views/ForecastRule.ts"
import { isOpen } from "../../shared/Pace.ts"
import { fractionReached } from "../../shared/Percent.ts"
import { shortDate } from "./DeckDates.ts"
import { decimalsIn } from "./DeckNumbers.ts"
import { inUnitOf, valueText } from "./MeasureWords.ts"

/** Where a measure's latest check-ins lead by the due date. */
export interface AtThisRate {
  readonly measure: Progress
  /** In the measure's unit, with the decimals that its own numbers have. */
  readonly value: number
  /** The value with its unit: `€1.9m`; of what reaches its target as `text`. */
  readonly amount: string
  /** The value beside the target: `€1.9m of €4.0m`, of which nothing is parted; or `on target by 24 Dec 2026`. */
  readonly text: string
  /** Whether it does not reach the target. */
  readonly isBelow: boolean
  /** The day that reaches the target, `YYYY-MM-DD`; null if it does not. */
  readonly reachedOn: string | null
}

/** More would be no more exact. */
const maxDecimals = 6

/** Rounded as the measure's numbers are, but never to a target that is not reached; never less than 0 of what never is. */
const roundedFor = (measure: Progress, exact: number, isBelow: boolean): number => {
  const { start, target, value, unit } = measure
  const known = [start, target, value]
  const scale = 10 ** Math.min(maxDecimals, decimalsIn(known, unit))
  const nearest = Math.round((known.every((number) => number >= 0) ? Math.max(0, exact) : exact) * scale) / scale
  if (!isBelow || fractionReached(measure, nearest) < 1) return nearest
  return Math.round(target * scale - Math.sign(target - start)) / scale
}

/**
 * Null for fewer than three days with check-ins, for what is closed or a draft, and where the due date is before `date`,
 * `YYYY-MM-DD`, or there is none.
 */
export const atThisRate = (
  { status, dueDate }: Pick<Objective, "status" | "dueDate">,
  measure: Progress,
  date: string
): AtThisRate | null => {
  if (dueDate === null || dueDate < date || status === "draft" || !isOpen(status)) return null
  const { atDueDate, reachesTargetOn } = forecastOf(measure, dueDate)
  if (atDueDate === null) return null
  const isBelow = fractionReached(measure, atDueDate.value) < 1
  const value = roundedFor(measure, atDueDate.value, isBelow)
  const forecast = { ...measure, value }
  if (isBelow) {
    return { measure, value, amount: inUnitOf(forecast)(value), text: valueText(forecast), isBelow, reachedOn: null }
  }
  const isAhead = reachesTargetOn !== null && reachesTargetOn > date
  const text = isAhead ? `on target by ${shortDate(reachesTargetOn)}` : "on target"
  return { measure, value, amount: text, text, isBelow, reachedOn: reachesTargetOn }
}

/** The forecast of the measure that will be furthest below its target, as far as it can be told; null without any. */
export const worstAtThisRate = (objective: Objective, date: string): AtThisRate | null =>
  objective.progress.reduce<AtThisRate | null>((worst, measure) => {
    const rate = atThisRate(objective, measure, date)
    if (rate === null || worst === null) return worst ?? rate
    return fractionReached(measure, rate.value) < fractionReached(worst.measure, worst.value) ? rate : worst
  }, null)
