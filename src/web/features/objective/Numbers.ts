/** The decimal sign of a language; without one, of the browser's language. */
export const decimalSign = (language?: string): string =>
  new Intl.NumberFormat(language).formatToParts(1.5).find(({ type }) => type === "decimal")?.value ?? "."

/** Separators of thousands besides comma and point. */
const separators = /[\s'’_]/g

const plain = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

const groupedBy = (sign: "," | "."): RegExp =>
  sign === "," ? /^[+-]?[1-9]\d{0,2}(?:,\d{3})+$/ : /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+$/

const removeAll = (text: string, sign: string): string => text.replaceAll(sign, "")

/** The number with a decimal point and without separators of thousands; "?" for text that is no number. */
const toPlain = (text: string, decimal: string): string => {
  const [comma, point] = [text.lastIndexOf(","), text.lastIndexOf(".")]
  if (comma >= 0 && point >= 0) {
    const [separator, decimalMark] = comma < point ? ([",", "."] as const) : ([".", ","] as const)
    const [whole = "", fraction = "", ...more] = text.split(decimalMark)
    return more.length === 0 && groupedBy(separator).test(whole) ? `${removeAll(whole, separator)}.${fraction}` : "?"
  }
  const sign = comma >= 0 ? "," : "."
  const isGrouped = groupedBy(sign).test(text) && (sign !== decimal || text.split(sign).length > 2)
  return isGrouped ? removeAll(text, sign) : text.replace(sign, ".")
}

/**
 * Reads a number with a decimal comma or point; undefined for anything else. A single sign followed by three digits is
 * ambiguous: it separates thousands unless it equals `decimal`, the sign of the reader's language.
 */
export const parseNumber = (text: string, decimal: string): number | undefined => {
  const written = toPlain(text.replaceAll(separators, "").replace("−", "-"), decimal)
  const value = plain.test(written) ? Number(written) : Number.NaN
  return Number.isFinite(value) ? value : undefined
}

/** The number as the reader would type it: all digits, without separators of thousands. */
export const writeNumber = (value: number, decimal: string): string => String(value).replace(".", decimal)
