import type { Paragraph } from "../Plan.ts"
import { Break } from "./Breaks.ts"
import { graphemesIn } from "./Graphemes.ts"
import { lineHeight } from "./Metrics.ts"

/** Inches that a bullet and the text beside and under it are set in. */
export const bulletIndent = 0.2

/** A line of a paragraph: UTF-16 positions in its runs' joined text, the white space at its end included. */
export interface Line {
  readonly start: number
  readonly end: number
  /** Inches, the bullet's indent included, the white space at the end not. */
  readonly w: number
  /** Inches; taller where another font than Arial is needed. */
  readonly h: number
}

/** Against sums of widths that differ in the last binary digit. */
export const tolerance = 1e-6

/**
 * The lines a paragraph takes at `size` points in `width` inches, never fewer than PowerPoint and LibreOffice make. They
 * follow one another without gap. No line is wider than `width`, but one that holds a single grapheme which is. An
 * empty paragraph is one line. Text that runs from right to left takes the same lines.
 */
export const linesOf = (paragraph: Paragraph, size: number, width: number): ReadonlyArray<Line> => {
  const { starts, widths, white, substituted, breaks } = graphemesIn(paragraph)
  const indent = paragraph.bullet === true ? bulletIndent : 0
  const room = ((width - indent) * 72) / size + tolerance
  const lines: Array<Line> = []
  const count = widths.length
  let first = 0
  let pen = 0
  let may = 0
  let rather = 0
  const end = (next: number): void => {
    let [em, ink, tall] = [0, 0, false]
    for (let index = first; index < next; index++) {
      em += widths[index] ?? 0
      if (white[index] === false) ink = em
      tall ||= substituted[index] === true
    }
    const [start = 0, stop = 0] = [starts[first], starts[next]]
    lines.push({ start, end: stop, w: indent + (ink * size) / 72, h: lineHeight(size, tall) })
    first = may = rather = next
    pen = 0
  }
  for (let index = 0; index < count; index++) {
    if (index > first) {
      if (breaks[index] === Break.must) end(index)
      else if (breaks[index] === Break.may) may = index
      else if (breaks[index] === Break.rather) rather = index
    }
    const advance = widths[index] ?? 0
    if (index > first && pen + advance > room && white[index] === false) {
      end(may > first ? may : rather > first ? rather : index)
      index = first - 1
    } else pen += advance
  }
  if (first < count || count === 0) end(count)
  if (breaks[count] === Break.must) end(count)
  return lines
}
