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
import { type Flow, gap } from "./Paging.ts"
import { type Row, tableFlow } from "./SlideRows.ts"
import { cell, empty, markCell, runsCell, tableSize } from "./TableCells.ts"
import { growth, tableSlides, textWidth } from "./TableSizes.ts"

/** The most principles that have a column each, with their titles. */
export const maxColumns = 6

/** Inches at the smallest size. */
const statusColumn = 1.2
const minObjectiveWidth = 3
const maxPrincipleWidth = 1.6
/** Narrower columns break too many words at sizes beyond the smallest. */
const minPrincipleWidth = 1.1

/** The most lines of a title in the table. */
const maxTitleLines = 3

/** Has a column for each principle that is served. */
export interface Matrix extends PrincipleFacts {
  readonly team: Team
  /** In the order of the rows. */
  readonly objectives: ReadonlyArray<Objective>
}

/** Status, objective, then the principles. */
const widthsOf = ({ served }: Matrix, size: number): ReadonlyArray<number> => {
  const status = statusColumn * growth(size)
  const free = bodyBox.w - status
  const principle = Math.min(maxPrincipleWidth, (free - minObjectiveWidth) / served.length)
  return [status, free - principle * served.length, ...served.map(() => principle)]
}

/** Number, and below it the title as far as it fits. */
const headerCell = (matrix: Matrix, { principle, index }: NumberedPrinciple, width: number, size: number): Cell => {
  const number = { runs: [{ text: principleLabel(index), color: "accent" }] } as const
  const text = clip(principle.title, size, true, textWidth(width), maxTitleLines)
  const title = { runs: [{ text, bold: true, page: principlePage(matrix.team, principle) }] }
  // Some single characters are wider than a column.
  const isTooWide = measure([title], size, textWidth(width)).w > textWidth(width)
  return { paragraphs: isTooWide ? [number] : [number, title], align: "center" }
}

const link = runsCell([linkRun], { align: "center" })

const rowOf = (
  { team, served }: Matrix,
  objective: Objective,
  { size, width, lines }: { readonly size: number; readonly width: number; readonly lines: number }
): Row => [
  markCell(objectiveMarks[objective.status]),
  runsCell([
    {
      text: clip(objective.title, size, false, textWidth(width), lines),
      page: objectivePage(team, objective)
    }
  ]),
  ...served.map(({ principle: { id } }) => (objective.principleIds.includes(id) ? link : empty))
]

/** Whether nothing is cut and no column is too narrow for text of this size. */
const isComfortable = (matrix: Matrix, widths: ReadonlyArray<number>, size: number): boolean => {
  const [objective = 0, ...principles] = widths.slice(1)
  const isWhole = (text: string, width: number, bold: boolean) =>
    clip(text, size, bold, textWidth(width), maxTitleLines) === text
  return (
    principles.every(
      (width, index) =>
        width >= minPrincipleWidth * growth(size) && isWhole(matrix.served[index]?.principle.title ?? "", width, true)
    ) && matrix.objectives.every(({ title }) => isWhole(title, objective, false))
  )
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

/**
 * The matrix of at most `maxColumns` principles. Beyond the smallest size all titles stand in full; at the smallest,
 * objectives are cut to two lines where one slide holds them all, else to one.
 */
export const matrixTables = (matrix: Matrix): ReadonlyArray<ReadonlyArray<Block>> => {
  const { served, objectives } = matrix
  const unserved = unservedBlock(matrix)
  const links = objectives.reduce((sum, { principleIds }) => sum + principleIds.length, 0)
  const box = { ...bodyBox, h: bodyBox.h - (unserved === null ? 0 : unserved.box.h + gap) }
  const tables = tableSlides(
    ({ size, paged }): Flow | null => {
      const widths = widthsOf(matrix, size)
      if (size > tableSize && !isComfortable(matrix, widths, size)) return null
      const [width = 0, principleWidth = 0] = widths.slice(1)
      const lines = size > tableSize ? maxTitleLines : paged ? 1 : 2
      return tableFlow({
        columns: () => widths,
        size,
        header: [
          cell("Status"),
          cell("Objective"),
          ...served.map((each) => headerCell(matrix, each, principleWidth, size))
        ],
        rows: objectives.map((objective) => rowOf(matrix, objective, { size, width, lines })),
        alt: `Objectives and the principles they are linked to: ${counted(links, "link")}`
      })
    },
    { box }
  )
  return unserved === null ? tables : tables.map((blocks) => [...blocks, unserved])
}
