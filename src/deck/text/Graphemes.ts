import type { Paragraph } from "../DeckPlan.ts"
import { breaksIn, isBlank } from "./Breaks.ts"
import { advanceOf, graphemesOf } from "./Metrics.ts"

/** A grapheme of a paragraph, whatever the size: measured once, broken at several sizes. */
interface Grapheme {
  /** UTF-16 positions in the runs' joined text. */
  readonly start: number
  readonly end: number
  /** Em. */
  readonly width: number
  readonly isBlank: boolean
  /** Whether another font than Arial shows it. */
  readonly isSubstituted: boolean
  /** Whether a line may end before it. */
  readonly mayBreak: boolean
}

/** The text of a paragraph, its runs joined. */
export const textOf = ({ runs }: Paragraph): string =>
  runs.length === 1 ? (runs[0]?.text ?? "") : runs.map(({ text }) => text).join("")

const analyse = (paragraph: Paragraph): ReadonlyArray<Grapheme> => {
  const text = textOf(paragraph)
  const breaks = breaksIn(text)
  let [run, runEnd, next] = [0, paragraph.runs[0]?.text.length ?? 0, 0]
  return graphemesOf(text).map((grapheme) => {
    const start = next
    next += grapheme.length
    while (start >= runEnd && run + 1 < paragraph.runs.length) runEnd += paragraph.runs[++run]?.text.length ?? 0
    const { regular, bold, substituted: isSubstituted } = advanceOf(grapheme)
    const width = paragraph.runs[run]?.bold === true ? bold : regular
    return { start, end: next, width, isBlank: isBlank(grapheme), isSubstituted, mayBreak: breaks.has(start) }
  })
}

const analysed = new WeakMap<Paragraph, ReadonlyArray<Grapheme>>()

/** Kept as long as the paragraph is. */
export const graphemesIn = (paragraph: Paragraph): ReadonlyArray<Grapheme> => {
  const known = analysed.get(paragraph) ?? analyse(paragraph)
  analysed.set(paragraph, known)
  return known
}
