import { type Box, chartTextSize } from "../../DeckPlan.ts"
import { scale } from "../../templates/Layouts.ts"
import { drawnColors } from "../../templates/SchemeColors.ts"
import type { ChartOptions } from "../Library.ts"

/** Inches around the axes' rectangle, the same in all charts: labels stand there, and the legend. */
const margins = { start: 0.75, end: 0.45, top: 0.2, bottom: 0.36, legend: 0.36 }

/** Where the axes' rectangle stands in a chart. Time runs as the words of a deck do, which are English. */
export const plotOf = ({ w, h }: Box, hasLegend: boolean): Box => ({
  x: margins.start,
  y: margins.top,
  w: w - margins.start - margins.end,
  h: h - margins.top - margins.bottom - (hasLegend ? margins.legend : 0)
})

/** The theme's font of text. */
const font = "+mn-lt"

const textSize = chartTextSize * scale

const part = (value: number, of: number): number => Number(Math.max(0, value / of).toFixed(5))

/** What all charts have in common; `plot` is where the axes' rectangle stands in the frame, in inches. */
export const commonOptions = (plot: Box, frame: Pick<Box, "w" | "h">, showLegend: boolean): ChartOptions => ({
  layout: { x: part(plot.x, frame.w), y: part(plot.y, frame.h), w: part(plot.w, frame.w), h: part(plot.h, frame.h) },
  chartArea: { roundedCorners: false },
  ...{ catAxisLabelFontSize: textSize, catAxisLabelFontFace: font, catAxisLabelColor: drawnColors.ink },
  ...{ valAxisLabelFontSize: textSize, valAxisLabelFontFace: font, valAxisLabelColor: drawnColors.ink },
  ...{ catAxisLabelPos: "low", catAxisMajorTickMark: "none", valAxisLabelPos: "low", valAxisMajorTickMark: "none" },
  ...{ catAxisLineColor: drawnColors.muted, catAxisLineSize: 0.75, valAxisLineShow: false },
  valGridLine: { color: drawnColors.faint, size: 0.75, style: "solid" },
  ...{ showLegend, legendPos: "b", legendFontSize: textSize, legendFontFace: font, legendColor: drawnColors.ink }
})
