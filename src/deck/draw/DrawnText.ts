import type { Align, Box, Cell, Color, DeckPlan, Paragraph, Run, TableBlock } from "../DeckPlan.ts"
import { baseSlot } from "../templates/SchemeColors.ts"
import { legal } from "../templates/XmlText.ts"
import { embedding, leftMark, runsFromTheRight, turns } from "../text/Direction.ts"
import { type LanguageRun, languageRuns } from "../text/Languages.ts"
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
  /** The colour of text that says nothing of itself. */
  readonly inherited?: Color
}

interface ParagraphStyle extends TextStyle {
  /** Whether the paragraph runs from right to left. */
  readonly rtl: boolean
}

/** Points that a bullet's text hangs: 0.2 inches. */
const hanging = 14.4

const sides = { ltr: { center: "center", end: "right" }, rtl: { center: "center", end: "left" } } as const

const lookOf = (run: Run, style: TextStyle): TextOptions => {
  const color = run.color ?? style.color
  return {
    ...(run.bold === true && { bold: true }),
    ...(run.italic === true && { italic: true }),
    ...(color !== undefined && color !== style.inherited && { color: baseSlot(color) })
  }
}

/** LibreOffice draws an Arabic link that ends with digits far from its place. */
const misplaced = /\p{Script=Arabic}\P{L}*\d\u202C?$/u

const ideograph = "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}]"
/** Words, and ideographs each with the signs around it: what a line may end after. */
const leftWords = new RegExp(
  ` +|[\\p{Ps}\\p{Pi}]*${ideograph}[^ \\p{L}\\p{N}\\p{Ps}\\p{Pi}]*|(?:(?!${ideograph})[^ ])+`,
  "gu"
)
const rightWords = / +|\p{P}+(?: +|$)|[^ ]+?(?=\p{P}*(?: |$))/gu

/** What stands between two words of a link. */
const gap = /^[ \p{P}]+$/u

/**
 * A link's text, each word as a link of its own, and what stands between them only underlined. LibreOffice breaks one link
 * between any two letters, takes a link of several lines in a table for one line high, colours a link as the one that touches it, and puts links that touch from left to right whatever
 * their letters are, as it does a sign at a link's end. Words that run against their paragraph stay one link.
 */
const linked = (text: string, run: Run, style: ParagraphStyle, pen: DrawPen): ReadonlyArray<TextProps> => {
  const look = lookOf(run, style)
  const isOne = style.rtl ? !runsFromTheRight(text, "rtl") : turns(text)
  const pieces = isOne ? text.match(/^ +|[^ ].*/g) : text.match(style.rtl ? rightWords : leftWords)
  return (pieces ?? []).map((piece) => {
    const link = gap.test(piece) || misplaced.test(piece) ? undefined : pen.linkOf(run)
    const mark: TextOptions = link === undefined ? { underline: { style: "sng" } } : { hyperlink: link }
    return { text: piece, options: { ...look, ...mark } }
  })
}

const unlinked = (text: string, run: Run, style: ParagraphStyle): ReadonlyArray<TextProps> => [
  { text, options: lookOf(run, style) }
]

/** A linked text in parts of one language each; what is embedded is one, since LibreOffice orders links by themselves. */
const linkedParts = (text: string, language: string): ReadonlyArray<LanguageRun> =>
  text.split(/(\u202B[^\u202A-\u202C]*\u202C)/).flatMap((part) => {
    const runs = languageRuns(part, language)
    if (!part.startsWith(embedding.right)) return runs
    return [{ text: part, language: runs.find((run) => run.language !== language)?.language ?? language }]
  })

const piecesOf = (line: string, run: Run, style: ParagraphStyle, pen: DrawPen): ReadonlyArray<TextProps> => {
  const linkBegin = pen.linkOf(run) === undefined ? line.length : line.search(/\S|$/)
  const piecesIn = (text: string, partsOf: typeof linkedParts, draw: typeof linked) =>
    (text === "" ? [] : partsOf(text, pen.language)).flatMap((part) =>
      draw(part.text, run, style, pen).map((piece) => ({
        ...piece,
        options: { ...piece.options, lang: part.language }
      }))
    )
  return [
    ...piecesIn(line.slice(0, linkBegin), languageRuns, unlinked),
    ...piecesIn(line.slice(linkBegin), linkedParts, linked)
  ]
}

/** A text's pieces; each line but the first begins with a break. */
const lines = (run: Run, style: ParagraphStyle, pen: DrawPen): ReadonlyArray<TextProps> =>
  legal(run.text.replaceAll(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/g, "\n"))
    .split("\n")
    .flatMap((line, at) => {
      const pieces = piecesOf(line, run, style, pen)
      if (at === 0) return pieces
      const [first = { text: "", options: { lang: pen.language } }, ...rest] = pieces
      return [{ ...first, options: { ...first.options, softBreakBefore: true } }, ...rest]
    })

const percentage = /[+−±]?\d[\d.,]*\u00A0%/g

/** A run of a paragraph from the right: a percentage runs from left to right, and the mark of a link points onwards. */
const fromRightRun = (run: Run): Run => {
  if (run.link !== undefined && run.text.trim() === "►") return { ...run, text: run.text.replace("►", "◄") }
  return { ...run, text: run.text.replaceAll(percentage, `${leftMark}$&${leftMark}`) }
}

const paragraphOf = (paragraph: Paragraph, textStyle: TextStyle, pen: DrawPen): ReadonlyArray<TextProps> => {
  const rtl = runsFromTheRight(paragraph.runs.map(({ text }) => text).join(""), pen.direction)
  const side = paragraph.align ?? textStyle.align ?? "start"
  const style = { ...textStyle, rtl }
  const drawn = paragraph.runs.flatMap((run) => lines(rtl ? fromRightRun(run) : run, style, pen))
  // PptxGenJS begins no paragraph with a break, and takes a paragraph's properties from the first piece.
  const isBroken = drawn[0]?.options?.softBreakBefore === true
  const pieces = drawn.length === 0 || isBroken ? [{ text: "", options: {} }, ...drawn] : drawn
  const own: TextOptions = { rtlMode: rtl, ...(side !== "start" && { align: sides[pen.direction][side] }) }
  return pieces.map(({ text = "", options }, at) => ({
    text,
    options: {
      ...{ ...own, ...options, breakLine: at === pieces.length - 1 },
      ...(at === 0 && paragraph.bullet === true && { bullet: { indent: hanging } })
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
      ...{ ...box, colW: [...table.columnWidths], rowH: [...table.rowHeights] },
      ...{ objectName: name, fontSize: table.size, valign: "middle" }
    }
  )
}
