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

/** Compares medians with the aims. An aim with an unknown contender is `NaN` and counts as missed. */
export const judge = ({ title, unit, measurements, aims }: Table): EvaluatedTable => {
  const rows = measurements.map(row)
  const median = (name: string): number => rows.find(({ contender }) => contender === name)?.median ?? Number.NaN
  return {
    title,
    unit,
    measurements: rows,
    aims: aims.map((aim) => {
      const measured = median(aim.of) / (aim.to === undefined ? 1 : median(aim.to))
      return { ...aim, measured, met: isMet(aim, measured) }
    })
  }
}

/** A number with at least three digits. */
export const figure = (value: number): string => {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

const verdict = ({ of, to, is, bound, measured, met }: Verdict, unit: string): string =>
  (to === undefined ? `${of}: ${figure(measured)} ${unit}` : `${of} to ${to}: ${measured.toFixed(2)} times`) +
  (bound === undefined ? "" : `, aim ${is} ${bound}: ${met ? "met" : "MISSED"}`)

const range = ({ min, max }: Row): string => `${figure(min)}–${figure(max)}`

/** Cells for a terminal: the first column to the left, numbers to the right. */
const aligned = (rows: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  ")
  )
}

const cells = ({ measurements, unit }: EvaluatedTable): ReadonlyArray<ReadonlyArray<string>> => [
  ["contender", `median, ${unit}`, "min–max"],
  ...measurements.map((row) => [row.contender, figure(row.median), range(row)])
]

/** The table for a terminal, with numbers aligned to the right. */
export const text = (judged: EvaluatedTable): string => {
  return [
    judged.title,
    ...[...aligned(cells(judged)), ...judged.aims.map((_) => verdict(_, judged.unit))].map((line) => `  ${line}`)
  ].join("\n")
}

/** One table for a terminal: a row for each of the given tables, a column for each contender, then the aims. */
export const sideBySide = (tables: ReadonlyArray<EvaluatedTable>): string => {
  const contenders = tables[0]?.measurements.map(({ contender }) => contender) ?? []
  const rows = tables.map(({ title, unit, measurements }) => [
    `${title}, ${unit}`,
    ...measurements.map(({ median }) => figure(median))
  ])
  const aims = tables.flatMap((table) => table.aims.map((aim) => `${table.title}, ${verdict(aim, table.unit)}`))
  return [...aligned([["", ...contenders], ...rows]), "", ...aims].join("\n")
}

export const markdown = (judged: EvaluatedTable): string => {
  const [head, ...rows] = cells(judged).map((row) => `| ${row.join(" | ")} |`)
  const table = [`**${judged.title}**`, "", head, "|---|--:|--:|", ...rows].join("\n")
  const verdicts = judged.aims.map((_) => `- ${verdict(_, judged.unit)}`)
  return verdicts.length === 0 ? table : `${table}\n\n${verdicts.join("\n")}`
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
        const median = (name: string) =>
          figure(measurements.find(({ contender }) => contender === name)?.median ?? Number.NaN)
        const beside = to === undefined ? ["–", "–", "–"] : [to, median(to), measured.toFixed(2)]
        const values = [title, `${median(of)} ${unit}`, ...beside]
        const [aim, verdict] = bound === undefined ? ["–", "–"] : [`${is} ${bound}`, met ? "met" : "missed"]
        return `| ${[...values, aim, verdict].join(" | ")} |`
      })
    )
  ].join("\n")
