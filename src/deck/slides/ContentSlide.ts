import { capitalized } from "../../shared/words/Nouns.ts"
import type { Block, LayoutName, PageLink, Paragraph, SlidePlan } from "../DeckPlan.ts"
import { boxOf } from "../templates/Layouts.ts"
import { after, fromTheRight, inLine } from "../text/Direction.ts"
import { clip, measure, textBlock } from "../text/Fit.ts"
import { graphemesOf, lineHeight } from "../text/Metrics.ts"
import type { LinkedSlide } from "./SlideLinks.ts"

/** Where a content slide's title stands; the bar beside it, the hairline below and the footer are the master's. */
export const titleBox = boxOf("titleOnly", "title")

const titleLines = 2

/** Points: the largest in which the title's lines fit, which are taller with letters of other fonts. */
const titleSizeOf = (isTall: boolean): number =>
  [24, 20, 18].find((size) => titleLines * lineHeight(size, isTall) <= titleBox.h) ?? 16

export const titleSize = titleSizeOf(false)
const tallTitleSize = titleSizeOf(true)

/** The room for a content slide's blocks. */
export const bodyBox = boxOf("text", "body")

/** Points. Body text takes the first of these sizes at which it fits. */
export const bodySizes: ReadonlyArray<number> = [16, 14, 12]

const plainTitle = (text: string, page?: PageLink): ReadonlyArray<Paragraph> => [
  { runs: [{ text, bold: true, ...(page !== undefined && { page }) }] }
]

export const fitsTitle = (text: string): boolean => measure(plainTitle(text), titleSize, titleBox.w).lines <= titleLines

interface ContentSlide extends Pick<LinkedSlide, "otherKeys" | "page"> {
  readonly layout: Exclude<LayoutName, "cover">
  readonly key?: string
  readonly section: string
  readonly title: string
  readonly blocks: ReadonlyArray<Block>
  readonly notes: string
}

/**
 * One content slide. The title is clipped to two lines; a clipped one stands in full before the notes. Blank titles give
 * way to the section's name.
 */
export const contentSlide = (slide: ContentSlide): LinkedSlide => {
  const full = slide.title.trim() === "" ? slide.section : slide.title
  const title = clip(full, titleSize, true, titleBox.w, titleLines)
  const paragraphs = plainTitle(title, slide.page)
  const heading = textBlock({
    box: titleBox,
    paragraphs,
    size: measure(paragraphs, titleSize, titleBox.w).h > titleBox.h ? tallTitleSize : titleSize,
    anchor: "middle",
    placeholder: "title"
  })
  const notes = title === full ? slide.notes : [full, slide.notes].filter((part) => part !== "").join("\n\n")
  return { ...slide, title, blocks: [heading, ...slide.blocks], notes }
}

/** The first graphemes of a text with "…"; the text itself if it has no more. */
const shortened = (graphemes: ReadonlyArray<string>, count: number): string =>
  graphemes.length <= count ? graphemes.join("") : `${graphemes.slice(0, count).join("").trimEnd()}…`

/**
 * A title around names of any length: the longest names are cut, all to the same length, until what is said about them
 * fits. `words` gets the names in their order.
 */
export const titleAround = (
  names: ReadonlyArray<string>,
  words: (...shown: ReadonlyArray<string>) => string
): string => {
  const all = names.map(graphemesOf)
  const titleWith = (count: number) => words(...all.map((graphemes) => shortened(graphemes, count)))
  const longest = Math.max(1, ...all.map(({ length }) => length))
  // Tried first, since the sign of a cut may be wider than the letter that it stands for.
  const whole = titleWith(longest)
  if (fitsTitle(whole)) return whole
  let [fits, tooLong] = [1, longest]
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2)
    if (fitsTitle(titleWith(middle))) fits = middle
    else tooLong = middle
  }
  return titleWith(fits)
}

/** A title, or how it is around the names in it, which are cut to make room for what follows. */
export type SeriesTitle =
  | string
  | {
      readonly names: ReadonlyArray<string>
      readonly words: (...shown: ReadonlyArray<string>) => string
    }

/** The title of one of several slides, "… (2 of 3)" with no break inside: cut so that it still fits. `page` counts from 1. */
export const continued = (title: SeriesTitle, page: number, pages: number): string => {
  const { names, words } = typeof title === "string" ? { names: [title], words: (shown = "") => shown } : title
  const suffix = (text: string) => (pages <= 1 ? "" : ` ${after(text, `(${page}\u00A0of\u00A0${pages})`)}`)
  return pages <= 1 && typeof title === "string"
    ? title
    : titleAround(names, (...shown) => {
        const text = words(...shown)
        return text + suffix(text)
      })
}

/** A name and what is said about it. The name comes first, unless it runs from right to left. */
export const about = (name: string, words: string, between = ": "): string =>
  fromTheRight(name) ? `${capitalized(words)}${between}${inLine(name)}` : `${name}${between}${words}`

/** The first table of a table's layout fills its placeholder. */
const placed = (layout: ContentSlide["layout"], [first, ...others]: ReadonlyArray<Block>): ReadonlyArray<Block> => {
  if (first === undefined) return []
  return layout === "table" && first.kind === "table"
    ? [{ ...first, placeholder: "body" }, ...others]
    : [first, ...others]
}

/** The slides of one subject: a slide for each page, numbered when there are several. The first has the key. */
export const series = (subject: {
  readonly layout: ContentSlide["layout"]
  readonly key: string
  readonly section: string
  readonly title: SeriesTitle
  readonly pages: ReadonlyArray<ReadonlyArray<Block>>
  readonly page?: PageLink
  readonly notes?: string
}): ReadonlyArray<SlidePlan> => {
  const { key, title, pages, notes = "", ...rest } = subject
  return pages.map((blocks, index) =>
    contentSlide({
      ...rest,
      ...(index === 0 && { key }),
      title: continued(title, index + 1, pages.length),
      blocks: placed(rest.layout, blocks),
      notes: index === 0 ? notes : ""
    })
  )
}

/** The slide under another title; what no longer fits stands before the notes. */
export const withTitle = (slide: LinkedSlide, title: string): LinkedSlide => {
  if (slide.layout === "cover") return slide
  const [, ...blocks] = slide.blocks
  return contentSlide({ ...slide, layout: slide.layout, title, blocks })
}

/** Slides whose titles are all different: one that comes again is numbered. */
export const uniquelyTitled = (slides: ReadonlyArray<SlidePlan>): ReadonlyArray<SlidePlan> => {
  const taken = new Set<string>()
  return slides.map((slide) => {
    let unique = slide
    for (let time = 2; taken.has(unique.title); time++) {
      unique = withTitle(
        slide,
        titleAround([slide.title], (shown = "") => `${shown} ${after(shown, `· ${time}`)}`)
      )
    }
    taken.add(unique.title)
    return unique
  })
}
