import type { Document, Element } from "domhandler"
import type { ChartBlock, Color } from "../DeckPlan.ts"
import { lineScale } from "../draw/charts/LineCharts.ts"
import { columnName, type Sheet, shownIn } from "../draw/charts/Sheet.ts"
import { formatOf, type Scale } from "../facts/Scale.ts"
import { fillXml, lineXml, seriesFillXml } from "../templates/SchemeColors.ts"
import {
  all,
  child,
  elements,
  fill,
  first,
  insertAfter,
  insertBefore,
  moveToEnd,
  remove,
  set
} from "../templates/Xml.ts"
import type { Pen } from "../templates/XmlContext.ts"
import { escape } from "../templates/XmlText.ts"

/** A chart's part with what it was drawn from. */
export interface DrawnChart extends Pen {
  readonly part: Document
  readonly plan: ChartBlock
  readonly sheet: Sheet
}

type Mend = (chart: DrawnChart) => void

/** The axis of names or dates. */
const namesAxis = (part: Document): Element | undefined => all(part, "c:catAx", "c:dateAx")[0]

/** PptxGenJS needs a series to draw a chart; where the plan has none, the drawn one goes. */
export const plannedSeries: Mend = ({ part, sheet }) => remove(...all(part, "c:ser").slice(sheet.series.length))

/** It puts text beside all series, shown or not, with a font and a colour of its own. */
export const noLabels: Mend = ({ part }) => remove(...all(part, "c:dLbls"))

/** It writes a missing value as an empty one, which is no number. */
export const noEmptyValues: Mend = ({ part }) => {
  const points = all(part, "c:val").flatMap((values) => all(values, "c:pt"))
  remove(...points.filter((point) => child(point, "c:v")?.children.length === 0))
}

/** It names an axis by all columns before the values, and dates without their format. */
export const axisNames: Mend = ({ part, plan, sheet: { about } }) => {
  const cells = about.at(-1)?.cells ?? []
  const column = columnName(about.length - 1)
  const [kind, format] = plan.chart === "bar" ? ["str", ""] : ["num", "<c:formatCode>yyyy\\-mm\\-dd</c:formatCode>"]
  const points = cells.map((cell, at) => `<c:pt idx="${at}"><c:v>${escape(shownIn(cell))}</c:v></c:pt>`)
  const xml =
    `<c:${kind}Ref><c:f>Sheet1!$${column}$2:$${column}$${cells.length + 1}</c:f><c:${kind}Cache>${format}` +
    `<c:ptCount val="${cells.length}"/>${points.join("")}</c:${kind}Cache></c:${kind}Ref>`
  for (const names of all(part, "c:cat")) fill(names, xml)
}

const dashes = { solid: "", dashed: '<a:prstDash val="dash"/>', dotted: '<a:prstDash val="sysDot"/>' } as const

/** Points, of lines, and of the frame that reaches as far as is expected. */
const strokes = { solid: 2.25, dashed: 1.5, dotted: 1.5, frame: 1.5 } as const

const markerXml = (color: Color): string =>
  `<c:symbol val="circle"/><c:size val="6"/><c:spPr>${fillXml(color)}${lineXml(null, 0)}</c:spPr>`

/** The look of each series, and its markers'. */
const looksOf = (plan: ChartBlock): ReadonlyArray<readonly [look: string, marker?: string]> => {
  if (plan.chart === "line")
    return plan.lines.map(({ color, stroke }) => [
      lineXml(color, strokes[stroke], dashes[stroke]),
      stroke === "solid" ? markerXml(color) : '<c:symbol val="none"/>'
    ])
  const bars = plan.series.map((series) => [seriesFillXml(series)] as const)
  const isFramed = plan.chart === "bar" && plan.expected !== undefined
  return isFramed ? [...bars, [`<a:noFill/>${lineXml("ink", strokes.frame)}`]] : bars
}

/** It knows no shades of a colour, and one dash, width, border and marker for all series of a chart. */
export const ownLooks: Mend = ({ part, plan }) => {
  const looks = looksOf(plan)
  for (const [at, series] of all(part, "c:ser").entries()) {
    const [look = "", marker = ""] = looks[at] ?? []
    fill(child(series, "c:spPr"), look)
    fill(child(series, "c:marker"), marker)
  }
}

