import type { Box, Color, Paragraph, TextBlock } from "../DeckPlan.ts"
import { textOf } from "./Graphemes.ts"
import { graphemesOf } from "./Metrics.ts"
import { linesOf, tolerance } from "./TextLines.ts"

/** Inches. */
export interface Extent {
  readonly w: number
  readonly h: number
}

interface Fitted {
  /** Points. */
  readonly size: number
  readonly shown: ReadonlyArray<Paragraph>
  /** Whether that is all. */
  readonly isWhole: boolean
  /** The extent of what is shown. It is within the box, unless a single grapheme is wider than that. */
  readonly extent: Extent
}

/**
 * Lines and inches that paragraphs take at `size` points in `width` inches: single line spacing, no space between
 * paragraphs, no insets. The width counts a bullet's indent.
 */
export const measure = (
  paragraphs: ReadonlyArray<Paragraph>,
  size: number,
  width: number
): { readonly lines: number } & Extent => {
  let [lines, w, h] = [0, 0, 0]
  for (const paragraph of paragraphs) {
    for (const line of linesOf(paragraph, size, width)) {
      lines++
      w = Math.max(w, line.w)
      h += line.h
    }
  }
  return { lines, w, h }
}

/** How far whole lines reach in a box, from the top: all, or up to a position in one paragraph. */
interface Reach {
  readonly size: number
  readonly extent: Extent
  readonly cut: { readonly index: number; readonly position: number } | null
}

const reachOf = (paragraphs: ReadonlyArray<Paragraph>, box: Extent, size: number): Reach => {
  let [w, h] = [0, 0]
  for (const [index, paragraph] of paragraphs.entries()) {
    for (const line of linesOf(paragraph, size, box.w)) {
      if (h + line.h > box.h + tolerance) return { size, extent: { w, h }, cut: { index, position: line.start } }
      w = Math.max(w, line.w)
      h += line.h
    }
  }
  return { size, extent: { w, h }, cut: null }
}

/** A paragraph up to a position, without the white space before it. */
const head = (paragraph: Paragraph, position: number): Paragraph => {
  let left = textOf(paragraph).slice(0, position).trimEnd().length
  const runs = paragraph.runs.flatMap((run) => {
    const text = run.text.slice(0, left)
    left -= text.length
    return text === "" ? [] : [{ ...run, text }]
  })
  return { ...paragraph, runs }
}

const fill = (paragraphs: ReadonlyArray<Paragraph>, { size, extent, cut }: Reach): Fitted => {
  const parted = cut === null ? undefined : paragraphs[cut.index]
  if (cut === null || parted === undefined) return { size, shown: paragraphs, isWhole: true, extent }
  const whole = paragraphs.slice(0, cut.index)
  return { size, shown: cut.position === 0 ? whole : [...whole, head(parted, cut.position)], isWhole: false, extent }
}

/**
 * The largest of `sizes` at which all fits the box; if none, as many whole lines as fit at the smallest. A cut goes
 * between lines, if need be inside a paragraph; white space before it is dropped.
 * A box too low for one line shows nothing.
 */
export const fit = (paragraphs: ReadonlyArray<Paragraph>, box: Extent, sizes: ReadonlyArray<number>): Fitted => {
  const [largest = 10, ...smaller] = sizes.toSorted((left, right) => right - left)
  let reach = reachOf(paragraphs, box, largest)
  for (const size of smaller) {
    if (reach.cut === null && reach.extent.w <= box.w + tolerance) break
    reach = reachOf(paragraphs, box, size)
  }
  return fill(paragraphs, reach)
}

/** A word that is too long for the rest of a line is cut if it would otherwise leave more than this share empty. */
const wasted = 0.5

/**
 * The text if it takes at most `maxLines` lines of `width` inches at `size` points, else its beginning, cut after a
 * grapheme, with "…": where the last line ends, or inside the next word rather than leave half of that line empty. No
 * lines: an empty text.
 */
export const clip = (text: string, size: number, bold: boolean, width: number, maxLines: number): string => {
  const lines = (candidate: string) => linesOf({ runs: [{ text: candidate, bold }] }, size, width)
  const all = lines(text)
  const last = all[maxLines - 1]
  if (all.length <= maxLines || last === undefined) return maxLines > 0 ? text : ""
  const next = last.w < width * (1 - wasted) ? all[maxLines] : undefined
  const graphemes = graphemesOf(text.slice(0, (next ?? last).end))
  for (let count = graphemes.length; count > 0; count--) {
    const candidate = `${graphemes.slice(0, count).join("").trimEnd()}…`
    if (lines(candidate).length <= maxLines) return candidate
  }
  return "…"
}

interface TextOptions {
  readonly box: Box
  readonly paragraphs: ReadonlyArray<Paragraph>
  /** Points. */
  readonly size: number
  readonly color?: Color
  readonly anchor?: TextBlock["anchor"]
  readonly placeholder?: NonNullable<TextBlock["placeholder"]>
}

/** A text block with its measured extent; ink at the top unless told. What it is given it shows: fit it before. */
export const textBlock = (options: TextOptions): TextBlock => {
  const { w, h } = measure(options.paragraphs, options.size, options.box.w)
  return { kind: "text", color: "ink", anchor: "top", ...options, extent: { w, h } }
}
