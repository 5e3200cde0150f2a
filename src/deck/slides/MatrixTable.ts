import type { Objective, Team } from "../../domain/state/State.ts"
import type { Block, Cell, TextBlock } from "../DeckPlan.ts"
import { counted } from "../facts/DeckNumbers.ts"
import { type NumberedPrinciple, type PrincipleFacts, principleLabel } from "../facts/Principles.ts"
import { objectiveMarks } from "../facts/StatusFacts.ts"
import { inLine } from "../text/Direction.ts"
import { clip, measure, textBlock } from "../text/Fit.ts"
import { linkRun } from "../text/Glyphs.ts"
import { bodyBox } from "./ContentSlide.ts"
import { objectivePage, principlePage } from "./PageLinks.ts"
import { gap } from "./Paging.ts"
import { empty, fitting, markCell, type Room, runsCell } from "./TableCells.ts"
import { type Column, tableSize } from "./TableFlow.ts"
import { tableSlides } from "./TableSizes.ts"

/** The most principles that have a column each, with their titles. */
export const maxColumns = 6

/** Inches at the smallest size. */
const statusWidth = 1.2
const minObjectiveWidth = 3
const maxPrincipleWidth = 1.6

/** The most lines of a principle's title in the table. */
const maxTitleLines = 3

/** Has a column for each principle that is served. */
export interface Matrix extends PrincipleFacts {
  readonly team: Team
  /** In the order of the rows. */
  readonly objectives: ReadonlyArray<Objective>
}

/** Number, and below it the title as far as it fits. */
const headerCell = (team: Team, { principle, index }: NumberedPrinciple, { size, width }: Room): Cell => {
  const number = { runs: [{ text: principleLabel(index), color: "accent" }] } as const
  const text = clip(principle.title, size, true, width, maxTitleLines)
  const title = { runs: [{ text, bold: true, page: principlePage(team, principle) }] }
  // Some single characters are wider than a column.
  const isTooWide = measure([title], size, width).w > width
  return { paragraphs: isTooWide ? [number] : [number, title] }
}

const columnsOf = ({ team, served }: Matrix): ReadonlyArray<Column<Objective>> => {
  const free = bodyBox.w - statusWidth - minObjectiveWidth
  const width = Math.min(maxPrincipleWidth, free / served.length)
  return [
    { head: "Status", width: statusWidth, cellOf: ({ status }) => markCell(objectiveMarks[status]) },
    {
      ...{ head: "Objective", share: 1 },
      cellOf: (objective, room) =>
        runsCell([{ text: fitting(objective.title, room), page: objectivePage(team, objective) }])
    },
    ...served.map(
      (numbered): Column<Objective> => ({
        ...{ head: (room) => headerCell(team, numbered, room), width, align: "center" },
        cellOf: ({ principleIds }) => (principleIds.includes(numbered.principle.id) ? runsCell([linkRun]) : empty)
      })
    )
  ]
}

/** The most lines of what is not served. */
const maxUnservedLines = 5

/** The principles without a column, at the foot. */
const unservedBlock = ({ unserved }: Matrix): TextBlock | null => {
  if (unserved.length === 0) return null
  const names = unserved.map(({ principle, index }) => `${principleLabel(index)}\u00A0${inLine(principle.title)}`)
  const text = clip(`No objective serves ${names.join(" · ")}`, tableSize, false, bodyBox.w, maxUnservedLines)
  const paragraphs = [{ runs: [{ text }] }]
  const { h } = measure(paragraphs, tableSize, bodyBox.w)
  const box = { ...bodyBox, y: bodyBox.y + bodyBox.h - h, h }
  return textBlock({ box, paragraphs, size: tableSize, color: "muted" })
}

/** The matrix of at most `maxColumns` principles. */
export const matrixTables = (matrix: Matrix): ReadonlyArray<ReadonlyArray<Block>> => {
  const { objectives } = matrix
  const unserved = unservedBlock(matrix)
  const links = objectives.reduce((sum, { principleIds }) => sum + principleIds.length, 0)
  const box = { ...bodyBox, h: bodyBox.h - (unserved === null ? 0 : unserved.box.h + gap) }
  const tables = tableSlides(
    {
      ...{ columns: columnsOf(matrix), rows: objectives, lines: [3, 2, 1] },
      alt: `Objectives and the principles they are linked to: ${counted(links, "link")}`
    },
    { box }
  )
  return unserved === null ? tables : tables.map((blocks) => [...blocks, unserved])
}
