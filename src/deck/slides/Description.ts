import type { Box, Paragraph } from "../Plan.ts"
import { type Fitted, fit as fitText, measure, textBlock } from "../text/Fit.ts"
import { lineHeight } from "../text/Metrics.ts"
import { bodySizes } from "./Frame.ts"
import { type Flow, gap, stacked, type Taken, take } from "./Paging.ts"

/** Inches: longer lines are hard to read. */
const maxLineWidth = 10.2

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

const body = (box: Box, { shown, size, extent }: Omit<Fitted, "rest">, rest: Flow | null): Taken => {
  const place = { box: { ...box, h: extent.h }, color: "ink", anchor: "top", placeholder: "body" } as const
  return { blocks: [{ kind: "text", ...place, paragraphs: shown, size, extent }], height: extent.h, rest }
}

/**
 * A description in the body's placeholder, as large as it fits, on at most `slides` slides: what does not fit there is
 * to stand in the notes, and the last slide says so. Null without words.
 */
const descriptionFlow = (description: string, slides: number, sizesAllowed = bodySizes): Flow | null => {
  const from = (paragraphs: ReadonlyArray<Paragraph>, sizes: ReadonlyArray<number>, left: number): Flow => ({
    take: (whole) => {
      const box = { ...whole, w: Math.min(whole.w, maxLineWidth) }
      const smallest = sizes.at(-1) ?? 12
      if (box.h < 2 * lineHeight(smallest)) return { blocks: [], height: 0, rest: from(paragraphs, sizes, left) }
      const all = fitText(paragraphs, box, sizes)
      if (all.rest.length === 0) return body(box, all, null)
      if (left > 1) return body(box, all, from(all.rest, [all.size], left - 1))
      const cut = fitText(paragraphs, { w: box.w, h: box.h - lineHeight(smallest, true) }, [smallest])
      const shown = [...cut.shown, elsewhere]
      return body(box, { shown, size: smallest, extent: measure(shown, smallest, box.w) }, null)
    }
  })
  return description.trim() === "" ? null : from(paragraphsOf(description), sizesAllowed, slides)
}

/** Inches of all of it; infinite where a box like this does not hold it. */
const wholeHeight = (flow: Flow | null, box: Box): number => {
  const { height, rest } = take(flow, box)
  return rest === null ? height : Number.POSITIVE_INFINITY
}

/** The height of both with their gap, slightly increased against rounding errors. */
const together = (upper: number, lower: number): number => upper + lower + (upper === 0 || lower === 0 ? 0 : gap) + 1e-6

/**
 * A description and below it what belongs to it, given in its sizes in points, the smallest last. As large as both fit
 * into the box, the description never the smaller; if they do not, it comes first or last, as `otherwise` says.
 */
export const descriptionWith = (
  description: string,
  more: ReadonlyArray<{ readonly size: number; readonly flow: Flow | null }>,
  { slides, box, otherwise }: { readonly slides: number; readonly box: Box; readonly otherwise: "first" | "last" }
): Flow | null => {
  const heights = new Map<number, number>()
  for (const { size, flow } of more) {
    const height = wholeHeight(flow, box)
    if (height > box.h) continue
    for (const textSize of bodySizes.filter((each) => each >= size)) {
      const text = descriptionFlow(description, slides, [textSize])
      const textHeight = heights.get(textSize) ?? wholeHeight(text, box)
      heights.set(textSize, textHeight)
      if (together(textHeight, height) <= box.h) return stacked(text, flow)
    }
  }
  const alone = descriptionFlow(description, slides)
  const last = more.at(-1)?.flow ?? null
  return otherwise === "first" ? stacked(alone, last) : stacked(last, alone)
}

/** A muted line about missing content. */
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
