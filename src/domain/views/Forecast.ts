import { Option, Schema } from "effect"
import * as Limits from "../../shared/Limits.ts"
import { dateOfDay, dayOf } from "../../shared/Pace.ts"
import { described, listOf } from "../entities/Documented.ts"
import { EntityId, ViewPosition } from "../entities/Ids.ts"
import { Day } from "../entities/Time.ts"
import type { CheckIn, Objective, Progress, Team } from "../state/State.ts"
import * as PercentRule from "./Percent.ts"

const ForecastPoint = Schema.Struct({
  value: described("The expected value", Schema.Finite),
  percent: described("Progress from start to target in whole per cent, 0 to 100", Schema.Int)
}).annotate({ identifier: "ForecastPoint" })

/** Where a measure is heading if it goes on as in its latest check-ins. */
export const MeasureForecast = Schema.Struct({
  id: EntityId,
  basedOn: described(
    "The number of check-ins used: the last one of each of the latest days with any, at most six",
    Schema.Int
  ),
  perDay: described(
    "The change of the value in a day: the least-squares slope by UTC day; null with check-ins on fewer than three days",
    Schema.NullOr(Schema.Finite)
  ),
  atDueDate: described(
    "The forecast for the due date; null without one, or if it is before the latest check-in",
    Schema.NullOr(ForecastPoint)
  ),
  reachesTargetOn: described(
    "The UTC day on which the measure reaches its target, that of the latest check-in if it has; null if it never does",
    Schema.NullOr(Day)
  )
}).annotate({ identifier: "MeasureForecast" })
export type MeasureForecast = typeof MeasureForecast.Type

export const ForecastBody = Schema.Struct({
  sequenceNumber: ViewPosition,
  measures: described("The measures, in the objective's order", listOf(MeasureForecast, Limits.perObjective.progress))
}).annotate({ identifier: "Forecast" })
export type ForecastBody = typeof ForecastBody.Type

const maxDays = 6
const minDays = 3

/** No forecast goes beyond the last day that has four digits for its year. */
const lastDay = dayOf("9999-12-31")

/** A target that is reached so much of a day later is reached on that day: the slope is rounded. */
const dayTolerance = 1e-9

interface Point {
  readonly day: number
  readonly value: number
}

/** The check-ins that a forecast is based on: the last one of each day, the latest days first. `checkIns` are newest first. */
export const forecastCheckIns = ({ checkIns }: Pick<Progress, "checkIns">): ReadonlyArray<CheckIn> => {
  const byDay = new Map<number, CheckIn>()
  for (const checkIn of checkIns) {
    const day = dayOf(checkIn.timestamp)
    if (!byDay.has(day)) byDay.set(day, checkIn)
    if (byDay.size === maxDays) break
  }
  return [...byDay.values()]
}

const latestPoints = (measure: Progress): ReadonlyArray<Point> =>
  forecastCheckIns(measure).map(({ timestamp, value }) => ({ day: dayOf(timestamp), value }))

const mean = (numbers: ReadonlyArray<number>): number => numbers.reduce((sum, each) => sum + each, 0) / numbers.length

/** The least-squares slope; there must be two different days. */
const slopeOf = (points: ReadonlyArray<Point>): number => {
  const [meanDay, meanValue] = [mean(points.map(({ day }) => day)), mean(points.map(({ value }) => value))]
  let [products, squares] = [0, 0]
  for (const { day, value } of points) {
    products += (day - meanDay) * (value - meanValue)
    squares += (day - meanDay) ** 2
  }
  return products / squares
}

const targetDay = ({ start, target }: Progress, latest: Point, perDay: number): number | null => {
  const direction = Math.sign(target - start)
  const remaining = (target - latest.value) * direction
  if (remaining <= 0) return latest.day
  if (perDay * direction <= 0) return null
  const day = latest.day + Math.ceil(remaining / (perDay * direction) - dayTolerance)
  return day <= lastDay ? day : null
}

/** The forecast of a measure from its latest value on. `dueDate` is `YYYY-MM-DD` or null. */
export const forecastOf = (measure: Progress, dueDate: string | null): MeasureForecast => {
  const points = latestPoints(measure)
  const [latest] = points
  const none = { id: measure.id, basedOn: points.length, perDay: null, atDueDate: null, reachesTargetOn: null }
  if (latest === undefined || points.length < minDays) return none
  const perDay = slopeOf(points)
  const daysLeft = dueDate === null ? -1 : dayOf(dueDate) - latest.day
  const value = latest.value + perDay * daysLeft
  const reached = targetDay(measure, latest, perDay)
  return {
    ...none,
    perDay,
    atDueDate: daysLeft < 0 ? null : { value, percent: PercentRule.ofMeasure({ ...measure, value }) },
    reachesTargetOn: reached === null ? null : dateOfDay(reached)
  }
}

const objectiveForecast = ({ progress, dueDate }: Objective): ForecastBody["measures"] =>
  progress.map((measure) => forecastOf(measure, dueDate))

export const forecastView = (team: Team, id: EntityId): Option.Option<ForecastBody> =>
  Option.map(Option.fromNullishOr(team.objectives.find((objective) => objective.id === id)), (objective) => ({
    sequenceNumber: team.touchedAt,
    measures: objectiveForecast(objective)
  }))
