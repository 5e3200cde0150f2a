import type { Align, Box, Cell, Color, DeckPlan, Paragraph, Run, TableBlock } from "../DeckPlan.ts"
import { scale } from "../templates/Layouts.ts"
import { drawnColors } from "../templates/SchemeColors.ts"
import { legal } from "../templates/XmlText.ts"
import { leftMark, rightMark, runsFromTheRight } from "../text/Direction.ts"
import { linkMarks } from "../text/Glyphs.ts"
import { languageOf } from "../text/Languages.ts"
import type { LibrarySlide, Link, TableRow, TextOptions, TextProps } from "./Library.ts"

/** What everything of a deck is drawn with. */
export interface DrawPen extends Pick<DeckPlan, "language" | "direction"> {
  /** What a run leads to; undefined: nothing. */
  readonly linkOf: (run: Run) => Link | undefined
}

/** What a text's paragraphs have in common. */
interface TextStyle {
  /** None: what is inherited. */
  readonly color?: Color
  readonly align?: Align
  /** How text looks that says nothing of itself. */
  readonly inherited?: { readonly color: Color; readonly bold?: boolean }
}

/** Points that a bullet's text hangs: 0.2 inches. */
const hanging = 14.4

const sides = {
  ltr: { start: "left", center: "center", end: "right" },
  rtl: { start: "right", center: "center", end: "left" }
} as const

const lookOf = (run: Run, style: TextStyle): TextOptions => {
  const color = run.color ?? style.color
  return {
    ...(run.bold === true && style.inherited?.bold !== true && { bold: true }),
    ...(run.italic === true && { italic: true }),
    ...(color !== undefined && color !== style.inherited?.color && { color: drawnColors[color] })
  }
}

/** A run has no line breaks: the domain's texts of one line have none, and of others each line is a paragraph. */
const pieceOf = (run: Run, style: TextStyle, pen: DrawPen): TextProps => {
  const link = pen.linkOf(run)
  const lang = languageOf(run.text, pen.language)
  return {
    text: legal(run.text).replaceAll(/[\r\n\u0085\u2028\u2029]/g, " "),
    options: { ...lookOf(run, style), ...(link !== undefined && { hyperlink: link }), lang }
  }
}

const percentage = /[+−±]?\d[\d.,]*\u00A0%/g

/** Where marks of links point in a paragraph from the right. */
const turned: Readonly<Record<string, string>> = { "►": "◄", "→": "←" }

/** A run of a paragraph from the right: a percentage runs from left to right; the mark of a link follows all, and points onwards. */
const fromRightRun = (run: Run): Run => ({
  ...run,
  text:
    run.link === undefined && run.page === undefined
      ? run.text.replaceAll(percentage, `${leftMark}$&${leftMark}`)
      : run.text.replace(/[►→]$/, (mark) => `${rightMark}${turned[mark] ?? mark}`)
})

const paragraphOf = (paragraph: Paragraph, textStyle: TextStyle, pen: DrawPen): ReadonlyArray<TextProps> => {
  const rtl = runsFromTheRight(paragraph.runs.map(({ text }) => text).join(""), pen.direction)
  const side = paragraph.align ?? textStyle.align ?? "start"
  // Without the page's address its marks are not there.
  const runs = paragraph.runs.filter((run) => run.text !== linkMarks.page || pen.linkOf(run) !== undefined)
  const drawn = runs.map((run) => pieceOf(rtl ? fromRightRun(run) : run, textStyle, pen))
  const shown = drawn.filter(({ text }) => text !== "")
  const pieces = shown.length === 0 ? [{ text: "", options: {} }] : shown
  // What a company's template says of sides is for text from the left.
  const own: TextOptions = {
    rtlMode: rtl,
    ...((side !== "start" || pen.direction === "rtl") && { align: sides[pen.direction][side] })
  }
  return pieces.map(({ text = "", options }, at) => ({
    text,
    options: {
      ...{ ...own, ...options, breakLine: at === pieces.length - 1 },
      ...(at === 0 && paragraph.bullet === true && { bullet: { indent: hanging * scale } })
    }
  }))
}

/** At least one paragraph, as the format wants it. */
export const textOf = (paragraphs: ReadonlyArray<Paragraph>, style: TextStyle, pen: DrawPen): Array<TextProps> =>
  (paragraphs.length === 0 ? [{ runs: [] }] : paragraphs).flatMap((paragraph) => paragraphOf(paragraph, style, pen))

const cellOf = ({ paragraphs, columns = 1, color, align }: Cell, pen: DrawPen) => ({
  text: textOf(paragraphs, { ...(color !== undefined && { color }), ...(align !== undefined && { align }) }, pen),
  options: { lang: pen.language, ...(columns > 1 && { colspan: columns }) }
})

/** Draws a table's rows. How it looks is in the deck's table style, of which PptxGenJS knows nothing. */
export const drawTable = (slide: LibrarySlide, table: TableBlock, name: string, box: Box, pen: DrawPen): void => {
  slide.addTable(
    table.rows.map((row): TableRow => row.map((cell) => cellOf(cell, pen))),
    {
      ...{ ...box, colW: table.columnWidths.map((w) => w * scale), rowH: table.rowHeights.map((h) => h * scale) },
      ...{ objectName: name, fontSize: table.size * scale, valign: "middle" }
    }
  )
}
