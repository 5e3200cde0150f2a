import type { Document } from "domhandler"
import type { ChartBlock, Color } from "../DeckPlan.ts"
import { lineScale, type Sheet } from "../draw/LineCharts.ts"
import { formatOf, type Scale, withUnit } from "../facts/Scale.ts"
import { fillXml, lineXml } from "../templates/SchemeColors.ts"
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
import { escape } from "../templates/XmlText.ts"

/** A chart's part with what it was drawn from. */
export interface DrawnChart {
  readonly part: Document
  readonly plan: ChartBlock
  readonly sheet: Sheet
}

type Mend = (chart: DrawnChart) => void

/** PptxGenJS puts text beside all series, shown or not, with a font and a colour of its own. */
export const noLabels: Mend = ({ part }) => remove(...all(part, "c:dLbls"))

/** It writes a missing value as an empty one, which is no number. */
export const noEmptyValues: Mend = ({ part }) => {
  const points = all(part, "c:val").flatMap((values) => all(values, "c:pt"))
  remove(...points.filter((point) => child(point, "c:v")?.children.length === 0))
}

const dashes = {
  solid: "",
  dashed: '<a:prstDash val="dash"/>',
  dotted: '<a:prstDash val="sysDot"/>',
  fine: '<a:prstDash val="sysDash"/>'
} as const

/** Points. */
const strokes = { solid: 2.25, dashed: 1.5, dotted: 1.5, fine: 1.25 } as const

const markerXml = (color: Color): string =>
  `<c:symbol val="circle"/><c:size val="6"/><c:spPr>${fillXml(color)}<a:ln><a:noFill/></a:ln></c:spPr>`

/** It knows one dash, width, border and marker for all series of a chart, and colours that no theme changes. */
export const ownLooks: Mend = ({ part, plan: { lines } }) => {
  for (const [at, series] of all(part, "c:ser").entries()) {
    const { color, stroke } = lines[at] ?? { color: "ink", stroke: "solid" }
    fill(child(series, "c:spPr"), lineXml(color, strokes[stroke], dashes[stroke]))
    fill(child(series, "c:marker"), stroke === "solid" ? markerXml(color) : '<c:symbol val="none"/>')
  }
}

const shown = (value: 0 | 1): string =>
  `<c:showLegendKey val="0"/><c:showVal val="${value}"/><c:showCatName val="0"/><c:showSerName val="0"/>` +
  '<c:showPercent val="0"/><c:showBubbleSize val="0"/>'

/** From here on a number is written as on the axis, in few characters. */
const long = 100_000

const labelXml = (at: number, scale: Scale, unit = ""): string => {
  const isLong = Math.max(Math.abs(scale.min), Math.abs(scale.max)) >= long
  const code = isLong ? formatOf(scale, unit) : withUnit("General", unit)
  const format = `<c:numFmt formatCode="${escape(code)}" sourceLinked="0"/>`
  // On paper, since other lines may pass behind it.
  const look = `${format}<c:spPr>${fillXml("paper")}</c:spPr><c:dLblPos val="t"/>`
  return `<c:dLbls><c:dLbl><c:idx val="${at}"/>${look}${shown(1)}</c:dLbl>${shown(0)}</c:dLbls>`
}

/** It shows all values of a chart or none, and not just the last one of what is measured. */
export const lastValues: Mend = ({ part, plan, sheet }) => {
  for (const [at, series] of all(part, "c:ser").entries()) {
    const last = sheet.series[at]?.cells.findLastIndex((cell) => cell !== null) ?? -1
    if (plan.lines[at]?.stroke !== "solid" || last < 0) continue
    insertAfter(child(series, "c:marker"), labelXml(last, lineScale(plan), plan.unit))
  }
}

/** It names a third axis, which is not there. */
export const twoAxes: Mend = ({ part }) => {
  const [, , ...more] = elements(first(part, "c:lineChart")).filter(({ name }) => name === "c:axId")
  remove(...more)
}

/** It does not say how the values of lines add up, which the format asks for. */
export const plainLines: Mend = ({ part }) =>
  insertBefore(child(first(part, "c:lineChart"), "c:varyColors"), '<c:grouping val="standard"/>')

/** It shows dates as the workbook's cells do, and leaves the kind of their axis to the program that shows them. */
export const fixedAxis: Mend = ({ part }) => {
  const dates = first(part, "c:dateAx")
  set(child(dates, "c:numFmt"), "sourceLinked", "0")
  set(child(dates, "c:auto"), "val", "0")
}

/** It draws lines only between the dates, as if they were columns. */
export const linesAtDates: Mend = ({ part }) => set(first(part, "c:crossBetween"), "val", "midCat")

/** It gives lines and axes what the format does not have there, and dates' unit before their number. */
export const schemasOrder: Mend = ({ part }) => {
  for (const line of all(part, "c:lineChart")) remove(...all(line, "c:invertIfNegative"))
  remove(...all(part, "c:noMultiLvlLbl"))
  const dates = first(part, "c:dateAx")
  remove(child(dates, "c:lblAlgn"))
  moveToEnd(child(dates, "c:majorTimeUnit"))
}

const mends: ReadonlyArray<Mend> = [
  ...[noLabels, noEmptyValues, ownLooks, lastValues, twoAxes, plainLines],
  ...[fixedAxis, linesAtDates, schemasOrder]
]

/** Mends a chart's part. */
export const mendChart = (chart: DrawnChart): void => {
  for (const mend of mends) mend(chart)
}
