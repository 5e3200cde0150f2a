import type { Objective, Team } from "../../domain/state/State.ts"
import type { Cell, Run } from "../DeckPlan.ts"
import { counted } from "../facts/DeckNumbers.ts"
import type { Note } from "../facts/LastNote.ts"
import { bodyBox } from "./ContentSlide.ts"
import { cell, dash, fitting, foundRuns, objectiveCell, type Room } from "./TableCells.ts"
import { tableSize } from "./TableFlow.ts"
import { type PagedTable, tableSlides } from "./TableSizes.ts"

/** An objective that may be gone with the mark of its slide, and below it its team where several are told. */
export const aboutCell = (objective: Objective, team: Team, isTeamNamed: boolean, room: Room, isThere = true): Cell =>
  objectiveCell(objective, team, room, {
    ...(isTeamNamed && { below: team.name }),
    ...(!isThere && { page: undefined })
  })

/** The owner in words, a dash where nobody answers for it. */
export const ownerCell = ({ owner }: Objective, room: Room): Cell => (owner === "" ? dash : cell(fitting(owner, room)))

/** What is found, and as much of what somebody said as there is room for. */
export const saidRuns = (found: string, note: Note | null, room: Room): ReadonlyArray<Run> => {
  if (note === null) return foundRuns(fitting(found, room), null)
  const before = foundRuns(found, { ...note, words: "" })
    .map(({ text }) => text)
    .join("")
  const words = fitting(before + note.words, room).slice(before.length)
  return words.length < 2 ? saidRuns(found, null, room) : foundRuns(found, { ...note, words })
}

/** A table has at least this share of its slide: its rows have room for what people write into them. */
const leastShare = 0.4

/** Inches that a header and a remark take. */
const otherRows = 0.7

/** More rows have the smallest text. */
const manyRows = 3

/** The slide of a table: many rows have the smallest text, and each has as many lines as fit; of five even in low templates. */
export const askTable = <A>(table: PagedTable<A>) =>
  tableSlides(
    {
      ...table,
      lines: [9, 8, 7, 6, 5, 4, 3, 2],
      more: (left) => `and ${counted(left, "more objective")}, less far off`,
      ...(table.rows.length > manyRows && { maxSize: tableSize }),
      leastRowHeight: (bodyBox.h * leastShare - otherRows) / table.rows.length
    },
    { maxSlides: 1 }
  )
