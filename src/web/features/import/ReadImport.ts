import type { Cells } from "./Cells.ts"
import { type Reading, readingOf } from "./Columns.ts"
import { readOutline } from "./Outline.ts"
import { type Plan, planOf, type TeamContents } from "./Plan.ts"
import type { DecimalSign } from "./Quantities.ts"
import { readRows } from "./Rows.ts"
import { makeNotes } from "./Things.ts"

/** What decides where the text does not. */
export interface Surroundings extends Pick<Reading, "isDayFirst" | "top"> {
  readonly decimal: DecimalSign
  /** The name of the team to import into. */
  readonly teamName: string
  readonly team: TeamContents
  /** Whether what is there already is made once more. */
  readonly isAgain: boolean
}

export interface ReadImport {
  readonly reading: Reading
  readonly rows: Cells
  readonly plan: Plan
}

/** Reads pasted cells or an outline; `given` is what the user corrected of the reading. */
export const readImport = (text: string, given: Partial<Reading>, around: Surroundings): ReadImport => {
  const { decimal, teamName: team, isAgain, isDayFirst, top } = around
  const { reading, rows } = readingOf(text, given, { isDayFirst, team, top })
  const notes = makeNotes()
  const things =
    reading.form === "outline" ? readOutline(text, reading, decimal, notes) : readRows(rows, reading, decimal, notes)
  return { reading, rows, plan: planOf(things, around.team, isAgain, notes) }
}
