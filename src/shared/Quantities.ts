import { hoursIn, magnitudeIn, scaledUnit } from "./Units.ts"

/** A number with its unit, as people and systems write it. */
export interface Quantity {
  /** The whole number: 10,000 for `10k`. */
  readonly value: number
  /** What stands before or behind the number, such as a percent sign. */
  readonly unit: string
  /** The unit with its power of ten, such as `Mio. €`; only where one is written. */
  readonly scaled?: string
  /** Whether it could be read otherwise: its sign could separate thousands, its plus be a change, or its `m` be metres. */
  readonly isUnsure: boolean
}

export type DecimalSign = "." | ","

/** The decimal sign of a language; without one, of the browser's language. */
export const decimalSign = (language?: string): DecimalSign =>
  new Intl.NumberFormat(language).format(1.5).includes(",") ? "," : "."

/** The length from which on a text is no number. */
const maxLength = 60

/** Digits with marks of thousands: spaces and the like stand before just three digits. */
const digitsPattern = String.raw`(?:\d|[.,]\d)(?:[\d.,]|['’_\s](?=\d{3}(?!\d)))*`

/** Bracket, prefix, sign, prefix, digits, exponent, the rest. */
const shape = new RegExp(
  String.raw`^(\(?)([^\d+\-−–.,()]*?)([+\-−–]?)\s*([^\d+\-−–.,()]*)(${digitsPattern})(e[+-]?\d+)?(.*)$`,
  "iu"
)

const spaced = /^\d{1,3}(?:['’_\s]\d{3})+(?![\d'’_\s])/
const spaces = /['’_\s]/g

/** The decimal sign of digits with commas and points; undefined if they are ambiguous, "" if they have none. */
const signIn = (digits: string): DecimalSign | "" | undefined => {
  const marks = digits.match(/[.,]/g) ?? []
  const last = marks.at(-1) as DecimalSign | undefined
  if (last === undefined) return ""
  if (new Set(marks).size > 1) return last
  if (marks.length > 1) return ""
  return /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits) ? undefined : last
}

/** Groups of three, or as in India of two and a last one of three. */
const grouped = /^(\d+|[1-9]\d{0,2}([.,]\d{3})+|[1-9]\d?(,\d\d)+,\d{3})?$/

/** The digits with a decimal point only; "?" for digits that are no number. */
const toPlain = (digits: string, decimal: DecimalSign | ""): string => {
  const [whole = "", fraction = "0", ...more] = decimal === "" ? [digits] : digits.split(decimal)
  const isNumber = more.length === 0 && grouped.test(whole) && /^\d*$/.test(fraction)
  return isNumber ? `${whole.replaceAll(/[.,]/g, "")}.${fraction}` : "?"
}

const decimalOr = (digits: string, decimal: DecimalSign): DecimalSign | "" => (digits.includes(decimal) ? decimal : "")

const partsOf = (text: string): ReadonlyArray<string | undefined> =>
  text.length > maxLength ? [] : (shape.exec(text.trim()) ?? [])

const currency =
  /^(?:[A-Z]{0,2}\p{Sc}|EUR|USD|GBP|CHF|JPY|CNY|SEK|NOK|DKK|PLN|CZK|HUF|RON|INR|BRL|CAD|AUD|NZD|MXN|ZAR|TRY|KRW|SGD|HKD|Fr\.)$/u

/** Words that make a date or a sentence of what begins with a number, in the languages of the import. */
const noUnit = new RegExp(
  String.raw`^(?:st|nd|rd|th|er|[ap]\.?m\.?|uhr|by|until|till|in|on|at|before|after|from|to|and|or|is|are|bis|im|am|ab|nach|vor|und|oder|ist|sind|` +
    String.raw`avant|après|et|ou|est|antes|hasta|y|o|mil|mill|mille|(?:q|h|kw|cw)\s?\d+)(?![\p{L}\p{N}])|` +
    String.raw`(?<!\p{L})(?:jan|feb|fév|mar|mär|apr|avr|abr|may|mai|mayo|jun|jui|jul|aug|aoû|ago|sep|set|oct|okt|nov|dec|dez|déc|dic)\p{L}{0,6}(?!\p{L})`,
  "iu"
)

