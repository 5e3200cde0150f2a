import type { Paragraph } from "../DeckPlan.ts"
import { breaksIn, isBlank } from "./Breaks.ts"
import { advanceOf, graphemesOf } from "./Metrics.ts"

/** A paragraph's graphemes, whatever the size: measured once, broken at several sizes. */
interface Graphemes {
  readonly count: number
  /** Where each begins, and the text's length. */
  readonly starts: ReadonlyArray<number>
  /** Em. */
  readonly widths: ReadonlyArray<number>
  /** 1 for white space. */
  readonly white: ReadonlyArray<number>
  /** 1 for what another font than Arial shows; null: nothing is. */
  readonly substituted: ReadonlyArray<number> | null
  /** UTF-16 positions at which a line may end. */
  readonly breaks: ReadonlySet<number>
}

/** The text of a paragraph, its runs joined. */
export const textOf = ({ runs }: Paragraph): string =>
  runs.length === 1 ? (runs[0]?.text ?? "") : runs.map(({ text }) => text).join("")

const analyse = (paragraph: Paragraph): Graphemes => {
  const text = textOf(paragraph)
  const graphemes = graphemesOf(text)
  const count = graphemes.length
  const starts = new Array<number>(count + 1).fill(0)
  const widths = new Array<number>(count).fill(0)
  const white = new Array<number>(count).fill(0)
  const other = new Array<number>(count).fill(0)
  let substituted = false
  let at = 0
  let run = 0
  let runEnd = paragraph.runs[0]?.text.length ?? 0
  for (let index = 0; index < count; index++) {
    const grapheme = graphemes[index] ?? ""
    while (at >= runEnd && run + 1 < paragraph.runs.length) runEnd += paragraph.runs[++run]?.text.length ?? 0
    const advance = advanceOf(grapheme)
    starts[index] = at
    widths[index] = paragraph.runs[run]?.bold === true ? advance.bold : advance.regular
    if (isBlank(grapheme)) white[index] = 1
    if (advance.substituted) {
      other[index] = 1
      substituted = true
    }
    at += grapheme.length
  }
  starts[count] = at
  return { count, starts, widths, white, substituted: substituted ? other : null, breaks: breaksIn(text) }
}

const analysed = new WeakMap<Paragraph, Graphemes>()

/** Kept as long as the paragraph is. */
export const graphemesIn = (paragraph: Paragraph): Graphemes => {
  const seen = analysed.get(paragraph)
  if (seen !== undefined) return seen
  const graphemes = analyse(paragraph)
  analysed.set(paragraph, graphemes)
  return graphemes
}
