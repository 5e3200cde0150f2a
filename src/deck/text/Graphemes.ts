import type { Paragraph } from "../Plan.ts"
import { Break, breakBetween, type Kind, kindOf } from "./Breaks.ts"
import { advanceOf, graphemesOf } from "./Metrics.ts"

/** A paragraph's graphemes, whatever the size: measured once, broken at several sizes. */
export interface Graphemes {
  /** Where each begins, and the text's length. */
  readonly starts: ReadonlyArray<number>
  /** Em. */
  readonly widths: ReadonlyArray<number>
  readonly white: ReadonlyArray<boolean>
  readonly substituted: ReadonlyArray<boolean>
  readonly breaks: ReadonlyArray<Break>
}

/** The text of a paragraph, its runs joined. */
export const textOf = (paragraph: Paragraph): string =>
  paragraph.runs.length === 1 ? (paragraph.runs[0]?.text ?? "") : paragraph.runs.map(({ text }) => text).join("")

const unspaced = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const words = new Intl.Segmenter("en", { granularity: "word" })

const dictionary = (text: string): ReadonlySet<number> =>
  new Set(unspaced.test(text) ? Array.from(words.segment(text), ({ index }) => index) : [])

const analyse = (paragraph: Paragraph): Graphemes => {
  const text = textOf(paragraph)
  const found = dictionary(text)
  const starts: Array<number> = []
  const widths: Array<number> = []
  const white: Array<boolean> = []
  const substituted: Array<boolean> = []
  const breaks: Array<Break> = []
  let before: Kind | undefined
  let left: Kind | undefined
  let at = 0
  let run = 0
  let runEnd = paragraph.runs[0]?.text.length ?? 0
  for (const grapheme of graphemesOf(text)) {
    while (at >= runEnd && run + 1 < paragraph.runs.length) runEnd += paragraph.runs[++run]?.text.length ?? 0
    const advance = advanceOf(grapheme)
    const right = kindOf(grapheme)
    starts.push(at)
    widths.push(paragraph.runs[run]?.bold === true ? advance.bold : advance.regular)
    white.push(right.blank || right.newline)
    substituted.push(advance.substituted)
    const rule = left === undefined ? Break.never : breakBetween(before, left, right)
    breaks.push(rule < Break.may && left?.unspaced && right.unspaced && found.has(at) ? Break.may : rule)
    before = left
    left = right
    at += grapheme.length
  }
  starts.push(at)
  if (left?.newline) breaks.push(Break.must)
  return { starts, widths, white, substituted, breaks }
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
