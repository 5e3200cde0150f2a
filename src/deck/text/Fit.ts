import type { Box, Color, Paragraph, TextBlock } from "../Plan.ts"
import { type Line, linesOf, textOf } from "./Lines.ts"
import { widthOf } from "./Metrics.ts"

/** Inches. */
export interface Extent {
  readonly w: number
  readonly h: number
}

export interface Fitted {
  /** Points. */
  readonly size: number
  readonly shown: ReadonlyArray<Paragraph>
  /** What is left for the next box. */
  readonly rest: ReadonlyArray<Paragraph>
  readonly extent: Extent
}

const extentOf = (lines: ReadonlyArray<Line>): Extent => ({
  w: lines.reduce((widest, line) => Math.max(widest, line.w), 0),
  h: lines.reduce((height, line) => height + line.h, 0)
})

/** Lines and inches that paragraphs take at `size` points in `width` inches, without space between paragraphs. */
export const measure = (
  paragraphs: ReadonlyArray<Paragraph>,
  size: number,
  width: number
): { readonly lines: number } & Extent => {
  const lines = paragraphs.flatMap((paragraph) => linesOf(paragraph, size, width))
  return { lines: lines.length, ...extentOf(lines) }
}

/** The largest of `sizes` at which all fits; if none, as much as fits at the smallest. */
export const fit = (paragraphs: ReadonlyArray<Paragraph>, box: Extent, sizes: ReadonlyArray<number>): Fitted => {
  const ordered = [...sizes].sort((left, right) => right - left)
  for (const size of ordered) {
    const { w, h } = measure(paragraphs, size, box.w)
    if (w <= box.w && h <= box.h) return { size, shown: paragraphs, rest: [], extent: { w, h } }
  }
  const size = ordered.at(-1) ?? 10
  let count = paragraphs.length
  while (count > 1 && measure(paragraphs.slice(0, count), size, box.w).h > box.h) count--
  const shown = paragraphs.slice(0, count)
  const { w, h } = measure(shown, size, box.w)
  return { size, shown, rest: paragraphs.slice(count), extent: { w, h } }
}

/** All of it, box after box. Nothing gives one empty page. */
export const pages = (
  paragraphs: ReadonlyArray<Paragraph>,
  box: Extent,
  sizes: ReadonlyArray<number>
): ReadonlyArray<Fitted> => {
  const first = fit(paragraphs, box, sizes)
  return first.rest.length === 0 ? [first] : [first, ...pages(first.rest, box, [first.size])]
}

/** The text if it takes at most `maxLines` lines of `width` inches at `size` points, else its beginning with "…". */
export const clip = (text: string, size: number, bold: boolean, width: number, maxLines: number): string => {
  const fits = (candidate: string): boolean =>
    linesOf({ runs: [{ text: candidate, bold }] }, size, width).length <= maxLines &&
    widthOf(candidate, size, bold) <= width * maxLines
  if (fits(text)) return text
  let length = text.length
  while (length > 0 && !fits(`${text.slice(0, length)}…`)) length--
  return `${text.slice(0, length).trimEnd()}…`
}

export interface TextOptions {
  readonly box: Box
  readonly paragraphs: ReadonlyArray<Paragraph>
  /** Points. */
  readonly size: number
  readonly color?: Color
  readonly anchor?: TextBlock["anchor"]
  readonly placeholder?: NonNullable<TextBlock["placeholder"]>
  readonly alt?: string
}

/** A text block with its measured extent; ink at the top unless told. What it is given, it shows: fit it before. */
export const textBlock = (options: TextOptions): TextBlock => {
  const { w, h } = measure(options.paragraphs, options.size, options.box.w)
  return { kind: "text", color: "ink", anchor: "top", ...options, extent: { w, h } }
}