const maxUnitWords = 3
/** Begins with a letter or sign of a unit; digits only as in `m2` and `CO2`. */
const unitShape = /^(?:[\p{L}\p{Sc}%‰°µ]|\/(?=\p{L}))(?:[\p{L}\p{M}\p{Sc}%‰°²³µ·./\-'’&_\s]|(?<=\p{L})[23](?!\d))*$/u
/** The beginning of another number: `2d4h`, `3x2`. */
const moreNumbers = /^(?:\p{L}{1,3}|×)\s?\d+\s?\p{L}|^[x×]\s?\d/iu

const isUnit = (text: string): boolean =>
  text === "" ||
  (unitShape.test(text) &&
    text.split(/\s+/).length <= maxUnitWords &&
    !noUnit.test(text) &&
    !(moreNumbers.test(text) && !/^\p{L}*CO2/u.test(text)))

/** The currency before a number; undefined for anything else that stands there. */
const prefixOf = (...texts: ReadonlyArray<string>): string | undefined => {
  const [sign = "", ...more] = texts.map((text) => text.trim()).filter((text) => text !== "")
  return more.length === 0 && (sign === "" || currency.test(sign)) ? sign : undefined
}

/** `1.200,00-` as SAP writes it, `(1,200)` as accountants do, and `1.200,–` for a whole price. */
const tailOf = (bracket: string, written: string, after: string) => {
  const isWhole = /[.,]$/.test(written) && /^[-−–]/.test(after)
  const isMinus = !isWhole && /^[-−](?=\s|$)/.test(after)
  const rest = isWhole || isMinus ? after.slice(1) : after
  const isNegative = isMinus || bracket !== ""
  if (bracket !== "" && !rest.includes(")")) return undefined
  return { isWhole, isNegative, rest: bracket === "" ? rest : rest.replace(")", "") }
}

/** A number's digits as JavaScript reads them, without an exponent, and whether its mark could be another one. */
const plainOf = (written: string, isWhole: boolean, decimal: DecimalSign) => {
  const all = written.replaceAll(spaces, "")
  const digits = isWhole ? all.slice(0, -1) : all
  const sign = isWhole ? (all.endsWith(",") ? "," : ".") : signIn(digits)
  return { plain: toPlain(digits, sign ?? decimalOr(digits, decimal)), isUnsure: sign === undefined }
}

/** Fractions of one sign, at the end of a number. */
const fractions: Readonly<Record<string, string>> = { "½": "5", "¼": "25", "¾": "75", "⅛": "125" }

const withoutFraction = (text: string, decimal: DecimalSign): string =>
  text.replace(/(?<![\d.,])(\d*)\s?([½¼¾⅛])/u, (_, whole, sign) => `${whole || 0}${decimal}${fractions[sign]}`)

/** An ordinal, which is a place or a date: `1. Platz`. */
const isOrdinal = (written: string, after: string): boolean => /^\d+\.$/.test(written) && /^\s*\p{L}/u.test(after)

/** Reads a number with its unit; undefined for any other text. `decimal` decides what 1,234 means. */
export const readQuantity = (text: string, decimal: DecimalSign): Quantity | undefined => {
  const hours = hoursIn(text.slice(0, maxLength).trim())
  if (hours !== undefined) return { value: hours, unit: "h", isUnsure: false }
  const [, bracket = "", before = "", minus = "", between = "", written = "", exponent = "", after = ""] = partsOf(
    withoutFraction(text, decimal)
  )
  if (written === "" || (/['’_\s]/.test(written) && !spaced.test(written)) || isOrdinal(written, after))
    return undefined
  const [prefix, tail] = [prefixOf(before, between), tailOf(bracket, written, after)]
  if (prefix === undefined || tail === undefined) return undefined
  const { power, word, unit, isGuess } = magnitudeIn(tail.rest, prefix !== "")
  const { plain, isUnsure } = plainOf(written, tail.isWhole, decimal)
  const size = Number(`${plain}e${Number(exponent.slice(1)) + power}`)
  if (!(isUnit(unit) && Number.isFinite(size))) return undefined
  const value = tail.isNegative || /[-−–]/.test(minus) ? -size : size
  return {
    value: value === 0 ? 0 : value,
    unit: `${prefix} ${unit}`.trim(),
    ...(word !== "" && { scaled: scaledUnit(prefix, word, unit) }),
    isUnsure: isUnsure || isGuess || minus === "+"
  }
}

/** The decimal sign that a text shows; "" if it shows none, undefined if its sign could be either. */
export const writtenSign = (text: string): DecimalSign | "" | undefined =>
  signIn((partsOf(text)[5] ?? "").replaceAll(spaces, ""))

/** The number without a decimal sign: `15e-1`. */
export const withoutSign = (value: number): string => {
  const [, whole = "", fraction = "", exponent = "0"] =
    /^(-?\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(String(value)) ?? []
  return fraction === "" ? String(value) : `${whole}${fraction}e${Number(exponent) - fraction.length}`
}

/** The number in a form that every reader takes for the same: three decimals could be thousands. */
export const writeQuantity = (value: number, decimal: DecimalSign = "."): string =>
  String(value)
    .replace(/^(-?\d{1,3}\.\d{3})(?=e|$)/, "$10")
    .replace(".", decimal)
