import { type Box, type ChartBlock, categoryShare, type ShapeBlock, type TableBlock, type Theme } from "../Plan.ts"
import type { ShapePreset, ShapeProps, Slide, TableRow } from "./Presentation.ts"
import { colorValue } from "./SchemeColors.ts"
import { textRuns } from "./TextRuns.ts"

/** What every figure of a deck is drawn with. */
export interface Pen {
  readonly theme: Theme
  readonly language: string
}

/** Points. */
const lineWidth = 0.75

/** Inches: of a rounded rectangle's corners, less where it is low. */
const cornerRadius = 0.06

/** Of a ring's shorter side. */
const ringWidth = 0.18

/** Of a box of 1 × 1, from its upper left corner. */
const checkMark = [
  [0, 0.56],
  [0.17, 0.38],
  [0.37, 0.58],
  [0.83, 0.1],
  [1, 0.27],
  [0.38, 0.92]
] as const

const crossMark = [
  [0, 0.18],
  [0.18, 0],
  [0.5, 0.32],
  [0.82, 0],
  [1, 0.18],
  [0.68, 0.5],
  [1, 0.82],
  [0.82, 1],
  [0.5, 0.68],
  [0.18, 1],
  [0, 0.82],
  [0.32, 0.5]
] as const

const outline = (points: ReadonlyArray<readonly [number, number]>, { w, h }: Box): Required<ShapeProps>["points"] => [
  ...points.map(([x, y]) => ({ x: x * w, y: y * h })),
  { close: true }
]

const geometry = ({ shape, box }: ShapeBlock): readonly [ShapePreset, ShapeProps] => {
  const side = Math.min(box.w, box.h)
  switch (shape) {
    case "check":
      return ["custGeom", { points: outline(checkMark, box) }]
    case "cross":
      return ["custGeom", { points: outline(crossMark, box) }]
    case "ring":
      return ["donut", { rectRadius: ringWidth * side }]
    case "roundRect":
      return ["roundRect", { rectRadius: Math.min(side / 2, cornerRadius) }]
    default:
      return [shape, {}]
  }
}

export const addShape = (slide: Slide, block: ShapeBlock, name: string, { theme }: Pen): void => {
  const [preset, points] = geometry(block)
  const fill = block.shape === "ring" ? (block.fill ?? block.line) : block.fill
  const line = block.shape === "ring" ? null : block.line
  slide.addShape(preset, {
    ...block.box,
    ...points,
    objectName: name,
    ...(fill !== null && { fill: { color: colorValue(fill, theme) } }),
    ...(line !== null && { line: { color: colorValue(line, theme), width: lineWidth } })
  })
}

export const addTable = (slide: Slide, block: TableBlock, name: string, { theme }: Pen): void => {
  const rows = block.rows.map(
    (row): TableRow =>
      row.map(({ paragraphs, fill, color = "ink", align, columns }) => ({
        text: textRuns(paragraphs, { theme, size: block.size, color, ...(align !== undefined && { align }) }),
        options: {
          ...(columns !== undefined && { colspan: columns }),
          ...(fill !== undefined && { fill: { color: colorValue(fill, theme) } })
        }
      }))
  )
  const rule = { type: "solid", pt: lineWidth, color: colorValue("faint", theme) } as const
  const none = { type: "none" } as const
  slide.addTable(rows, {
    objectName: name,
    x: block.box.x,
    y: block.box.y,
    w: block.columnWidths.reduce((sum, width) => sum + width, 0),
    h: block.rowHeights.reduce((sum, height) => sum + height, 0),
    colW: [...block.columnWidths],
    rowH: [...block.rowHeights],
    fontSize: block.size,
    margin: [0.04, 0.08, 0.04, 0.08],
    border: [none, none, rule, none],
    valign: "middle"
  })
}

/** Points. */
const chartText = 12

/**
 * A series has a value of its own or none: where several are drawn over each other, a category shows the bar that is
 * not nothing, or one nothing.
 */
const valuesOf = ({ series }: ChartBlock, at: number): Array<number | null> => {
  const { values = [] } = series[at] ?? {}
  return values.map((value, category) => {
    if (value !== 0) return value
    const shown = series.findIndex((other) => (other.values[category] ?? 0) !== 0)
    return at === Math.max(0, shown) ? 0 : null
  })
}

export const addChart = (slide: Slide, block: ChartBlock, name: string, { theme, language }: Pen): void => {
  const several = block.series.length > 1
  const ink = colorValue("ink", theme)
  const data = block.series.map((series, at) => ({
    name: series.name,
    labels: [...block.categories],
    values: valuesOf(block, at)
  }))
  slide.addChart("bar", data, {
    ...block.box,
    objectName: name,
    altText: block.alt,
    lang: language,
    barDir: "bar",
    barGrouping: "clustered",
    barOverlapPct: several ? 100 : 0,
    barGapWidthPct: 45,
    chartColors: block.series.map(({ color }) => colorValue(color, theme)),
    chartArea: { roundedCorners: false },
    layout: { x: categoryShare, y: 0.01, w: 0.92 - categoryShare, h: several ? 0.9 : 0.98 },
    catAxisOrientation: "maxMin",
    catAxisLabelColor: ink,
    catAxisLabelFontFace: "+mn-lt",
    catAxisLabelFontSize: chartText,
    catAxisLineColor: colorValue("muted", theme),
    catAxisMajorTickMark: "none",
    valAxisHidden: true,
    valAxisMinVal: 0,
    valAxisMaxVal: block.max,
    valGridLine: { style: "none" },
    showValue: true,
    dataLabelColor: ink,
    dataLabelFontFace: "+mn-lt",
    dataLabelFontSize: chartText,
    dataLabelFormatCode: block.unit === "percent" ? '0" %"' : "0",
    showLegend: several,
    legendPos: "b",
    legendColor: ink,
    legendFontSize: chartText
  })
}
