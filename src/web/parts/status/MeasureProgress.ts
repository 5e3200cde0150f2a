import { expectedPercent, steadyPercent } from "../../../shared/Pace.ts"
import { fractionReached } from "../../../shared/Percent.ts"
import { shownDay } from "../../session/Moment.ts"
import { days } from "../../texts/values/Clock.ts"
import type { Measure, Objective } from "../../workspace/Team.ts"

type Way = Pick<Measure, "start" | "target">

/** The percentage that steady progress would have reached today; null where nothing is expected. */
export const expectedToday = (objective: Objective): number | null => expectedPercent(objective, shownDay(), days())

/** The same for a draft too, of which nothing is expected yet. */
export const expectedIfStarted = (objective: Objective): number | null => steadyPercent(objective, shownDay(), days())

/** A computed value with no more digits than the way from start to target suggests. */
export const roundedLike = ({ start, target }: Way, value: number): number => {
  const step = 10 ** Math.floor(Math.log10(Math.abs(target - start) / 100))
  return Number((Math.round(value / step) * step).toPrecision(12))
}

/** The value at a percentage of the way. */
export const valueAt = (way: Way, percent: number): number =>
  roundedLike(way, way.start + ((way.target - way.start) * percent) / 100)

/** Why a new value looks like a slip. */
type Outlier = "wrongSide" | "magnitude" | "fall"

/** Progress below which losing half of it is an everyday change. */
const minFallFraction = 0.1

const isOtherMagnitude = (value: number, reference: number): boolean =>
  value !== 0 && reference !== 0 && Math.abs(Math.log10(Math.abs(value / reference))) >= 1

/**
 * Whether a value is far from the last one: on the other side of the start, of another order of magnitude, or less than
 * half of the progress there was. The first check-in is compared with the larger of start and target.
 */
export const outlierOf = (measure: Way & Pick<Measure, "value">, value: number): Outlier | undefined => {
  const { start, target, value: last } = measure
  const [before, after] = [fractionReached(measure, last), fractionReached(measure, value)]
  if (after < 0 && before >= 0) return "wrongSide"
  const isFirst = last === start
  const largest = Math.max(Math.abs(start), Math.abs(target))
  const isFar = isFirst ? isOtherMagnitude(value, largest) && Math.abs(value) > largest : isOtherMagnitude(value, last)
  if (isFar) return "magnitude"
  return before >= minFallFraction && after <= before / 2 ? "fall" : undefined
}
