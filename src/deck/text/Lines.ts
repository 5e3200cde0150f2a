import type { Paragraph } from "../Plan.ts"
import { lineHeight, widthOf } from "./Metrics.ts"

/** Inches that a bullet and the text under it are set in. */
export const bulletIndent = 0.2

/** A line of a paragraph: UTF-16 positions in its runs' joined text, the white space at its end included. */
export interface Line {
  readonly start: number
  readonly end: number
  /** Inches, the bullet's indent included, the white space at the end not. */
  readonly w: number
  /** Inches. */
  readonly h: number
}

export const textOf = (paragraph: Paragraph): string => paragraph.runs.map(({ text }) => text).join("")

/** The lines a paragraph takes at `size` points in `width` inches. An empty paragraph is one line. */
export const linesOf = (paragraph: Paragraph, size: number, width: number): ReadonlyArray<Line> => {
  const text = textOf(paragraph)
  const bold = paragraph.runs.some((run) => run.bold === true)
  const indent = paragraph.bullet === true ? bulletIndent : 0
  const lines: Array<Line> = []
  let start = 0
  let at = 0
  const push = (end: number): void => {
    const w = indent + widthOf(text.slice(start, end).trimEnd(), size, bold)
    lines.push({ start, end, w, h: lineHeight(size) })
    start = end
  }
  for (const [word] of text.matchAll(/\S*\s*/g)) {
    if (at > start && indent + widthOf(text.slice(start, at) + word.trimEnd(), size, bold) > width) push(at)
    at += word.length
  }
  if (start < text.length || lines.length === 0) push(text.length)
  return lines
}
