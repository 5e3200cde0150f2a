import { type DecimalSign, readQuantity } from "../../../shared/Quantities.ts"
import { converted } from "../../../shared/Units.ts"

/**
 * Reads a number with a decimal comma or point; undefined for anything else. A single sign followed by three digits is
 * ambiguous: it separates thousands unless it equals `decimal`, the sign of the reader's language. A number with a unit is
 * brought to `unit`, the measure's.
 */
export const parseNumber = (text: string, decimal: DecimalSign, unit = ""): number | undefined => {
  const typed = text.trim()
  const isWithUnit = unit !== "" && typed.endsWith(unit)
  const read = readQuantity(isWithUnit ? typed.slice(0, -unit.length) : typed, decimal)
  if (read === undefined || (read.unit === "" && read.scaled === undefined)) return read?.value
  return unit === "" && read.unit !== "" ? undefined : converted(read.value, read.unit, unit)
}

/** The number as the reader would type it: all digits, without separators of thousands. */
export const writeNumber = (value: number, decimal: DecimalSign): string => String(value).replace(".", decimal)
