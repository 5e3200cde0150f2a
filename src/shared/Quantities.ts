export interface Quantity {
  readonly value: number
  /** What stands before or behind the number, such as a percent sign. */
  readonly unit: string
  /** Whether its sign could separate thousands as well as decimals. */
  readonly isUnsure: boolean
}

export type DecimalSign = "." | ","

/** The decimal sign of a language; without one, of the browser's language. */
export const decimalSign = (language?: string): DecimalSign =>
  new Intl.NumberFormat(language).format(1.5).includes(",") ? "," : "."

/** The length from which on a text is no number. */
const maxLength = 60

/** Unit, sign, unit, digits, exponent, unit: a digit in a unit stands behind a letter, as in m2. */
const shape =
  /^([^\d+\-−.,]*)([+\-−]?)\s*([^\d+\-−.,]*)((?:\d|[.,]\d)[\d.,'’_\s]*)(e[+-]?\d+)?((?:\D|(?<=\p{L})\d)*)$/iu

/** Separators of thousands besides comma and point. */
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

const grouped = /^(\d+|[1-9]\d{0,2}([.,]\d{3})+)?$/

/** The digits with a decimal point only; "?" for digits that are no number. */
const toPlain = (digits: string, decimal: DecimalSign | ""): string => {
  const [whole = "", fraction = "0", ...more] = decimal === "" ? [digits] : digits.split(decimal)
  const isNumber = more.length === 0 && grouped.test(whole) && /^\d*$/.test(fraction)
  return isNumber ? `${whole.replaceAll(/[.,]/g, "")}.${fraction}` : "?"
}

const decimalOr = (digits: string, decimal: DecimalSign): DecimalSign | "" => (digits.includes(decimal) ? decimal : "")

const partsOf = (text: string): ReadonlyArray<string | undefined> =>
  text.length > maxLength ? [] : (shape.exec(text.trim()) ?? [])

/** Reads a number with its unit; undefined for any other text. `decimal` decides what 1,234 means. */
export const readQuantity = (text: string, decimal: DecimalSign): Quantity | undefined => {
  const [, before = "", minus = "", between = "", written = "", exponent = "", after = ""] = partsOf(text)
  const digits = written.replaceAll(spaces, "")
  const sign = signIn(digits)
  const size = digits === "" ? Number.NaN : Number(`${toPlain(digits, sign ?? decimalOr(digits, decimal))}${exponent}`)
  if (!Number.isFinite(size)) return undefined
  const value = minus === "-" || minus === "−" ? -size : size
  return { value: value === 0 ? 0 : value, unit: `${before}${between}${after}`.trim(), isUnsure: sign === undefined }
}

/** The decimal sign that most of the texts show; `otherwise` if none of them shows one. */
export const decimalSignIn = (texts: ReadonlyArray<string>, otherwise: DecimalSign): DecimalSign => {
  const signs = texts.map((text) => signIn((partsOf(text)[4] ?? "").replaceAll(spaces, "")))
  const count = (sign: DecimalSign): number => signs.filter((found) => found === sign).length
  const [commas, points] = [count(","), count(".")]
  return commas === points ? otherwise : commas > points ? "," : "."
}

/** The number in a form that every reader takes for the same: three decimals behind a point could be thousands. */
export const writeQuantity = (value: number): string => String(value).replace(/^(-?\d{1,3}\.\d{3})(?=e|$)/, "$10")
