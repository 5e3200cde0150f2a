import { apportioned } from "../facts/Shares.ts"
import { type Group, groups, type Standing } from "../facts/Standing.ts"
import { objectiveMarks } from "../facts/Statuses.ts"
import type { Cell, Color } from "../Plan.ts"
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

const shareColors: Readonly<Record<Group, Color>> = {
  achieved: objectiveMarks.achieved.color,
  onTrack: objectiveMarks.on_track.color,
  atRisk: atRisk.color,
  missed: objectiveMarks.missed.color,
  draft: objectiveMarks.draft.color
}

/** The headers of the columns that count the disjoint groups. */
export const groupHeads: ReadonlyArray<Cell> = groups.map((group): Cell => ({ ...marks[group], align: "center" }))

/** Glyphs of a bar of shares. */
const shareCells = 10

/**
 * The groups' shares as a bar of block characters, equally long for every team. A group that is not empty has at least
 * one.
 */
export const shareCell = (standing: Standing): Cell => {
  const cells = apportioned(
    groups.map((group) => standing[group]),
    shareCells
  )
  return runsCell(
    groups.flatMap((group, index) => {
      const count = cells[index] ?? 0
      return count === 0 ? [] : [{ text: "█".repeat(count), color: shareColors[group] }]
    })
  )
}

/** A count; a dash for none. */
export const numberCell = (count: number): Cell =>
  count === 0 ? cell("–", { align: "center", color: "muted" }) : cell(String(count), { align: "center" })
