import { type BarChart, type Box, barChartHeight, barPitch, barScale, type DeckPlan } from "../../DeckPlan.ts"
import { drawnColors } from "../../templates/SchemeColors.ts"
import { embedding, fromLeft, fromTheRight, leftMark, turns } from "../../text/Direction.ts"
import { commonOptions } from "./Options.ts"
import { columnName, type Drawing, type FormulaCell } from "./Sheet.ts"

type Direction = Pick<DeckPlan, "direction">

/** Columns before those of the series: the names in full, and what stands beside the bars. */
const firstSeries = 2

/** Inches that stay free beyond the axis' end. */
const margin = 0.15

/** The space between bars, in percent of a bar's height. */
const gapWidth = 50

/** In a formula. */
const nothing = '""'

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

/** The label follows the name when somebody edits that: it has all of it in it, or what is left of it. */
const labelFormula = (name: string, label: string, row: number): ReadonlyArray<string> => {
  const whole = label.indexOf(name)
  if (whole >= 0) return [quoted(label.slice(0, whole)), `A${row}`, quoted(label.slice(whole + name.length))]
  const begin = label.search(/[^\u200E\u202A\u202B]/)
  const cut = label.indexOf("…")
  const isCut = cut > begin && name.startsWith(label.slice(begin, cut))
  return isCut
    ? [quoted(label.slice(0, begin)), `LEFT(A${row},${cut - begin})`, quoted(label.slice(cut))]
    : [quoted(label)]
}

/** Between a name and its value, both in the order of the deck whatever the name's letters. */
const separators = { ltr: "\u200E  ", rtl: "\u200F  " } as const

/** A name and a value in a line of the deck's direction, each of which runs as it would alone. */
const lineOf = (label: string, direction: Direction["direction"]) => {
  if (direction === "ltr")
    return { begin: turns(label) ? leftMark : "", name: label, value: (text: string) => text, end: "" }
  const { right: begin, end } = embedding
  return { begin, name: fromTheRight(label) ? label : fromLeft(label), value: fromLeft, end }
}

const labelOf = ({ categories, series, unit }: BarChart, at: number, { direction }: Direction): FormulaCell => {
  const { name, label } = categories[at] ?? { name: "", label: "" }
  const values = series.flatMap(({ values }) => values[at] ?? [])
  const after = unit === "percent" ? "\u00A0%" : ""
  const shown = values.length === 0 ? "–" : `${values.reduce((sum, value) => sum + value, 0)}${after}`
  const cells = `${columnName(firstSeries)}${at + 2}:${columnName(firstSeries + series.length - 1)}${at + 2}`
  const value = `IF(COUNT(${cells})=0,"–",SUM(${cells})&${quoted(after)})`
  const between = separators[direction]
  const line = lineOf(label, direction)
  const [beforeValue, afterValue] = line.value("\n").split("\n")
  return {
    formula: [
      quoted(line.begin),
      ...labelFormula(name, line.name, at + 2),
      quoted(`${between}${beforeValue}`),
      value,
      quoted(`${afterValue}${line.end}`)
    ]
      .filter((part) => part !== nothing)
      .join("&"),
    shown: `${line.begin}${line.name}${between}${line.value(shown)}${line.end}`
  }
}

const plotOf = (chart: BarChart, pen: Direction): Box => ({
  x: pen.direction === "rtl" ? margin : chart.box.w - barScale.width - margin,
  y: 0,
  w: barScale.width,
  h: chart.categories.length * barPitch(chart.box, chart.categories.length)
})

/** All series are drawn over each other, and over them those of what is expected. */
export const barDrawing = (chart: BarChart, pen: Direction): Drawing => {
  const { box, categories, expected } = chart
  const values = [...chart.series, ...(expected === undefined ? [] : [expected])]
  const frame = { w: box.w, h: barChartHeight(box, categories.length) }
  return {
    sheet: {
      about: [
        { title: "Name", cells: categories.map(({ name }) => name) },
        { title: "Label", cells: categories.map((_, at) => labelOf(chart, at, pen)) }
      ],
      series: values.map((one) => ({ title: one.name, cells: one.values }))
    },
    options: {
      ...commonOptions(plotOf(chart, pen), frame, values.length > 1),
      ...{ barDir: "bar", barGapWidthPct: gapWidth, barOverlapPct: 100, displayBlanksAs: "gap" },
      chartColors: values.map((_, at) => drawnColors[chart.series[at]?.color ?? "ink"]),
      ...{ valAxisHidden: true, valAxisMinVal: 0, valAxisMaxVal: chart.unit === "percent" ? 100 : chart.max },
      valGridLine: { style: "none" }
    }
  }
}
