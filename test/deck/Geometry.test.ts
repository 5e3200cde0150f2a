import { assert, describe, it } from "@effect/vitest"
import type { Block, ChartBlock, TableBlock } from "../../src/deck/DeckPlan.ts"
import { contentSlide } from "../../src/deck/slides/ContentSlide.ts"
import { textBlock } from "../../src/deck/text/Fit.ts"
import { slideFaults } from "./Geometry.ts"

const faultsOf = (...blocks: ReadonlyArray<Block>): ReadonlyArray<string> =>
  slideFaults(contentSlide({ layout: "titleOnly", section: "Review", title: "T", blocks, notes: "" }))

const paragraphs = [{ runs: [{ text: "Words" }] }]
const text = textBlock({ box: { x: 1, y: 2, w: 2, h: 0.5 }, paragraphs, size: 12 })
const chart: ChartBlock = {
  kind: "chart",
  box: { x: 5, y: 2, w: 1, h: 0.2 },
  lines: [],
  alt: "A trend"
}
const cell = { paragraphs }
const table: TableBlock = {
  kind: "table",
  box: { x: 1, y: 4, w: 4, h: 0.6 },
  size: 12,
  columnWidths: [2, 2],
  rowHeights: [0.3, 0.3],
  headerRows: 1,
  rows: [
    [cell, cell],
    [cell, { paragraphs: [{ runs: [{ text: "" }] }] }]
  ],
  alt: "A table"
}

describe("The check of a layout", () => {
  it("accepts blocks that do not overlap", () => {
    assert.deepStrictEqual(faultsOf(text, chart, table), [])
  })

  it.each<readonly [string, ReadonlyArray<Block>]>([
    ['T: text "Words": outside the slide', [{ ...text, box: { ...text.box, x: 12 } }]],
    [
      'T: text "Words": measured larger than its box',
      [{ ...text, box: { ...text.box, h: 0.1 }, extent: { w: 0, h: 0 } }]
    ],
    ['T: text "Words": extent larger than its box', [{ ...text, extent: { w: 3, h: 0 } }]],
    ['T: text "Words": 9 points', [{ ...text, size: 9 }]],
    ['T: text "Words" and chart "A trend" overlap', [text, { ...chart, box: text.box }]],
    ['T: chart "A trend" and table "A table" overlap', [{ ...chart, box: { ...chart.box, x: 3.1, y: 4.4 } }, table]],
    ['T: chart "A trend": without size', [{ ...chart, box: { ...chart.box, w: 0 } }]],
    ['T: chart "": no alt text', [{ ...chart, alt: "" }]],
    ['T: table "": no alt text', [{ ...table, alt: "" }]],
    ['T: table "A table": columns wider than its box', [{ ...table, columnWidths: [2, 3] }]],
    ['T: table "A table": rows higher than its box', [{ ...table, rowHeights: [0.3, 0.4] }]],
    [
      'T: table "A table": a row of 3 cells',
      [
        {
          ...table,
          rows: [
            [cell, cell],
            [cell, { ...cell, columns: 2 }]
          ]
        }
      ]
    ],
    ['T: table "A table": a height for each row', [{ ...table, rowHeights: [0.5] }]],
    ['T: table "A table": "Words" is larger than its cell', [{ ...table, rowHeights: [0.1, 0.3] }]]
  ])("finds: %s", (fault, blocks) => {
    assert.include(faultsOf(...blocks), fault)
  })

  it("finds titles that are missing, empty or too long", () => {
    const slide = contentSlide({ layout: "titleOnly", section: "Review", title: "T", blocks: [], notes: "" })
    assert.deepStrictEqual(slideFaults({ ...slide, blocks: [] }), ["T: 0 title placeholders"])
    assert.deepStrictEqual(slideFaults({ ...slide, title: " " }), [" : empty title"])
    const long = "word ".repeat(60)
    assert.deepStrictEqual(slideFaults({ ...slide, title: long }), [`${long.slice(0, 40)}: title of 5 lines`])
  })
})
