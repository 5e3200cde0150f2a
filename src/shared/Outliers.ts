import { fractionReached } from "./Percent.ts"

interface Measure {
  readonly start: number
  readonly target: number
  /** Of the latest check-in. */
  readonly value: number
}

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
export const outlierOf = (measure: Measure, value: number): Outlier | undefined => {
  const { start, target, value: last } = measure
  const [before, after] = [fractionReached(measure, last), fractionReached(measure, value)]
  if (after < 0 && before >= 0) return "wrongSide"
  const isFirst = last === start
  const largest = Math.max(Math.abs(start), Math.abs(target))
  const isFar = isFirst ? isOtherMagnitude(value, largest) && Math.abs(value) > largest : isOtherMagnitude(value, last)
  if (isFar) return "magnitude"
  return before >= minFallFraction && after <= before / 2 ? "fall" : undefined
}
