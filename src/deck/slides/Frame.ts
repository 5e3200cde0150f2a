import type { Mark } from "../facts/Statuses.ts"
import type { Block, Box, Paragraph, ShapeBlock, SlidePlan } from "../Plan.ts"
import { after } from "../text/Direction.ts"
import { clip, fit as fitted, measure, textBlock } from "../text/Fit.ts"
import { graphemesOf } from "../text/Metrics.ts"

/** Where a content slide's title stands; the bar beside it, the hairline below and the footer are the master's. */
export const titleBox: Box = { x: 0.85, y: 0.35, w: 11.8, h: 0.85 }

/** Points. */
export const titleSize = 24

/** The smaller ones for a title of hardly more than one line, and for letters of other fonts, which have taller lines. */
const titleSizes: ReadonlyArray<number> = [titleSize, 22, 20]

/** All that is free for a content slide's blocks. */
export const bodyBox: Box = { x: 0.6, y: 1.45, w: 12.133, h: 5.4 }

/** Points: body text is as large as it fits, from the first to the last. */
export const bodySizes: ReadonlyArray<number> = [16, 14, 12]

const titleLines = 2

const plainTitle = (text: string): ReadonlyArray<Paragraph> => [{ runs: [{ text, bold: true }] }]

/** On one line if it can be: the second is not to hold a word or two, or a page's number. */
const titleSizeOf = (paragraphs: ReadonlyArray<Paragraph>): number =>
  titleSizes.find((size) => measure(paragraphs, size, titleBox.w).lines === 1) ??
  fitted(paragraphs, titleBox, titleSizes).size

const fitsTitle = (text: string): boolean => measure(plainTitle(text), titleSize, titleBox.w).lines <= titleLines

/**
 * One content slide. The title is clipped to two lines; a clipped one stands in full before the notes. Blank titles give
 * way to the section's name.
 */
export const contentSlide = (slide: {
  readonly section: string
  readonly title: string
  readonly blocks: ReadonlyArray<Block>
  readonly notes: string
}): SlidePlan => {
  const full = slide.title.trim() === "" ? slide.section : slide.title
  const title = clip(full, titleSize, true, titleBox.w, titleLines)
  const paragraphs = plainTitle(title)
  const heading = textBlock({
    box: titleBox,
    paragraphs,
    size: titleSizeOf(paragraphs),
    color: "ink",
    anchor: "middle",
    placeholder: "title"
  })
  return {
    layout: "titleOnly",
    section: slide.section,
    title,
    blocks: [heading, ...slide.blocks],
    notes: title === full ? slide.notes : [full, slide.notes].filter((part) => part !== "").join("\n\n")
  }
}

/** The title of one of several slides, "… (2 of 3)" with no break inside: clipped so that it still fits. `page` counts from 1. */
export const continued = (title: string, page: number, pages: number): string => {
  if (pages <= 1) return title
  const suffix = ` ${after(title, `(${page}\u00A0of\u00A0${pages})`)}`
  if (fitsTitle(title + suffix)) return title + suffix
  const graphemes = graphemesOf(title)
  let [shortest, longest] = [0, graphemes.length - 1]
  const shortened = (count: number) => `${graphemes.slice(0, count).join("").trimEnd()}…${suffix}`
  while (shortest < longest) {
    const middle = Math.ceil((shortest + longest) / 2)
    if (fitsTitle(shortened(middle))) shortest = middle
    else longest = middle - 1
  }
  return shortened(shortest)
}

/** The shape of a mark alone, for places where the word stands in a table's cell beside it. */
export const markShape = ({ word, shape, color }: Mark, box: Box): ShapeBlock => ({
  kind: "shape",
  shape,
  box,
  fill: shape === "ring" ? null : color,
  line: shape === "ring" ? color : null,
  alt: word
})

/** Inches: a mark's shape beside text of this size. */
export const markSide = (size: number): number => (size * 0.85) / 72

/** Inches between a mark's shape and its word. */
export const markGap = 0.08

/** A status as shape and word, in one line of the box, centred in its height. `size` in points. */
export const statusMark = (mark: Mark, box: Box, size = 12): ReadonlyArray<Block> => {
  const side = markSide(size)
  const left = side + markGap
  const words = { x: box.x + left, y: box.y, w: box.w - left, h: box.h }
  return [
    markShape(mark, { x: box.x, y: box.y + (box.h - side) / 2, w: side, h: side }),
    textBlock({
      box: words,
      paragraphs: [{ runs: [{ text: clip(mark.word, size, false, words.w, 1) }] }],
      size,
      color: "ink",
      anchor: "middle"
    })
  ]
}

/** A track with its filled part; the per cent in words is to stand beside it. */
export const progressBar = (percent: number, box: Box, alt: string): ReadonlyArray<ShapeBlock> => {
  const bar = { kind: "shape", shape: "rect", line: null } as const
  const track: ShapeBlock = { ...bar, box, fill: "faint", alt }
  if (percent <= 0) return [track]
  return [track, { ...bar, box: { ...box, w: (box.w * Math.min(100, percent)) / 100 }, fill: "accent", alt: "" }]
}
