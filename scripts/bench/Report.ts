import { spread } from "./Spread.ts"
import type { Aim, Row } from "./Subject.ts"

/** A row with its medians. `measured` is what the aim is about: the ratio to what is beside it, or the median. */
export interface JudgedRow extends Row {
  readonly median: number
  readonly besideMedian: number | null
  readonly measured: number
  readonly met: boolean
}

const isMet = ({ is, bound }: Aim, measured: number): boolean =>
  is === "at most" ? measured <= bound : measured >= bound

/** Compares medians with the aim; without one it is met. */
export const judge = (row: Row): JudgedRow => {
  const { median } = spread(row.values)
  const besideMedian = row.beside === undefined ? null : spread(row.beside.values).median
  const measured = median / (besideMedian ?? 1)
  return { ...row, median, besideMedian, measured, met: row.aim === undefined || isMet(row.aim, measured) }
}

/** A number with at least three digits. */
export const figure = (value: number): string => {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

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
