import { daysBetween } from "./DeckDates.ts"
import { moneyOf } from "./DeckNumbers.ts"

/** An axis of values, from `min` to `max` in whole steps. */
export interface Scale {
  readonly min: number
  readonly max: number
  readonly step: number
}

/** The most steps that an axis has. */
const maxSteps = 6

const niceSteps = [1, 2, 2.5, 5, 10, 20]

/** Without the noise of binary fractions. */
const rounded = (value: number): number => Number(value.toPrecision(12))

/** The share of the values' range that stays free below them, so that no line lies on the axis of dates. */
const air = 0.06

/** Room for values that are all alike. */
const padOf = (value: number): number => Math.max(1, Math.abs(value) / 10)

/** Differences below this share of the range are rounding errors of binary fractions. */
const negligible = 1e-12

/** The smallest scale of round steps that has all values in it; it does not pass zero for the air below them. */
export const scaleOf = (values: ReadonlyArray<number>): Scale => {
  if (values.length === 0) return { min: 0, max: 1, step: 1 }
  const [low, high] = values.reduce<readonly [number, number]>(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  )
  const isFlat = high - low <= padOf(high) * negligible
  const lower = low - (isFlat ? padOf(low) : (high - low) * air)
  const from = low >= 0 ? Math.max(0, lower) : lower
  const to = isFlat ? high + padOf(high) : high
  const power = 10 ** Math.floor(Math.log10((to - from) / maxSteps))
  const fits = (step: number) => Math.ceil(to / step) - Math.floor(from / step) <= maxSteps
  const step = niceSteps.map((nice) => nice * power).find(fits) ?? 50 * power
  return {
    min: rounded(Math.floor(from / step) * step),
    max: rounded(Math.ceil(to / step) * step),
    step: rounded(step)
  }
}

const maxDecimals = 6

/** How many decimals a step takes, so that no two numbers of an axis look alike. */
const decimalsOf = (step: number): number => {
  let count = 0
  while (count < maxDecimals && !Number.isInteger(rounded(step * 10 ** count))) count++
  return count
}

const pattern = (decimals: number): string => (decimals === 0 ? "#,##0" : `#,##0.${"0".repeat(decimals)}`)

/** How numbers are written at an axis of this scale: few characters, whatever their size, and all different. */
const numberFormatOf = ({ min, max, step }: Scale): string => {
  const size = Math.max(Math.abs(min), Math.abs(max))
  if (size >= 1e9 || (step < 1e-5 && step > 0)) {
    return `0.${"0".repeat(Math.max(1, decimalsOf(step / 10 ** Math.floor(Math.log10(size)))))}E+00`
  }
  if (size < 1e5 || step < 100) return pattern(decimalsOf(step))
  return step >= 1e5 ? `${pattern(decimalsOf(step / 1e6))},,"M"` : `${pattern(decimalsOf(step / 1e3))},"k"`
}

/** A format with a unit that is money, one sign, or two letters: longer ones take too much room, as two powers of ten do. */
export const withUnit = (format: string, unit: string): string => {
  const [sign = "", ...power] = moneyOf(unit)
  if (sign !== "" && power.length === 0) return `"${sign}"${format}`
  if (/[E"]/.test(format)) return format
  if (sign !== "") return `"${sign}"${format}"${power.join("")}"`
  return /^(?:%|\p{L}{1,2})$/u.test(unit) ? `${format}"\u00A0${unit}"` : format
}

/** How values are written at an axis of this scale. */
export const formatOf = (scale: Scale, unit = ""): string => withUnit(numberFormatOf(scale), unit)

/** An axis of days. */
interface DateScale {
  readonly every: number
  readonly unit: "days" | "months"
  readonly format: string
}

const daysPerMonth = 30.4

/** Days are written in one form as long as they are all of a year or so, so that the charts of a slide look alike. */
const dateScales: ReadonlyArray<DateScale> = [
  ...[1, 2, 7, 14].map((every): DateScale => ({ every, unit: "days", format: "d mmm" })),
  ...[1, 2, 4].map((every): DateScale => ({ every, unit: "months", format: "d mmm" })),
  ...[6, 12].map((every): DateScale => ({ every, unit: "months", format: "mmm yyyy" })),
  ...[24, 60, 120].map((every): DateScale => ({ every, unit: "months", format: "yyyy" }))
]

const longest: DateScale = { every: 600, unit: "months", format: "yyyy" }

/** At most so many dates on an axis from one day to another. */
export const dateScaleOf = (from: string, to: string, maxDates: number): DateScale => {
  const days = daysBetween(from, to)
  const daysOf = ({ every, unit }: DateScale) => every * (unit === "days" ? 1 : daysPerMonth)
  return dateScales.find((scale) => days / daysOf(scale) < maxDates) ?? longest
}
