import * as library from "pptxgenjs"
import type { Block, Cell, DeckPlan, Paragraph, ShapeName, Theme } from "../../../src/deck/Plan.ts"

type Library = library.default
type Slide = library.default.Slide

/** The library's types describe CommonJS, where `default` is not the class; in the module that Node loads it is. */
const exported: string = "default"
const Presentation: new () => Library = Reflect.get(library, exported)

const shapes: Readonly<Record<ShapeName, Parameters<Slide["addShape"]>[0]>> = {
  rect: "rect",
  roundRect: "roundRect",
  ellipse: "ellipse",
  diamond: "diamond",
  triangle: "triangle",
  check: "halfFrame",
  cross: "mathMultiply",
  ring: "donut"
}

const textOf = (paragraphs: ReadonlyArray<Paragraph>) =>
  paragraphs.flatMap(({ runs }) =>
    runs.map(({ text, bold = false }, index) => ({ text, options: { bold, breakLine: index === runs.length - 1 } }))
  )

const cellOf = ({ paragraphs, columns = 1 }: Cell) => ({ text: textOf(paragraphs), options: { colspan: columns } })

const place = (slide: Slide, block: Block, { colors, font }: Theme): void => {
  const { x, y, w, h } = block.box
  switch (block.kind) {
    case "text":
      slide.addText(textOf(block.paragraphs), {
        ...{ x, y, w, h, margin: 0, fontFace: font },
        ...{ fontSize: block.size, color: colors[block.color], valign: block.anchor }
      })
      return
    case "shape":
      slide.addShape(shapes[block.shape], {
        ...{ x, y, w, h },
        ...(block.fill === null ? {} : { fill: { color: colors[block.fill] } }),
        ...(block.line === null ? {} : { line: { color: colors[block.line] } })
      })
      return
    case "table":
      slide.addTable(
        block.rows.map((row) => row.map(cellOf)),
        { x, y, w, colW: [...block.columnWidths], rowH: [...block.rowHeights], fontSize: block.size, fontFace: font }
      )
      return
    case "chart":
      slide.addChart(
        "bar",
        block.series.map(({ name, values }) => ({ name, labels: [...block.categories], values: [...values] })),
        { x, y, w, h, barDir: "bar", chartColors: block.series.map(({ color }) => colors[color]) }
      )
  }
}

/** The same slides made with PptxGenJS only: without masters and without finishing, but compressed like ours. */
export const plainDeck = async (plan: DeckPlan): Promise<Uint8Array> => {
  const pptx = new Presentation()
  pptx.layout = "LAYOUT_WIDE"
  for (const { blocks, notes } of plan.slides) {
    const slide = pptx.addSlide()
    for (const block of blocks) place(slide, block, plan.theme)
    if (notes !== "") slide.addNotes(notes)
  }
  // Of its output methods only `stream` has the option to compress.
  const bytes: unknown = await pptx.stream({ compression: true })
  return bytes instanceof Uint8Array ? bytes : new Uint8Array()
}
