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
 * make. No line is wider than `width`, but one that holds
 * a single grapheme which is. An empty paragraph is one line. Text that runs from right to left takes the same lines.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one pass over a text, whose steps share their state
export const linesOf = (paragraph: Paragraph, size: number, width: number): ReadonlyArray<Line> => {
  const { count, starts, widths, white, substituted, breaks } = graphemesIn(paragraph)
  const indent = paragraph.bullet === true ? bulletIndent : 0
  const room = (width - indent + tolerance) / inches(1, size)
  const lines: Array<Line> = []
  let first = 0
  let pen = 0
  // The latest break on this line, and how far what shows reached there.
  let [ink, may, inkAtMay] = [0, 0, 0]
  const end = (next: number, em: number): void => {
    const tall = substituted?.slice(first, next).includes(1) === true
    const [start = 0, stop = 0] = [starts[first], starts[next]]
    lines.push({ start, end: stop, w: indent + inches(em, size), h: lineHeight(size, tall) })
    first = may = next
    pen = ink = 0
  }
  for (let index = 0; index < count; index++) {
    if (index > first && breaks.has(starts[index] ?? 0)) {
      may = index
      inkAtMay = ink
    }
    const reach = pen + (widths[index] ?? 0)
    if (white[index] === 1) pen = reach
    else if (reach <= room || index === first) pen = ink = reach
    else {
      if (may > first) end(may, inkAtMay)
      else end(index, ink)
      index = first - 1
    }
  }
  if (first < count || count === 0) end(count, ink)
  return lines
}