const shown = (value: 0 | 1): string =>
  `<c:showLegendKey val="0"/><c:showVal val="${value}"/><c:showCatName val="0"/><c:showSerName val="0"/>` +
  '<c:showPercent val="0"/><c:showBubbleSize val="0"/>'

/** From here on a number is written as on the axis, in few characters. */
const long = 100_000

const labelXml = (at: number, scale: Scale): string => {
  const isLong = Math.max(Math.abs(scale.min), Math.abs(scale.max)) >= long
  const format = isLong ? `<c:numFmt formatCode="${escape(formatOf(scale))}" sourceLinked="0"/>` : ""
  // On paper, since other lines may pass behind it.
  const look = `${format}<c:spPr>${fillXml("paper")}</c:spPr><c:dLblPos val="t"/>`
  return `<c:dLbls><c:dLbl><c:idx val="${at}"/>${look}${shown(1)}</c:dLbl>${shown(0)}</c:dLbls>`
}

/** It shows all values of a chart or none, and not just the last one of what is measured. */
export const lastValues: Mend = ({ part, plan, sheet }) => {
  if (plan.chart !== "line") return
  for (const [at, series] of all(part, "c:ser").entries()) {
    const last = sheet.series[at]?.cells.findLastIndex((cell) => cell !== null) ?? -1
    if (plan.lines[at]?.stroke !== "solid" || last < 0) continue
    insertAfter(child(series, "c:marker"), labelXml(last, lineScale(plan)))
  }
}

/** It names a third axis, which is not there. */
export const twoAxes: Mend = ({ part }) => {
  for (const plot of all(part, "c:barChart", "c:lineChart")) {
    const [, , ...more] = elements(plot).filter(({ name }) => name === "c:axId")
    remove(...more)
  }
}

/** It does not say how the values of lines add up, which the format asks for. */
export const plainLines: Mend = ({ part }) =>
  insertBefore(child(first(part, "c:lineChart"), "c:varyColors"), '<c:grouping val="standard"/>')

/** It shows names as the workbook's cells do, and leaves the kind of their axis to the program that shows them. */
export const fixedAxis: Mend = ({ part }) => {
  const [format, auto] = ["c:numFmt", "c:auto"].map((name) => child(namesAxis(part), name))
  set(format, "sourceLinked", "0")
  set(auto, "val", "0")
}

/** Its types let axes run from left to right and from below only, and stand at the left. */
export const axisDirections: Mend = ({ part, plan, direction }) => {
  const isBar = plan.chart === "bar"
  const [names, values] = [namesAxis(part), first(part, "c:valAx")]
  if (isBar || direction === "rtl") set(first(names, "c:orientation"), "val", "maxMin")
  if (direction === "ltr") return
  if (isBar) set(first(values, "c:orientation"), "val", "maxMin")
  set(child(isBar ? names : values, "c:axPos"), "val", "r")
}

/** It draws lines only between the dates, as if they were columns. */
export const linesAtDates: Mend = ({ part, plan }) => {
  if (plan.chart === "line") set(first(part, "c:crossBetween"), "val", "midCat")
}

/** It lists series without a value, too. */
export const listedSeries: Mend = ({ part, plan }) => {
  const series = plan.chart === "bar" ? plan.series : []
  const unlisted = series.flatMap(({ values }, at) => (values.every((value) => value === null) ? [at] : []))
  const entries = unlisted.map((at) => `<c:legendEntry><c:idx val="${at}"/><c:delete val="1"/></c:legendEntry>`)
  insertAfter(first(part, "c:legendPos"), entries.join(""))
}

/** It gives lines and axes what the format does not have there, and dates' unit before their number. */
export const schemasOrder: Mend = ({ part }) => {
  for (const line of all(part, "c:lineChart")) remove(...all(line, "c:invertIfNegative"))
  remove(...all(part, "c:noMultiLvlLbl"))
  const dates = first(part, "c:dateAx")
  remove(child(dates, "c:lblAlgn"))
  moveToEnd(child(dates, "c:majorTimeUnit"))
}

const mends: ReadonlyArray<Mend> = [
  ...[plannedSeries, noLabels, noEmptyValues, axisNames, ownLooks, lastValues, twoAxes, plainLines],
  ...[fixedAxis, axisDirections, linesAtDates, listedSeries, schemasOrder]
]

/** Mends a chart's part. */
export const mendChart = (chart: DrawnChart): void => {
  for (const mend of mends) mend(chart)
}
