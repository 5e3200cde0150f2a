import type { Color, Paragraph, Theme } from "../Plan.ts"
import { fromTheRight } from "../text/Direction.ts"
import type { Slot } from "./Layouts.ts"
import type { TextRun } from "./Presentation.ts"
import { colorValue } from "./SchemeColors.ts"

/** What a text's runs have in common. */
export interface TextStyle {
  readonly theme: Theme
  /** Points. */
  readonly size: number
  readonly color: Color
  readonly align?: Paragraph["align"]
  /** Runs from left to right, whatever it begins with: its parts keep their places. */
  readonly fromTheLeft?: boolean
  /** Of the placeholder that the text fills: what is the same there is left to the layout. */
  readonly slot?: Pick<Slot, "name" | "size" | "color"> | undefined
}

/** Points: how far a bullet's text hangs, 0.2 in. */
const hanging = 14.4

/**
 * Paragraphs as PptxGenJS takes them: one list of runs, of which the last of a paragraph ends its line. Only a run that
 * names the placeholder gets no colour by itself, but it loses its bullet.
 */
export const textRuns = (paragraphs: ReadonlyArray<Paragraph>, style: TextStyle): Array<TextRun> =>
  (paragraphs.length === 0 ? [{ runs: [] }] : paragraphs).flatMap((paragraph, at): ReadonlyArray<TextRun> => {
    const runs = paragraph.runs.length === 0 ? [{ text: "" }] : paragraph.runs
    const rtlMode = style.fromTheLeft !== true && fromTheRight(runs.map(({ text }) => text).join(""))
    const align = paragraph.align ?? style.align ?? "left"
    const slot = paragraph.bullet ? undefined : style.slot
    return runs.map((run, index) => {
      const color = run.color ?? style.color
      return {
        text: run.text,
        options: {
          align,
          ...(style.size !== style.slot?.size && { fontSize: style.size }),
          ...(color !== slot?.color && { color: colorValue(color, style.theme) }),
          ...(run.bold && { bold: true }),
          ...(run.italic && { italic: true }),
          ...(paragraph.bullet && { bullet: { indent: hanging } }),
          ...(rtlMode && { rtlMode }),
          ...(slot !== undefined && { placeholder: slot.name }),
          ...(index === runs.length - 1 && at < paragraphs.length - 1 && { breakLine: true })
        }
      }
    })
  })
