import type { Block, Cell, ChartBlock, Color, DeckPlan, Paragraph, Theme } from "../../../src/deck/DeckPlan.ts"
import { type LibrarySlide, Presentation } from "../../../src/deck/draw/Library.ts"

const fontFace = "Arial"

const rgb = (color: Color, { colors }: Theme): string => (color === "faint" ? "DFE3E8" : colors[color])

/** The runs of the paragraphs, each with its colour where it has one of its own. */
const textOf = (paragraphs: ReadonlyArray<Paragraph>, theme: Theme) =>
  paragraphs.flatMap(({ runs }) =>
    runs.map(({ text, bold = false, color }, index) => ({
      text,
      options: { bold, breakLine: index === runs.length - 1, ...(color && { color: rgb(color, theme) }) }
    }))
  )

const cellOf = ({ paragraphs, columns = 1 }: Cell, theme: Theme) => ({
  text: textOf(paragraphs, theme),
  options: { colspan: columns }
})

/** In PptxGenJS a chart has one list of labels, and each of its series a number for every label. */
const seriesOf = (chart: ChartBlock) => {
  if (chart.chart === "line") {
    const labels = [...new Set(chart.lines.flatMap(({ points }) => points.map(({ date }) => date)))].sort()
    return chart.lines.map(({ name, points }) => {
      const known = new Map(points.map(({ date, value }) => [date, value]))
      return { name, labels, values: labels.map((label) => known.get(label) ?? 0) }
    })
  }
  const labels = chart.chart === "bar" ? chart.categories.map(({ label }) => label) : [...chart.dates]
  return chart.series.map(({ name, values }) => ({ name, labels, values: values.map((value) => value ?? 0) }))
}

const place = (slide: LibrarySlide, block: Block, theme: Theme): void => {
  const { x, y, w, h } = block.box
  switch (block.kind) {
    case "text":
      slide.addText(textOf(block.paragraphs, theme), {
        ...{ x, y, w, h, margin: 0, fontFace },
        ...{ fontSize: block.size, color: rgb(block.color, theme), valign: block.anchor }
      })
      return
    case "table":
      slide.addTable(
        block.rows.map((row) => row.map((cell) => cellOf(cell, theme))),
        { x, y, w, colW: [...block.columnWidths], rowH: [...block.rowHeights], fontSize: block.size, fontFace }
      )
      return
    case "chart":
      slide.addChart(block.chart === "line" ? "line" : "bar", seriesOf(block), { x, y, w, h })
  }
}

/** The same slides made with PptxGenJS only: without masters and table styles, but compressed like ours. */
export const plainDeck = async (plan: DeckPlan): Promise<Uint8Array> => {
  const pptx = new Presentation()
  pptx.layout = "LAYOUT_WIDE"
  for (const { blocks, notes } of plan.slides) {
    const slide = pptx.addSlide()
    for (const block of blocks) place(slide, block, plan.theme)
    if (notes !== "") slide.addNotes(notes)
  }
  // Only its output method `stream` has the option to compress.
  const bytes: unknown = await pptx.stream({ compression: true })
  return bytes instanceof Uint8Array ? bytes : new Uint8Array()
}
