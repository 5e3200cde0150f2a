import type { Box, Paragraph } from "../DeckPlan.ts"
import { fit as fitText, measure, textBlock } from "../text/Fit.ts"
import { paragraphsOf } from "../text/MarkdownRuns.ts"
import { lineHeight } from "../text/Metrics.ts"
import type { Taken } from "./Paging.ts"

/** Points. */
const sizes: ReadonlyArray<number> = [14, 12]
const smallest = 12

/** The remark that a text is cut; the notes, if there are any, have all of it. */
const cutRemark = (notes: boolean): Paragraph => ({
  runs: [{ text: notes ? "… in full in the notes" : "… shortened", italic: true, color: "muted" }]
})

/** A text in a box, as large as fits, or cut with a remark; nothing for a text without words. */
export const prose = (text: string, box: Box, notes: boolean): Omit<Taken, "rest"> => {
  const paragraphs = paragraphsOf(text)
  if (paragraphs.length === 0 || box.h < 2 * lineHeight(smallest, true)) return { blocks: [], height: 0 }
  const whole = fitText(paragraphs, box, sizes)
  if (whole.isWhole) {
    const { shown, size, extent } = whole
    return { blocks: [textBlock({ box: { ...box, h: extent.h }, paragraphs: shown, size })], height: extent.h }
  }
  const cut = fitText(paragraphs, { w: box.w, h: box.h - lineHeight(smallest, true) }, [smallest])
  const shown = [...cut.shown, cutRemark(notes)]
  const { h } = measure(shown, smallest, box.w)
  return { blocks: [textBlock({ box: { ...box, h }, paragraphs: shown, size: smallest })], height: h }
}
