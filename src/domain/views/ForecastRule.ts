import { dateOfDay, dayOf } from "../../shared/Days.ts"
import { rhythmDays } from "../../shared/Pace.ts"
import { percentOfMeasure } from "../../shared/Percent.ts"
import type { CheckIn, Progress } from "../state/State.ts"

// Without a schema, since the process that makes decks would load 200 modules of Effect with it.

const minDays = 3

/** No forecast goes beyond the last day that has four digits for its year. */
const lastDay = dayOf("9999-12-31")

/** A target that is reached so much of a day later is reached on that day: the slope is rounded. */
const dayTolerance = 1e-9

interface Point {
  readonly day: number
  readonly value: number
}

/** The check-ins that a forecast is based on: the last one of each day, the latest days first. */
export const forecastCheckIns = ({ checkIns }: Pick<Progress, "checkIns">): ReadonlyArray<CheckIn> => {
  const found: Array<CheckIn> = []
  for (const checkIn of checkIns) {
    if (found.at(-1)?.date === checkIn.date) continue
    if (found.length === rhythmDays) break
    found.push(checkIn)
  }
  return found
}

/** The latest days with check-ins of some measures, `YYYY-MM-DD`, newest first, at most `rhythmDays`. */
export const checkInDays = (measures: ReadonlyArray<Pick<Progress, "checkIns">>): ReadonlyArray<string> => {
  const days = new Set<string>()
  for (const measure of measures) for (const { date } of forecastCheckIns(measure)) days.add(date)
  return [...days].sort().reverse().slice(0, rhythmDays)
}

const latestPoints = (measure: Progress): ReadonlyArray<Point> =>
  forecastCheckIns(measure).map(({ date, value }) => ({ day: dayOf(date), value }))

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
export const forecastOf = (measure: Progress, dueDate: string | null) => {
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
    atDueDate: daysLeft < 0 ? null : { value, percent: percentOfMeasure({ ...measure, value }) },
    reachesTargetOn: reached === null ? null : dateOfDay(reached)
  }
}
