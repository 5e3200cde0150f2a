/** Per cents are whole, from 0 to 100, and rounded down: 100 is only what has reached its target. */

interface Way {
  readonly start: number
  readonly target: number
}

/** A measure as it stands. */
export interface Measured extends Way {
  readonly value: number
}

/** How much of the way from start to target a value is: 0 at the start, 1 at the target, any number beside them. */
export const fractionReached = ({ start, target }: Way, value: number): number => (value - start) / (target - start)

const hasReached = ({ start, target, value }: Measured): boolean => (start < target ? value >= target : value <= target)

/** Whether a value is on the other side of its start than its target. */
export const isWorseThanStart = (measure: Measured): boolean => fractionReached(measure, measure.value) < 0

/** How far a measure is on the wrong side of its start, in its unit; 0 if it is not. Twelve digits, as of a difference. */
export const wrongWayBy = (measure: Measured): number =>
  isWorseThanStart(measure) ? Number(Math.abs(measure.value - measure.start).toPrecision(12)) : 0

/** The measure that is worst compared with its start; undefined if none is worse. */
export const worstOf = <M extends Measured>(measures: ReadonlyArray<M>): M | undefined =>
  measures
    .filter(isWorseThanStart)
    .reduce<M | undefined>(
      (worst, measure) =>
        worst === undefined || fractionReached(measure, measure.value) < fractionReached(worst, worst.value)
          ? measure
          : worst,
      undefined
    )

/** By twelve digits, since 0.29 × 100 is 28.999999999999996 in binary. */
export const roundedDown = (percent: number): number => Math.floor(Number(percent.toPrecision(12)))

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, each) => total + each, 0)

/** The mean of several measures, none of which counts as less than 0 or more than 100; null if there are none. */
export const percentOf = (measures: ReadonlyArray<Measured>): number | null => {
  if (measures.length === 0) return null
  if (measures.every(hasReached)) return 100
  const fractions = measures.map((measure) => Math.min(1, Math.max(0, fractionReached(measure, measure.value))))
  return Math.min(99, roundedDown((sum(fractions) / measures.length) * 100))
}

export const percentOfMeasure = (measure: Measured): number => percentOf([measure]) ?? 0

/** The mean of `count` whole per cents, of which the sum is known; null if there are none. */
export const meanOfSum = (sum: number, count: number): number | null => (count === 0 ? null : Math.floor(sum / count))

export const meanPercent = (percents: ReadonlyArray<number>): number | null => meanOfSum(sum(percents), percents.length)

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
export const outlierOf = (measure: Measured, value: number): Outlier | undefined => {
  const { start, target, value: last } = measure
  const [before, after] = [fractionReached(measure, last), fractionReached(measure, value)]
  if (after < 0 && before >= 0) return "wrongSide"
  const isFirst = last === start
  const largest = Math.max(Math.abs(start), Math.abs(target))
  const isFar = isFirst ? isOtherMagnitude(value, largest) && Math.abs(value) > largest : isOtherMagnitude(value, last)
  if (isFar) return "magnitude"
  return before >= minFallFraction && after <= before / 2 ? "fall" : undefined
}
