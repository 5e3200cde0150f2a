import { inLine } from "../text/Direction.ts"

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

/** A currency that stands before its number, with what stands behind it: a power of ten as in `€m`, and the rest of `€k a month`. */
const money = /^([$€£¥])\s?(k|m|M|mn|bn|B)?([ /].+)?$/

/** What of a unit stands close to its number, as `€m` of `€m a month`, where a part of it stands before it; "" for others. */
export const moneyOf = (unit: string): string => {
  const [, sign = "", power = ""] = money.exec(unit) ?? []
  return sign + power
}

const fractionOf = (written: string): string => (written.includes("e") ? "" : (written.split(".")[1] ?? ""))

/** How many decimals numbers in a unit have that stand beside each other; those of money in its own unit are none or at least two. */
export const decimalsIn = (values: ReadonlyArray<number>, unit: string): number => {
  const decimals = Math.max(...values.map((value) => fractionOf(digits(Math.abs(value))).length))
  return decimals > 0 && moneyOf(unit).length === 1 ? Math.max(2, Math.min(3, decimals)) : decimals
}

const withDecimals = (written: string, count: number): string => {
  const fraction = fractionOf(written)
  if (fraction.length >= count || written.includes("e")) return written
  return `${fraction === "" ? `${written}.` : written}${"0".repeat(count - fraction.length)}`
}

/** English plurals: what their singular ends in, instead of how many letters. */
const plurals: ReadonlyArray<readonly [ending: RegExp, dropped: number, singular: string]> = [
  [/[^aeiou]ies$/, 3, "y"],
  [/(?:x|ch|sh|ss|zz)es$/, 2, ""],
  [/[^siu]s$/, 1, ""]
]

/** An English unit with its first word in the singular: `account` for `accounts`, `call per day` for `calls per day`. */
const singularUnit = (unit: string): string => {
  const [word = "", ...rest] = unit.split(" ")
  const plural = /^[a-z]{4,}$/i.test(word) ? plurals.find(([ending]) => ending.test(word)) : undefined
  if (plural === undefined) return unit
  const [, dropped, singular] = plural
  return [word.slice(0, -dropped) + singular, ...rest].join(" ")
}

/**
 * `12 %`, `12 days`, `1 day`, `$12`, `−$12.50`, `€1.9m`, `€118k a month`, `12`. Money has as many decimals as that which stands `beside` it, in
 * the same unit: `€4.0m` beside `€1.9m`.
 */
export const quantityText = (value: number, unit: string, beside: ReadonlyArray<number> = []): string => {
  if (unit === "") return numberText(value)
  const [, sign, power = "", more = ""] = money.exec(unit) ?? []
  if (sign !== undefined) {
    const amount = withDecimals(digits(Math.abs(value)), decimalsIn([value, ...beside], unit))
    return inLine(`${value < 0 ? "−" : ""}${sign}${amount}${power}${more}`)
  }
  return inLine(`${numberText(value)}${noBreak}${Math.abs(value) === 1 ? singularUnit(unit) : unit}`)
}

/** `54 %`; nothing measured: `–`. */
export const percentText = (percent: number | null): string => (percent === null ? "–" : `${percent}${noBreak}%`)

/** `+12 points`, `−1 point`, `±0 points`. */
export const pointsText = (points: number): string => {
  const sign = points > 0 ? "+" : points < 0 ? "−" : "±"
  return `${sign}${Math.abs(points)}${noBreak}${Math.abs(points) === 1 ? "point" : "points"}`
}

/** `2 slipped, 1 new`: how many there are of each kind, in the order of the words for kinds. */
export const countsByKind = <Kind extends string>(
  found: ReadonlyArray<Kind>,
  words: Readonly<Record<Kind, string>>
): string =>
  Object.entries<string>(words)
    .map(([kind, word]) => ({ word, count: found.filter((each) => each === kind).length }))
    .flatMap(({ word, count }) => (count === 0 ? [] : [`${count}${noBreak}${word}`]))
    .join(", ")

/** `1 objective`, `2 objectives`, `no objectives`. */
export const counted = (count: number, singular: string, plural = `${singular}s`): string =>
  count === 0 ? `no ${plural}` : `${whole.format(count)} ${count === 1 ? singular : plural}`
