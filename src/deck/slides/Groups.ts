import { type Group, groups } from "../facts/Standing.ts"
import { objectiveMarks } from "../facts/Statuses.ts"
import type { Cell } from "../Plan.ts"
import { cell, markCell, runsCell } from "./TableCells.ts"

const { at_risk: atRisk, off_track: offTrack } = objectiveMarks

/** The marks of each group; at risk and off track are one group, with both marks. */
const marks: Readonly<Record<Group, Cell>> = {
  achieved: markCell(objectiveMarks.achieved),
  onTrack: markCell(objectiveMarks.on_track),
  atRisk: runsCell([
    { text: atRisk.glyph, color: atRisk.color },
    { text: `${offTrack.glyph}\u00A0`, color: offTrack.color },
    { text: "At risk" }
  ]),
  missed: markCell(objectiveMarks.missed),
  draft: markCell(objectiveMarks.draft)
}

/** The headers of the columns that count the disjoint groups. */
export const groupHeads: ReadonlyArray<Cell> = groups.map((group): Cell => ({ ...marks[group], align: "center" }))

/** A count; a dash for none. */
export const numberCell = (count: number): Cell =>
  count === 0 ? cell("–", { align: "center", color: "muted" }) : cell(String(count), { align: "center" })
