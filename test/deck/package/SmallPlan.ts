import type {
  Block,
  Cell,
  ChartBlock,
  DeckPlan,
  LayoutName,
  Placeholder,
  Run,
  SlidePlan,
  TextBlock
} from "../../../src/deck/DeckPlan.ts"
import { boxOf } from "../../../src/deck/templates/Layouts.ts"

const box = { x: 1, y: 2, w: 3, h: 1 }

const text = (words: string, more: Partial<TextBlock> = {}): TextBlock => ({
  kind: "text",
  box,
  paragraphs: [{ runs: [{ text: words, bold: true }, { text: "," }, { text: " and more" }] }],
  size: 16,
  color: "ink",
  anchor: "top",
  extent: { w: 1, h: 0.3 },
  ...more
})

const title = (layout: LayoutName, words: string): TextBlock =>
  text(words, {
    box: boxOf(layout, "title"),
    paragraphs: [{ runs: [{ text: words, bold: true }] }],
    size: 24,
    anchor: "middle",
    placeholder: "title"
  })

const cell = (...runs: ReadonlyArray<Run>): Cell => ({ paragraphs: [{ runs }] })

const table: Block = {
  kind: "table",
  box: { x: 1, y: 4, w: 5, h: 1.5 },
  size: 12,
  columnWidths: [2, 3],
  rowHeights: [0.5, 0.5, 0.5],
  headerRows: 1,
  rows: [
    [cell({ text: "Name" }), { ...cell({ text: "Value" }), align: "end" }],
    [cell({ text: "a", link: "text" }), cell({ text: "●\u00A0", color: "good" }, { text: "On track" })],
    [{ ...cell({ text: "Sum", bold: true }), columns: 2 }]
  ],
  alt: "Names\nand values"
}

const placed = (layout: LayoutName, placeholder: Placeholder) => ({ placeholder, box: boxOf(layout, placeholder) })

const lines: ChartBlock = {
  ...{ kind: "chart", ...placed("chart", "body"), alt: "A line" },
  lines: [
    {
      name: "Value",
      color: "accent",
      stroke: "solid",
      points: [
        { date: "2026-02-27", value: 1 },
        { date: "2026-03-01", value: 2.5 }
      ]
    },
    { name: "Target", color: "muted", stroke: "dashed", points: [{ date: "2026-02-27", value: 3 }] }
  ]
}

const { placeholder: _, ...free } = lines
const others: ChartBlock = { ...free, box: { x: 7, y: 2, w: 5, h: 3 }, alt: "Other lines" }
const trend: ChartBlock = { ...free, box: { x: 7, y: 2, w: 5, h: 3 }, alt: "A trend", legend: false }

const slide = (
  layout: LayoutName,
  words: string,
  section: string,
  blocks: ReadonlyArray<Block>,
  more: Partial<SlidePlan> = {}
): SlidePlan => ({ layout, title: words, section, blocks: [title(layout, words), ...blocks], notes: "", ...more })

/** Every kind of block, on as few slides as possible. */
export const plan: DeckPlan = {
  title: "Plans & <hopes>",
  author: "Ada & others",
  description: "As of event 7",
  language: "en-GB",
  direction: "ltr",
  pageUrl: null,
  footer: "Team",
  theme: {
    colors: {
      ink: "101010",
      muted: "202020",
      paper: "F0F0F0",
      panel: "E0E0E0",
      team: "0B6E4F",
      accent: "0A5A40"
    }
  },
  slides: [
    slide("titleOnly", 'Goals & "aims" <1>', "First", [text("Note שלום 漢字"), table], { notes: "One\n\n2 < 3 & 4" }),
    slide("chart", "Chart", "Last & least", [{ ...lines, ...placed("chart", "body"), alt: "Lines: up to 2.5" }]),
    slide("text", "Text", "Last & least", [text("Body", placed("text", "body"))], { notes: "Three", key: "text" }),
    slide("chart", "Columns", "First", [{ ...free, box: { x: 1, y: 2, w: 5, h: 3 } }, others]),
    slide("titleOnly", "Trend", "First", [trend])
  ]
}
