import { millisPerDay, utcDays } from "../../../shared/Days.ts"
import type { Measure } from "../../workspace/Team.ts"

/** A check-in with its time in milliseconds since 1970. */
interface TimedValue {
  readonly at: number
  readonly value: number
}

/** A place in the chart, in per cent of its width and height; y grows downwards. */
interface Place {
  readonly x: number
  readonly y: number
}

export interface Chart {
  /** The places of the values, in their order. */
  readonly points: ReadonlyArray<Place>
  /** The `d` of the path through them, in a box of 100 × 100. */
  readonly line: string
  readonly startY: number
  readonly targetY: number
  readonly todayX: number
  /** From where the plan began to the target at the due date; undefined without a due date after the beginning. */
  readonly expected: { readonly from: Place; readonly to: Place } | undefined
  /** The times at the left and the right edge. */
  readonly from: number
  readonly to: number
}

interface Given {
  readonly measure: Pick<Measure, "start" | "target">
  /** From oldest to newest; at least one. */
  readonly values: ReadonlyArray<TimedValue>
  /** When the objective was created. */
  readonly createdAt: number
  /** The first moment of the start date. */
  readonly startsAt: number | undefined
  /** The last moment of the due date. */
  readonly dueAt: number | undefined
  readonly now: number
}

/** The room above and below the values, as a part of their range. */
const margin = 0.08

const toTenths = (value: number): number => Math.round(value * 10) / 10

/** When steady progress begins, and the value that it begins with, as the expected per cent of the objective counts them. */
const beginning = ({ measure, values, createdAt, startsAt }: Given): TimedValue => {
  if (startsAt === undefined) {
    const first = values.findLast(({ at }) => utcDays.at(at) <= utcDays.at(createdAt))
    return { at: createdAt, value: first?.value ?? measure.start }
  }
  const first = startsAt <= createdAt ? undefined : values.findLast(({ at }) => at < startsAt + millisPerDay)
  return { at: startsAt, value: first?.value ?? measure.start }
}

/** The value that steady progress would have reached at a time; undefined where nothing is expected. */
export const expectedValueAt = (given: Given, at: number): number | undefined => {
  const { measure, dueAt, startsAt = at } = given
  const first = beginning(given)
  if (dueAt === undefined || dueAt <= first.at || at < startsAt) return undefined
  const timeGone = Math.min(1, Math.max(0, (at - first.at) / (dueAt - first.at)))
  return first.value + (measure.target - first.value) * timeGone
}

/** Lays out the check-ins of a measure over time, with its start, its target and what is expected. */
export const chartOf = (given: Given): Chart => {
  const { measure, values, dueAt, now } = given
  const { start, target } = measure
  const first = beginning(given)
  // A device's clock may be behind the server's.
  const from = Math.min(first.at, now, ...values.map(({ at }) => at))
  const to = Math.max(from + millisPerDay, now, dueAt ?? now, ...values.map(({ at }) => at))
  const all = [start, target, ...values.map(({ value }) => value)]
  const [lowest, highest] = [Math.min(...all), Math.max(...all)]
  const room = (highest - lowest) * margin
  const [low, high] = [lowest - room, highest + room]
  const x = (at: number): number => toTenths(((at - from) / (to - from)) * 100)
  const y = (value: number): number => toTenths(((high - value) / (high - low)) * 100)
  const points = values.map(({ at, value }) => ({ x: x(at), y: y(value) }))
  const isExpected = dueAt !== undefined && dueAt > first.at
  return {
    points,
    line: points.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${x} ${y}`).join(""),
    startY: y(start),
    targetY: y(target),
    todayX: x(now),
    expected: isExpected
      ? { from: { x: x(first.at), y: y(first.value) }, to: { x: x(dueAt), y: y(target) } }
      : undefined,
    from,
    to
  }
}

/** The index of the point that is nearest in time to a place, in per cent of the width. */
export const nearestPoint = (points: ReadonlyArray<Place>, x: number): number =>
  points.reduce(
    (best, point, index) => (Math.abs(point.x - x) < Math.abs((points[best]?.x ?? 0) - x) ? index : best),
    0
  )
