import { type DecimalSign, readQuantity, writtenSign } from "../../shared/Quantities.ts"

interface Evidence {
  /** The decimal sign that the most of it is for. */
  readonly likely: DecimalSign | undefined
  /** Whether nothing is for the other one. */
  readonly isTold: boolean
}

const other = { ".": ",", ",": "." } as const

const sizeOf = (text: string, decimal: DecimalSign): number => {
  const { value } = readQuantity(text, decimal) ?? { value: 0 }
  return value === 0 ? Number.NaN : Math.log10(Math.abs(value))
}

/** The signs of numbers that are thousands by the size of others in their row: `1.200` beside 800 is no 1.2. */
const siblingSigns = (cells: ReadonlyArray<string>): ReadonlyArray<DecimalSign> => {
  const known = cells.filter((cell) => writtenSign(cell) !== undefined).map((cell) => sizeOf(cell, "."))
  const isNear = (cell: string, decimal: DecimalSign): boolean =>
    known.some((size) => Math.abs(size - sizeOf(cell, decimal)) < 1)
  return cells
    .filter((cell) => writtenSign(cell) === undefined)
    .flatMap((cell) => {
      const thousands = cell.includes(".") ? "." : ","
      return isNear(cell, other[thousands]) && !isNear(cell, thousands) ? [other[thousands]] : []
    })
}

const evidenceOf = (signs: ReadonlyArray<DecimalSign>): Evidence => {
  const points = signs.filter((sign) => sign === ".").length
  const commas = signs.length - points
  return {
    likely: points === commas ? undefined : points > commas ? "." : ",",
    isTold: signs.length > 0 && (points === 0 || commas === 0)
  }
}

/**
 * What numbers tell about the decimal sign, by rows of one measure each: first those with one sign only, such as `0,5`, then the
 * others of a row together with the separator of cells, which is a semicolon where the comma is the decimal sign.
 */
export const decimalEvidence = (rows: ReadonlyArray<ReadonlyArray<string>>, hasSemicolons: boolean): Evidence => {
  const written = rows.flatMap((cells) => cells.flatMap((cell) => writtenSign(cell) || []))
  if (written.length > 0) return evidenceOf(written)
  return evidenceOf([...rows.flatMap(siblingSigns), ...(hasSemicolons ? ([","] as const) : [])])
}
