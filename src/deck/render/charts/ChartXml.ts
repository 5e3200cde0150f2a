import { type Box, chartTextSize } from "../../Plan.ts"
import { escape } from "../../package/XmlText.ts"
import { header, type Pen } from "../Pen.ts"
import { fillXml, lineXml } from "../SchemeColors.ts"

const main = "http://schemas.openxmlformats.org"

/** The axes of every chart. */
const categoryAxis = 1
const valueAxis = 2

export const axisIds = `<c:axId val="${categoryAxis}"/><c:axId val="${valueAxis}"/>`

/** Text of a chart in `ink`. */
export const textXml = (size = chartTextSize): string =>
  `<c:txPr><a:bodyPr/><a:lstStyle/><a:p><a:pPr><a:defRPr sz="${size * 100}">${fillXml("ink")}</a:defRPr></a:pPr>` +
  '<a:endParaRPr lang="en-US"/></a:p></c:txPr>'

/** Inside a chart's frame: where the axes' rectangle stands, in inches; nothing else moves it. */
export const plotLayout = (plot: Box, frame: Pick<Box, "w" | "h">): string => {
  const part = (name: string, value: number, of: number) => `<c:${name} val="${Number((value / of).toFixed(5))}"/>`
  return (
    '<c:layout><c:manualLayout><c:layoutTarget val="inner"/><c:xMode val="edge"/><c:yMode val="edge"/>' +
    part("x", plot.x, frame.w) +
    part("y", plot.y, frame.h) +
    part("w", plot.w, frame.w) +
    part("h", plot.h, frame.h) +
    "</c:manualLayout></c:layout>"
  )
}

/** Below the chart; `without` are the series that it leaves out. */
export const legendXml = (without: ReadonlyArray<number> = []): string =>
  '<c:legend><c:legendPos val="b"/>' +
  without.map((index) => `<c:legendEntry><c:idx val="${index}"/><c:delete val="1"/></c:legendEntry>`).join("") +
  `<c:overlay val="0"/>${textXml()}</c:legend>`

export interface AxisOptions {
  readonly element: "catAx" | "dateAx" | "valAx"
  /** Runs against the reading direction, or for a vertical one, from the top down. */
  readonly reversed?: boolean
  readonly position: "l" | "r" | "b"
  readonly deleted?: boolean
  readonly min?: number
  readonly max?: number
  readonly grid?: boolean
  readonly format?: string
  readonly line?: boolean
  /** What follows the crossing: elements of the kind of axis. */
  readonly rest: string
}

export const axisXml = (options: AxisOptions): string => {
  const [own, other] = options.element === "valAx" ? [valueAxis, categoryAxis] : [categoryAxis, valueAxis]
  const { min, max } = options
  return (
    `<c:${options.element}><c:axId val="${own}"/><c:scaling>` +
    `<c:orientation val="${options.reversed === true ? "maxMin" : "minMax"}"/>` +
    (max === undefined ? "" : `<c:max val="${max}"/>`) +
    (min === undefined ? "" : `<c:min val="${min}"/>`) +
    `</c:scaling><c:delete val="${options.deleted === true ? 1 : 0}"/><c:axPos val="${options.position}"/>` +
    (options.grid === true ? `<c:majorGridlines><c:spPr>${lineXml("faint", 0.75)}</c:spPr></c:majorGridlines>` : "") +
    `<c:numFmt formatCode="${escape(options.format ?? "General")}" sourceLinked="0"/>` +
    '<c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="low"/>' +
    `<c:spPr>${lineXml(options.line === true ? "muted" : null, 0.75)}</c:spPr>${textXml()}` +
    `<c:crossAx val="${other}"/><c:crosses val="autoZero"/>${options.rest}</c:${options.element}>`
  )
}

export interface Plot {
  readonly layout: string
  /** Its series, in elements of their kinds. */
  readonly plots: string
  readonly axes: string
  readonly legend: string
  /** What a missing value does to a line. */
  readonly blanks: "gap" | "span"
}

/** A chart's part; its workbook is its first relation. */
export const chartXml = (plot: Plot, { language }: Pen): string =>
  `${header}<c:chartSpace xmlns:c="${main}/drawingml/2006/chart" xmlns:a="${main}/drawingml/2006/main" ` +
  `xmlns:r="${main}/officeDocument/2006/relationships"><c:date1904 val="0"/><c:lang val="${language}"/>` +
  '<c:roundedCorners val="0"/><c:chart><c:autoTitleDeleted val="1"/><c:plotArea>' +
  `${plot.layout}${plot.plots}${plot.axes}<c:spPr><a:noFill/>${lineXml(null, 0)}</c:spPr></c:plotArea>${plot.legend}<c:plotVisOnly val="1"/>` +
  `<c:dispBlanksAs val="${plot.blanks}"/></c:chart><c:spPr><a:noFill/>${lineXml(null, 0)}</c:spPr>` +
  `${textXml()}<c:externalData r:id="rId1"><c:autoUpdate val="0"/></c:externalData></c:chartSpace>`
