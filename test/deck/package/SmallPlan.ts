import type { Block, DeckPlan, SlidePlan, TextBlock } from "../../../src/deck/Plan.ts"

const box = { x: 1, y: 2, w: 3, h: 1 }

const text = (words: string, placeholder?: TextBlock["placeholder"]): TextBlock => ({
  kind: "text",
  box,
  paragraphs: [{ runs: [{ text: words, bold: true }, { text: "," }, { text: " and more" }] }],
  size: 16,
  color: "ink",
  anchor: "top",
  extent: { w: 1, h: 0.3 },
  ...(placeholder !== undefined && { placeholder })
})

const title = (words: string): TextBlock => ({
  ...text(words, "title"),
  paragraphs: [{ runs: [{ text: words }] }]
})

const shape = (alt: string): Block => ({ kind: "shape", shape: "ellipse", box, fill: "good", line: null, alt })

const table: Block = {
  kind: "table",
  box,
  size: 12,
  columnWidths: [2, 3],
  rowHeights: [0.5, 0.5],
  headerRows: 1,
  rows: [
    [{ paragraphs: [{ runs: [{ text: "Name" }] }] }, { paragraphs: [{ runs: [{ text: "Value" }] }] }],
    [{ paragraphs: [{ runs: [{ text: "a" }] }] }, { paragraphs: [{ runs: [{ text: "1" }] }] }]
  ],
  alt: "Names\nand values"
}

const chart: Block = {
  kind: "chart",
  box: { x: 1, y: 2, w: 8, h: 4 },
  categories: ["one", "two", "three"],
  series: [{ name: "Share", values: [20, 80, 0], color: "team" }],
  max: 100,
  unit: "percent",
  alt: "Bars: one 20 %, two 80 %"
}

const slide = (words: string, section: string, blocks: ReadonlyArray<Block>, notes: string): SlidePlan => ({
  layout: "content",
  title: words,
  section,
  blocks: [title(words), ...blocks],
  notes
})

/** Every kind of block, on as few slides as can be. */
export const plan: DeckPlan = {
  title: "Plans & <hopes>",
  language: "en-GB",
  footer: "Team",
  theme: {
    font: "Arial",
    colors: {
      ink: "101010",
      muted: "202020",
      faint: "303030",
      paper: "F0F0F0",
      panel: "E0E0E0",
      team: "0B6E4F",
      onTeam: "FFFFFF",
      teamText: "0A5A40",
      good: "404040",
      warning: "505050",
      bad: "606060",
      neutral: "707070"
    }
  },
  slides: [
    slide(
      'Goals & "aims" <1>',
      "First",
      [shape("A green dot & more"), shape(""), text("Note"), table],
      "One\n\n2 < 3 & 4"
    ),
    slide("Chart", "Last & least", [chart], ""),
    slide("Text", "Last & least", [text("Body", "body")], "Three")
  ]
}
