import { spread } from "./Spread.ts"
import type { Aim, Measurement, Table } from "./Subject.ts"

/** A contender's values with their median and range. */
interface Row extends Measurement {
  readonly median: number
  readonly min: number
  readonly max: number
}

/** The result for an aim: a ratio to another contender, or a value in the table's unit. */
interface Verdict extends Aim {
  readonly measured: number
  readonly met: boolean
}

export interface EvaluatedTable extends Omit<Table, "measurements" | "aims"> {
  readonly measurements: ReadonlyArray<Row>
  readonly aims: ReadonlyArray<Verdict>
}

const row = ({ contender, values }: Measurement): Row => {
  const { median, min, max } = spread(values)
  return { contender, values, median, min, max }
}

const isMet = ({ is, bound }: Aim, measured: number): boolean =>
  bound === undefined || (is === "at most" ? measured <= bound : measured >= bound)

const medianOf = (rows: ReadonlyArray<Row>, name: string): number =>
  rows.find(({ contender }) => contender === name)?.median ?? Number.NaN

/** Compares medians with the aims. An aim with an unknown contender is `NaN` and counts as missed. */
export const judge = ({ title, unit, measurements, aims }: Table): EvaluatedTable => {
  const rows = measurements.map(row)
  const judged = aims.map((aim) => {
    const measured = medianOf(rows, aim.of) / (aim.to === undefined ? 1 : medianOf(rows, aim.to))
    return { ...aim, measured, met: isMet(aim, measured) }
  })
  return { title, unit, measurements: rows, aims: judged }
}

/** A number with at least three digits. */
export const figure = (value: number): string => {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

const verdict = ({ of, to, is, bound, measured, met }: Verdict, unit: string): string =>
  (to === undefined ? `${of}: ${figure(measured)} ${unit}` : `${of} to ${to}: ${measured.toFixed(2)} times`) +
  (bound === undefined ? "" : `, aim ${is} ${bound}: ${met ? "met" : "MISSED"}`)

/** The table for a terminal, with numbers aligned to the right. */
export const text = ({ title, unit, measurements, aims }: EvaluatedTable): string => {
  const cells = [
    ["contender", `median, ${unit}`, "min–max"],
    ...measurements.map(({ contender, median, min, max }) => {
      return [contender, figure(median), `${figure(min)}–${figure(max)}`]
    })
  ]
  const widths = [0, 1, 2].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  const lines = cells.map((row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
  )
  const rows = [...lines.map((row) => row.join("  ")), ...aims.map((aim) => verdict(aim, unit))]
  return [title, ...rows.map((line) => `  ${line}`)].join("\n")
}

/** The missed aims, one line each. */
export const missed = (tables: ReadonlyArray<EvaluatedTable>): ReadonlyArray<string> =>
  tables.flatMap(({ title, aims }) =>
    aims.filter(({ met }) => !met).map(({ of, to }) => `${title}, ${of}${to === undefined ? "" : ` to ${to}`}`)
  )

/** All aims with both medians in one Markdown table. */
export const summary = (tables: ReadonlyArray<EvaluatedTable>): string =>
  [
    "| measured | median | beside | median | ratio | aim | |",
    "|---|--:|---|--:|--:|--:|---|",
    ...tables.flatMap(({ title, unit, measurements, aims }) =>
      aims.map(({ of, to, is, bound, measured, met }) => {
        const median = (name: string) => figure(medianOf(measurements, name))
        const beside = to === undefined ? ["–", "–", "–"] : [to, median(to), measured.toFixed(2)]
        const aim = bound === undefined ? ["–", "–"] : [`${is} ${bound}`, met ? "met" : "missed"]
        return `| ${[title, `${median(of)} ${unit}`, ...beside, ...aim].join(" | ")} |`
      })
    )
  ].join("\n")
