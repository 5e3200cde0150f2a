import { spread } from "./Spread.ts"
import type { Aim, Row } from "./Subject.ts"

const isMet = ({ is, bound }: Aim, measured: number): boolean =>
  is === "at most" ? measured <= bound : measured >= bound

/**
 * Adds the medians to a row, and compares the ratio to what is beside it, or the median, with the aim; without one it is met.
 */
export const judge = (row: Row) => {
  const { median } = spread(row.values)
  const besideMedian = row.beside === undefined ? null : spread(row.beside.values).median
  const measured = median / (besideMedian ?? 1)
  return { ...row, median, besideMedian, measured, met: row.aim === undefined || isMet(row.aim, measured) }
}

/** A number with at least three digits. */
const figure = (value: number): string =>
  value.toLocaleString("en-US", {
    maximumSignificantDigits: 3,
    maximumFractionDigits: 0,
    roundingPriority: "morePrecision"
  })

export type JudgedRow = ReturnType<typeof judge>

/** All rows in one Markdown table. */
export const table = (rows: ReadonlyArray<JudgedRow>): string =>
  [
    "| measured | median | beside | median | ratio | aim | |",
    "|---|--:|---|--:|--:|--:|---|",
    ...rows.map(({ title, unit, median, beside, besideMedian, measured, aim, met }) => {
      const other = besideMedian === null ? ["–", "–", "–"] : [beside?.name, figure(besideMedian), measured.toFixed(2)]
      const verdict = aim === undefined ? ["–", "–"] : [`${aim.is} ${aim.bound}`, met ? "met" : "missed"]
      return `| ${[title, `${figure(median)} ${unit}`, ...other, ...verdict].join(" | ")} |`
    })
  ].join("\n")
