import type { CheckIn, Objective, Progress } from "../../domain/state/State.ts"
import type { Attention } from "./Attention.ts"
import { percentOfMeasure } from "./Percent.ts"

/** A value on a day, `YYYY-MM-DD`. */
export interface Point {
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

export const trendOf = (objective: Objective, measure: Progress): Trend => {
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

/** The measure that is furthest from its target. */
const worstTrend = (objective: Objective): Trend | undefined =>
  trendsOf(objective).toSorted((one, other) => percentOfMeasure(one.measure) - percentOfMeasure(other.measure))[0]

const mostUsedTrend = (objective: Objective): Trend | undefined =>
  trendsOf(objective).toSorted((one, other) => other.measure.checkIns.length - one.measure.checkIns.length)[0]

export interface Headlines {
  /** Trends of objectives that need attention, the worst first. */
  readonly attention: ReadonlyArray<Trend>
  /** Trends of the other objectives, the measures with the most check-ins first. */
  readonly others: ReadonlyArray<Trend>
}

/** The trends that are worth a chart, one for an objective: at most `max` of what needs attention, and of the others. */
export const headlines = (
  objectives: ReadonlyArray<Objective>,
  attentions: ReadonlyArray<Attention>,
  max: number
): Headlines => {
  const attended = new Set(attentions.map(({ objective }) => objective.id))
  return {
    attention: attentions.flatMap(({ objective }) => worstTrend(objective) ?? []).slice(0, max),
    others: objectives
      .filter(({ id }) => !attended.has(id))
      .flatMap((objective) => mostUsedTrend(objective) ?? [])
      .sort((one, other) => other.measure.checkIns.length - one.measure.checkIns.length)
      .slice(0, max)
  }
}
