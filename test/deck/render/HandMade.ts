import type { Color, DeckPlan, Paragraph, ShapeName, TextBlock } from "../../../src/deck/Plan.ts"

const colors: Readonly<Record<Color, string>> = {
  ink: "1f2430",
  muted: "5b6475",
  faint: "d9dde4",
  paper: "ffffff",
  panel: "f4f5f7",
  team: "0b6e4f",
  onTeam: "fefefe",
  teamText: "0a5f44",
  good: "2e7d32",
  warning: "b26a00",
  bad: "b3261e",
  neutral: "6b7280"
}

const paragraph = (text: string): Paragraph => ({ runs: [{ text }] })

export const text = (words: string, more: Partial<TextBlock> = {}): TextBlock => ({
  kind: "text",
  box: { x: 0.6, y: 2, w: 5, h: 0.5 },
  paragraphs: [paragraph(words)],
  size: 14,
  color: "ink",
  anchor: "top",
  extent: { w: 1, h: 0.3 },
  ...more
})

export const title = (words: string, more: Partial<TextBlock> = {}): TextBlock =>
  text(words, {
    box: { x: 0.85, y: 0.35, w: 11.8, h: 0.85 },
    paragraphs: [{ runs: [{ text: words, bold: true }] }],
    size: 24,
    anchor: "middle",
    placeholder: "title",
    ...more
  })

export const shapes: ReadonlyArray<ShapeName> = [
  "rect",
  "roundRect",
  "ellipse",
  "diamond",
  "triangle",
  "check",
  "cross",
  "ring"
]

/** Text that hurts where it is not escaped. */
export const hostile = `]]> & <b> "quoted" 'single' \u{1f469}\u{200d}\u{1f680} שלום 漢字 %s $& $1`

/** A deck with every kind of block, made by hand. */
export const handMade: DeckPlan = {
  title: `Plan ${hostile}`,
  language: "en-GB",
  theme: { colors, font: "Arial" },
  footer: `Team ${hostile} · as of event 7`,
  slides: [
    {
      layout: "cover",
      title: "Team",
      section: "Overview",
      notes: "",
      blocks: [
        title("Team", { box: { x: 0.6, y: 2, w: 4.3, h: 2 }, size: 48, color: "onTeam", anchor: "bottom" }),
        text("Strategy", { placeholder: "subtitle", box: { x: 6, y: 2, w: 6, h: 3 }, size: 16, color: "muted" })
      ]
    },
    {
      layout: "content",
      title: "Shapes",
      section: "Overview",
      notes: "First\n\nSecond & <third>",
      blocks: [
        title("Shapes"),
        ...shapes.map((shape, at) => ({
          kind: "shape" as const,
          shape,
          box: { x: 1 + at, y: 2, w: 0.5, h: 0.5 },
          fill: shape === "ring" ? null : ("good" as const),
          line: shape === "ring" ? ("faint" as const) : null,
          alt: `A ${shape}`
        })),
        {
          kind: "shape",
          shape: "rect",
          box: { x: 1, y: 4, w: 2, h: 0.25 },
          fill: null,
          line: "onTeam",
          alt: ""
        },
        text("On track", { alt: "Status: on track" })
      ]
    },
    {
      layout: "content",
      title: "Words",
      section: "Words & more",
      notes: hostile,
      blocks: [
        title("Words"),
        text("", {
          placeholder: "body",
          box: { x: 0.6, y: 1.45, w: 12.133, h: 5.4 },
          size: 16,
          paragraphs: [
            {
              runs: [
                { text: "Plain, " },
                { text: "bold", bold: true },
                { text: " and ", italic: true },
                { text: "red", color: "bad" }
              ]
            },
            { runs: [] },
            { bullet: true, runs: [{ text: hostile }] },
            { bullet: true, align: "right", runs: [{ text: "one " }, { text: "bullet" }] },
            { runs: [{ text: "(1) שלום" }] }
          ]
        })
      ]
    },
    {
      layout: "content",
      title: "Table",
      section: "Words & more",
      notes: "",
      blocks: [
        title("Table"),
        {
          kind: "table",
          box: { x: 0.6, y: 1.45, w: 6, h: 1.4 },
          size: 12,
          columnWidths: [2, 3, 1],
          rowHeights: [0.3, 0.5, 0.6],
          headerRows: 1,
          rows: [
            [
              { paragraphs: [paragraph("Name")], fill: "panel" },
              { paragraphs: [paragraph("What & why")], columns: 2, fill: "panel", color: "muted" }
            ],
            [
              { paragraphs: [paragraph(hostile), paragraph("second")] },
              { paragraphs: [{ runs: [{ text: "a" }, { text: "b", bold: true }] }] },
              { paragraphs: [paragraph("50%")], align: "right" }
            ],
            [{ paragraphs: [] }, { paragraphs: [paragraph("")] }, { paragraphs: [paragraph("x")] }]
          ],
          alt: "A table"
        },
        {
          kind: "table",
          box: { x: 7, y: 1.45, w: 2, h: 0.3 },
          size: 12,
          columnWidths: [2],
          rowHeights: [0.3],
          headerRows: 0,
          rows: [[{ paragraphs: [paragraph("alone")] }]],
          alt: "A table without header"
        }
      ]
    },
    {
      layout: "content",
      title: "Charts",
      section: "Overview",
      notes: "",
      blocks: [
        title("Charts"),
        {
          kind: "chart",
          box: { x: 0.6, y: 1.45, w: 6, h: 5 },
          categories: ["Ship it", hostile, "Nothing yet"],
          series: [
            { name: "On track", values: [62.5, 0, 0], color: "good" },
            { name: "At risk", values: [0, 100, 0], color: "warning" }
          ],
          max: 100,
          unit: "percent",
          alt: "Progress by objective"
        },
        {
          kind: "chart",
          box: { x: 7, y: 1.45, w: 5.7, h: 5 },
          categories: ["Draft", "Missed"],
          series: [{ name: "Objectives", values: [3, 0], color: "faint" }],
          max: 3,
          unit: "count",
          alt: "Objectives by status"
        }
      ]
    }
  ]
}
