import type { CheckIn, Objective, Progress } from "../../domain/state/State.ts"
import { isOpen } from "../../shared/Pace.ts"
import { percentOfMeasure } from "../../shared/Percent.ts"
import { atThisRate } from "./ForecastFacts.ts"
import type { ProgressRow } from "./Progress.ts"

/** A value on a day, `YYYY-MM-DD`. */
interface Point {
  readonly date: string
  readonly value: number
}

type Stretch = readonly [from: Point, to: Point]

export interface Trend {
  readonly objective: Objective
  readonly measure: Progress
  /** The last value of each day with a check-in, oldest first; at least one. */
  readonly points: ReadonlyArray<Point>
  /** What is expected, from the day on which the objective's pace begins to its due date; null without a later due date. */
  readonly pace: Stretch | null
  /** From the last value to where the latest check-ins lead by the due date, or to the target, on the day that reaches it. */
  readonly rate: Stretch | null
}

/** The last value of each day. `checkIns` are newest first. */
const daily = (checkIns: ReadonlyArray<CheckIn>): ReadonlyArray<Point> => {
  const points = new Map<string, number>()
  for (const { date, value } of checkIns.toReversed()) points.set(date, value)
  return [...points].map(([date, value]) => ({ date, value })).sort((one, other) => (one.date < other.date ? -1 : 1))
}

/** The value at a share of the way, in per cent, without the noise of binary fractions. */
const valueAt = ({ start, target }: Progress, percent: number): number =>
  Number((start + ((target - start) * percent) / 100).toPrecision(12))

const paceOf = ({ startDate, createdAt, dueDate, baselinePercent }: Objective, measure: Progress): Stretch | null => {
  const from = startDate ?? createdAt.slice(0, 10)
  if (dueDate === null || from >= dueDate) return null
  return [
    { date: from, value: valueAt(measure, baselinePercent) },
    { date: dueDate, value: measure.target }
  ]
}

const rateOf = (objective: Objective, measure: Progress, last: Point, date: string): Stretch | null => {
  const { dueDate } = objective
  const rate = atThisRate(objective, measure, date)
  if (rate === null || dueDate === null) return null
  const { reachedOn, value } = rate
  const end = reachedOn === null ? { date: dueDate, value } : { date: reachedOn, value: measure.target }
  return last.date < end.date ? [last, end] : null
}

const trendOf = (objective: Objective, measure: Progress, date: string): ReadonlyArray<Trend> => {
  const points = daily(measure.checkIns)
  const last = points.at(-1)
  const pace = paceOf(objective, measure)
  // A line needs two points; a single value tells something beside what is expected.
  if (last === undefined || (points.length === 1 && pace === null)) return []
  return [{ objective, measure, points, pace, rate: rateOf(objective, measure, last, date) }]
}

/** The trend of each measure that has one, in the objective's order. `date` is the deck's. */
export const trendsOf = (objective: Objective, date: string): ReadonlyArray<Trend> =>
  objective.progress.flatMap((measure) => trendOf(objective, measure, date))

/** The measures of an objective that have a trend, the furthest from its target first. */
export const furthestFirst = (trends: ReadonlyArray<Trend>): ReadonlyArray<Trend> =>
  trends.toSorted((one, other) => percentOfMeasure(one.measure) - percentOfMeasure(other.measure))

/** Less than any gap. */
const noGap = -1000

/**
 * Of each open objective that is no draft the trend that is furthest from its target: those first that are furthest behind
 * what is expected today, whether somebody checks in on them or not, then those with the least progress.
 */
export const headlines = (rows: ReadonlyArray<ProgressRow>, date: string): ReadonlyArray<Trend> =>
  rows
    .filter(({ objective: { status } }) => isOpen(status) && status !== "draft")
    .toSorted(
      ({ pace: one }, { pace: other }) =>
        (other.gap ?? noGap) - (one.gap ?? noGap) || (one.percent ?? 0) - (other.percent ?? 0)
    )
    .flatMap(({ objective }) => furthestFirst(trendsOf(objective, date)).slice(0, 1))
