/** The sign between a number's whole and its fraction where the reader is. */
export const decimalSign = (language?: string): string =>
  new Intl.NumberFormat(language).formatToParts(1.5).find(({ type }) => type === "decimal")?.value ?? "."

const blanks = /[\s'’_]/g

const plain = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

const thousands = (sign: "," | "."): RegExp =>
  sign === "," ? /^[+-]?[1-9]\d{0,2}(?:,\d{3})+$/ : /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+$/

const without = (text: string, sign: string): string => text.replaceAll(sign, "")

/** With a point before the fraction and nothing between thousands. */
const normal = (text: string, decimal: string): string => {
  const [comma, point] = [text.lastIndexOf(","), text.lastIndexOf(".")]
  if (comma >= 0 && point >= 0) {
    const [between, before] = comma < point ? ([",", "."] as const) : ([".", ","] as const)
    const [whole = "", fraction = "", ...more] = text.split(before)
    return more.length === 0 && thousands(between).test(whole) ? `${without(whole, between)}.${fraction}` : "?"
  }
  const sign = comma >= 0 ? "," : "."
  const isGrouped = thousands(sign).test(text) && (sign !== decimal || text.split(sign).length > 2)
  return isGrouped ? without(text, sign) : text.replace(sign, ".")
}

/**
 * A number as people write it, with a comma or a point before the fraction; undefined for anything else. Where one sign
 * with three digits after it could be either, it parts thousands unless it is the reader's own `decimal` sign.
 */
export const parseNumber = (text: string, decimal: string): number | undefined => {
  const written = normal(text.replaceAll(blanks, "").replace("−", "-"), decimal)
  const value = plain.test(written) ? Number(written) : Number.NaN
  return Number.isFinite(value) ? value : undefined
}

/** As a reader would type it: every digit, nothing between thousands. */
export const writeNumber = (value: number, decimal: string): string => String(value).replace(".", decimal)
