import type { Block, Box, Paragraph, TextBlock } from "../Plan.ts"
import { fit as fitText, measure, textBlock } from "../text/Fit.ts"
import { lineHeight } from "../text/Metrics.ts"
import { bodySizes } from "./Frame.ts"
import { type Flow, stacked, type Taken } from "./Paging.ts"

/** Inches: longer lines are hard to read. */
const widest = 10.2

const remarkSize = 14

const bullet = /^\s*[-*•]\s+(?=\S)/

/** Lines as people wrote them: a list's become bullets, several empty ones become one. */
export const paragraphsOf = (description: string): ReadonlyArray<Paragraph> =>
  description
    .split("\n")
    .filter((line, index, all) => line.trim() !== "" || (all[index - 1] ?? "").trim() !== "")
    .map((line) =>
      bullet.test(line) ? { runs: [{ text: line.replace(bullet, "") }], bullet: true } : { runs: [{ text: line }] }
    )

const elsewhere: Paragraph = { runs: [{ text: "… full text in the notes", italic: true, color: "muted" }] }

const body = (box: Box, paragraphs: ReadonlyArray<Paragraph>, size: number): TextBlock => {
  const { h } = measure(paragraphs, size, box.w)
  return textBlock({ box: { ...box, h }, paragraphs, size, color: "ink", anchor: "top", placeholder: "body" })
}

const taken = (block: Block, rest: Flow | null): Taken => ({ blocks: [block], height: block.box.h, rest })

/**
 * A description in the body's placeholder, as large as it fits, on at most `slides` slides: what does not fit there is
 * to stand in the notes, and the last slide says so. Null without words.
 */
const descriptionFlow = (description: string, slides: number, sizesAllowed = bodySizes): Flow | null => {
  const from = (paragraphs: ReadonlyArray<Paragraph>, sizes: ReadonlyArray<number>, left: number): Flow => ({
    take: (whole) => {
      const box = { ...whole, w: Math.min(whole.w, widest) }
      const smallest = sizes.at(-1) ?? 12
      if (box.h < 2 * lineHeight(smallest)) return { blocks: [], height: 0, rest: from(paragraphs, sizes, left) }
      const all = fitText(paragraphs, box, sizes)
      if (all.rest.length === 0) return taken(body(box, all.shown, all.size), null)
      if (left > 1) return taken(body(box, all.shown, all.size), from(all.rest, [all.size], left - 1))
      const { shown } = fitText(paragraphs, { w: box.w, h: box.h - lineHeight(smallest) }, [smallest])
      return taken(body(box, [...shown, elsewhere], smallest), null)
    }
  })
  return description.trim() === "" ? null : from(paragraphsOf(description), sizesAllowed, slides)
}

/**
 * A description and below it what belongs to it, given in its sizes in points, the smallest last. As large as both fit
 * into the box, the description never the smaller; if they do not, it comes first or last, as `otherwise` says.
 */
export const descriptionWith = (
  description: string,
  more: ReadonlyArray<{ readonly size: number; readonly flow: Flow | null }>,
  { slides, box, otherwise }: { readonly slides: number; readonly box: Box; readonly otherwise: "first" | "last" }
): Flow | null => {
  for (const below of more) {
    for (const size of bodySizes.filter((each) => each >= below.size)) {
      const flow = stacked(descriptionFlow(description, slides, [size]), below.flow)
      if (flow === null || flow.take(box).rest === null) return flow
    }
  }
  const alone = descriptionFlow(description, slides)
  const last = more.at(-1)?.flow ?? null
  return otherwise === "first" ? stacked(alone, last) : stacked(last, alone)
}

/** One calm line about what is not there. */
export const remark = (text: string): Flow => ({
  take: (box) => {
    const paragraphs = [{ runs: [{ text }] }]
    const { h } = measure(paragraphs, remarkSize, box.w)
    if (h > box.h) return { blocks: [], height: 0, rest: remark(text) }
    return {
      blocks: [textBlock({ box: { ...box, h }, paragraphs, size: remarkSize, color: "muted", anchor: "top" })],
      height: h,
      rest: null
    }
  }
})
