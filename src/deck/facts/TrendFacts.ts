import type { CheckIn, Objective, Progress } from "../../domain/state/State.ts"
import type { Attention } from "./Attention.ts"
import { daysBetween } from "./DeckDates.ts"

/** A value on a day, `YYYY-MM-DD`. */
interface Point {
  readonly date: string
  readonly value: number
}

export interface Trend {
  readonly objective: Objective
  readonly measure: Progress
  /** The last value of each day, oldest first; begins with the start at the objective's creation. */
  readonly points: ReadonlyArray<Point>
  readonly target: number
  /** The line from the start at the creation to the target at the due date; null without a later due date. */
  readonly pace: readonly [from: Point, to: Point] | null
}

const dayOf = (timestamp: string): string => timestamp.slice(0, 10)

/** The last value of each day. `checkIns` are newest first. */
const daily = (checkIns: ReadonlyArray<CheckIn>): ReadonlyArray<Point> => {
  const points = new Map<string, number>()
  for (const { timestamp, value } of checkIns.toReversed()) points.set(dayOf(timestamp), value)
  return [...points].map(([date, value]) => ({ date, value })).sort((one, other) => (one.date < other.date ? -1 : 1))
}

const trendOf = (objective: Objective, measure: Progress): Trend => {
  const { start, target, checkIns } = measure
  const created = dayOf(objective.createdAt)
  const points = daily(checkIns)
  const first = points[0]
  const due = objective.dueDate
  return {
    objective,
    measure,
    points: first === undefined || created < first.date ? [{ date: created, value: start }, ...points] : points,
    target,
    pace:
      due !== null && created < due
        ? [
            { date: created, value: start },
            { date: due, value: target }
          ]
        : null
  }
}

/** A line needs two points. */
const isShown = ({ points }: Trend): boolean => points.length > 1

/** The trend of each measure that has one, in the objective's order. */
export const trendsOf = (objective: Objective): ReadonlyArray<Trend> =>
  objective.progress.map((measure) => trendOf(objective, measure)).filter(isShown)

/** Points by which a measure is behind the line from its start to its target on a day; null without a due date. */
export const gapOf = ({ measure: { start, target, value }, pace }: Trend, date: string): number | null => {
  if (pace === null) return null
  const [from, to] = pace
  const gone = Math.min(1, daysBetween(from.date, date) / daysBetween(from.date, to.date))
  return 100 * (gone - (value - start) / (target - start))
}

/** The objective's first measure, or the one that is furthest behind, if any is. */
const headlineOf = (objective: Objective, date: string): Trend | undefined => {
  const trends = trendsOf(objective)
  const behind = (trend: Trend) => Math.max(0, gapOf(trend, date) ?? 0)
  return trends.toSorted((one, other) => behind(other) - behind(one))[0]
}

export interface Headlines {
  /** One for an objective: of those that need attention, the worst first, then of the others with the most check-ins. */
  readonly trends: ReadonlyArray<Trend>
  /** How many objectives have a trend. */
  readonly of: number
}

/** The trends that are worth a chart: at most `max` of what needs attention, and of the others. */
export const headlines = (
  objectives: ReadonlyArray<Objective>,
  attentions: ReadonlyArray<Attention>,
  { date, max }: { readonly date: string; readonly max: number }
): Headlines => {
  const attended = new Set(attentions.map(({ objective }) => objective.id))
  const worst = attentions.flatMap(({ objective }) => headlineOf(objective, date) ?? [])
  const others = objectives
    .filter(({ id }) => !attended.has(id))
    .flatMap((objective) => headlineOf(objective, date) ?? [])
    .sort((one, other) => other.measure.checkIns.length - one.measure.checkIns.length)
  return { trends: [...worst.slice(0, max), ...others.slice(0, max)], of: worst.length + others.length }
}
