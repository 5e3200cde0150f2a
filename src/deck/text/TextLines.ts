import type { Paragraph } from "../DeckPlan.ts"
import { graphemesIn } from "./Graphemes.ts"
import { inches, lineHeight } from "./Metrics.ts"

/** Inches that a bullet and the text beside and under it are set in. */
export const bulletIndent = 0.2

/** A line of a paragraph: UTF-16 positions in its runs' joined text, the white space at its end included. */
interface Line {
  readonly start: number
  readonly end: number
  /** Inches, the bullet's indent included, the white space at the end not. */
  readonly w: number
  /** Inches; taller where another font than Arial is needed. */
  readonly h: number
}

/** Inches, against sums that differ in the last binary digit. */
export const tolerance = 1e-6

/**
 * The lines a paragraph takes at `size` points in `width` inches, without gap: not fewer than PowerPoint and LibreOffice
 * make. No line is wider than `width`, but one that holds a single grapheme which is. An empty paragraph is one line. Text
 * that runs from right to left takes the same lines.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one pass over a text, whose steps share their state
export const linesOf = (paragraph: Paragraph, size: number, width: number): ReadonlyArray<Line> => {
  const graphemes = graphemesIn(paragraph)
  const indent = paragraph.bullet === true ? bulletIndent : 0
  const room = (width - indent + tolerance) / inches(1, size)
  const lines: Array<Line> = []
  let [first, pen] = [0, 0]
  // The latest break on this line, and how far what shows reached there.
  let [ink, may, inkAtMay] = [0, 0, 0]
  const end = (next: number, em: number): void => {
    const own = graphemes.slice(first, next)
    const h = lineHeight(
      size,
      own.some(({ isSubstituted }) => isSubstituted)
    )
    lines.push({ start: own[0]?.start ?? 0, end: own.at(-1)?.end ?? 0, w: indent + inches(em, size), h })
    first = may = next
    pen = ink = 0
  }
  for (let index = 0; index < graphemes.length; index++) {
    const grapheme = graphemes[index]
    if (grapheme === undefined) break
    const { isBlank, mayBreak } = grapheme
    if (index > first && mayBreak) [may, inkAtMay] = [index, ink]
    const reach = pen + grapheme.width
    if (isBlank) pen = reach
    else if (reach <= room || index === first) pen = ink = reach
    else {
      if (may > first) end(may, inkAtMay)
      else end(index, ink)
      index = first - 1
    }
  }
  if (first < graphemes.length || graphemes.length === 0) end(graphemes.length, ink)
  return lines
}
