/** Between a number and its unit, so that no line ends between them. */
const noBreak = "\u00A0"

const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 3 })
const small = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 })

const digits = (magnitude: number): string => {
  if (magnitude >= 1 || magnitude === 0) return whole.format(magnitude)
  return magnitude >= 1e-6 ? small.format(magnitude) : String(Number(magnitude.toPrecision(3)))
}

/** `1,234.568`, `0.00123`, `−5`: at most three decimals, three significant ones below 1. */
export const numberText = (value: number): string => `${value < 0 ? "−" : ""}${digits(Math.abs(value))}`

const before = new Set(["$", "€", "£", "¥"])

/** `12 %`, `12 days`, `$12`, `−$12`, `12`. */
export const quantityText = (value: number, unit: string): string => {
  if (unit === "") return numberText(value)
  if (before.has(unit)) return `${value < 0 ? "−" : ""}${unit}${digits(Math.abs(value))}`
  return `${numberText(value)}${noBreak}${unit}`
}

/** `54 %`; nothing measured: `–`. */
export const percentText = (percent: number | null): string => (percent === null ? "–" : `${percent}${noBreak}%`)

/** `1 objective`, `2 objectives`, `no objectives`. */
export const counted = (count: number, singular: string, plural = `${singular}s`): string =>
  count === 0 ? `no ${plural}` : `${whole.format(count)} ${count === 1 ? singular : plural}`
