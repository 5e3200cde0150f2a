import type { Color, Run } from "../DeckPlan.ts"
import type { Mark } from "../facts/StatusFacts.ts"

/**
 * Marks as text, so that they stay in the cell or line that they belong to whatever is edited around them. All are of
 * Windows Glyph List 4, which the fonts of Office and their substitutes have.
 */
const full = "█"
const tick = "▌"

/** Of links: to a slide of the deck, and out of it to the page. */
export const linkMarks = { slide: "\u00A0►", page: "\u00A0→" } as const

/** For a table of what is linked with what. */
export const linkRun: Run = { text: "●", color: "accent" }

/** A status as glyph and word. */
export const markRuns = ({ glyph, word, color }: Mark): ReadonlyArray<Run> => [
  { text: `${glyph}\u00A0`, color },
  { text: word }
]

interface TextBar {
  /** 0 to 100; what is beyond is cut. */
  readonly percent: number
  readonly color: Color
  /** Where a tick stands: what share was expected by now. */
  readonly expected?: number | null
}

/** Glyphs of a whole bar. */
const cells = 10

const cellAt = (percent: number): number => Math.max(0, Math.min(cells, Math.round((percent * cells) / 100)))

/** A bar of block characters; something that is not nothing shows one, and only all is full. */
export const barRuns = ({ percent, color, expected = null }: TextBar): ReadonlyArray<Run> => {
  const rounded = cellAt(percent)
  const filled = percent <= 0 ? 0 : percent >= 100 ? cells : Math.max(1, Math.min(cells - 1, rounded))
  const ticked = expected === null ? -1 : Math.min(cells - 1, cellAt(expected))
  const runs: Array<{ text: string; readonly color: Color }> = []
  for (let cell = 0; cell < cells; cell++) {
    const run = cell === ticked ? ({ text: tick, color: "ink" } as const) : undefined
    const next = run ?? { text: full, color: cell < filled ? color : "faint" }
    const last = runs.at(-1)
    if (last !== undefined && last.color === next.color) last.text += next.text
    else runs.push({ ...next })
  }
  return runs
}
