import { type DecimalSign, readQuantity } from "../../../shared/Quantities.ts"

/**
 * Reads a number with a decimal comma or point; undefined for anything else. A single sign followed by three digits is
 * ambiguous: it separates thousands unless it equals `decimal`, the sign of the reader's language.
 */
export const parseNumber = (text: string, decimal: DecimalSign): number | undefined => {
  const read = readQuantity(text, decimal)
  return read?.unit === "" ? read.value : undefined
}

/** The number as the reader would type it: all digits, without separators of thousands. */
export const writeNumber = (value: number, decimal: DecimalSign): string => String(value).replace(".", decimal)
