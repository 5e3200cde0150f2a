import { truncatedLine } from "../../shared/Quoted.ts"
import type { Block, Cell, TextBlock } from "../DeckPlan.ts"
import { counted } from "../facts/DeckNumbers.ts"
import { type Matrix, type MatrixRow, principleLabel } from "../facts/Matrix.ts"
import { objectiveMarks } from "../facts/StatusFacts.ts"
import { inLine } from "../text/Direction.ts"
import { clip, measure, textBlock } from "../text/Fit.ts"
import { linkRun } from "../text/Glyphs.ts"
import { bodyBox } from "./ContentSlide.ts"
import { objectivePage, principlePage } from "./PageLinks.ts"
import { type Flow, gap } from "./Paging.ts"
import { plainSection, type Row, tableFlow } from "./SlideRows.ts"
import { cell, empty, markCell, runsCell, tableSize } from "./TableCells.ts"
import { growth, tableSlides, textWidth } from "./TableSizes.ts"

/** The most columns of a slide: with the principles' titles above them, and with only their numbers. */
const titledColumns = 6
const numberedColumns = 14

/** Inches at the smallest size. */
const statusColumn = 1.2
const minObjectiveWidth = { titled: 3, numbered: 2.75 }
const maxPrincipleWidth = { titled: 1.6, numbered: 0.62 }
/** Narrower columns break too many words at sizes beyond the smallest. */
const minPrincipleWidth = 1.1

/** The most lines of a title in the table. */
const maxTitleLines = 3

/** Code points of a principle in the list of names. */
const maxNameLength = 60

/** With more principles, the columns have numbers, which the slide of the principles explains. */
const isNumbered = ({ principles }: Matrix): boolean => principles.length > titledColumns

/** The principles that stand side by side on one slide. */
interface Span {
  readonly first: number
  readonly end: number
}

/** As few spans as possible, about equally long. */
export const spansOf = (matrix: Matrix): ReadonlyArray<Span> => {
  const count = matrix.principles.length
  const spans = Math.max(1, Math.ceil(count / (isNumbered(matrix) ? numberedColumns : titledColumns)))
  const each = Math.ceil(count / spans)
  return Array.from({ length: spans }, (_, index) => ({
    first: index * each,
    end: Math.min(count, (index + 1) * each)
  }))
}

/** Status, objective, then the principles; all spans of a matrix have equally wide columns. */
const widthsOf = (matrix: Matrix, { first, end }: Span, size: number): ReadonlyArray<number> => {
  const status = statusColumn * growth(size)
  const free = bodyBox.w - status
  const most = Math.max(1, ...spansOf(matrix).map((span) => span.end - span.first))
  const kind = isNumbered(matrix) ? "numbered" : "titled"
  const principle = Math.min(maxPrincipleWidth[kind], (free - minObjectiveWidth[kind]) / most)
  return [status, free - principle * (end - first), ...Array.from({ length: end - first }, () => principle)]
}

/** Number, and below it the title as far as it fits. */
const headerCell = (matrix: Matrix, index: number, width: number, size: number): Cell => {
  const number = { runs: [{ text: principleLabel(index), color: "accent" }] } as const
  if (isNumbered(matrix)) return { paragraphs: [number], align: "center" }
  const principle = matrix.principles[index]
  const text = clip(principle?.title ?? "", size, true, textWidth(width), maxTitleLines)
  const page = principle && principlePage(matrix.team, principle)
  const title = { runs: [{ text, bold: true, ...(page !== undefined && { page }) }] }
  // Some single characters are wider than a column.
  const isTooWide = measure([title], size, textWidth(width)).w > textWidth(width)
  return { paragraphs: isTooWide ? [number] : [number, title], align: "center" }
}

const link = runsCell([linkRun], { align: "center" })

const titleCell = ({ team }: Matrix, { objective }: MatrixRow, width: number, size: number, lines: number): Cell => {
  const text = clip(objective.title, size, false, textWidth(width), lines)
  return runsCell([{ text, page: objectivePage(team, objective) }])
}

const rowOf = ({ objective, cells }: MatrixRow, span: Span, title: Cell): Row => [
  markCell(objectiveMarks[objective.status]),
  title,
  ...cells.slice(span.first, span.end).map((is) => (is ? link : empty))
]

/** Whether nothing is cut and no column is too narrow for text of this size. */
const isComfortable = (matrix: Matrix, span: Span, widths: ReadonlyArray<number>, size: number): boolean => {
  const [objective = 0, ...principles] = widths.slice(1)
  const isWhole = (text: string, width: number, bold: boolean) =>
    clip(text, size, bold, textWidth(width), maxTitleLines) === text
  return (
    principles.every(
      (width, index) =>
        width >= minPrincipleWidth * growth(size) &&
        isWhole(matrix.principles[span.first + index]?.title ?? "", width, true)
    ) && matrix.rows.every((row) => isWhole(row.objective.title, objective, false))
  )
}

/** The most lines of the list that explains the numbers. */
const maxNameLines = 5

/** The principles that the numbers of a span stand for, at the foot of its slides. */
const namesBlock = (matrix: Matrix, { first, end }: Span): TextBlock => {
  const names = matrix.principles
    .slice(first, end)
    .map(({ title }, index) => `${principleLabel(first + index)}\u00A0${inLine(truncatedLine(title, maxNameLength))}`)
  const text = clip(names.join(" · "), tableSize, false, bodyBox.w, maxNameLines)
  const paragraphs = [{ runs: [{ text }] }]
  const { h } = measure(paragraphs, tableSize, bodyBox.w)
  const box = { ...bodyBox, y: bodyBox.y + bodyBox.h - h, h }
  return textBlock({ box, paragraphs, size: tableSize, color: "muted" })
}

/**
 * One span with all objectives. Beyond the smallest size all titles stand in full; at the smallest, objectives are cut to
 * two lines where one slide holds them all, else to one.
 */
export const matrixTables = (matrix: Matrix, span: Span): ReadonlyArray<ReadonlyArray<Block>> => {
  const names = isNumbered(matrix) ? namesBlock(matrix, span) : null
  const box = { ...bodyBox, h: bodyBox.h - (names === null ? 0 : names.box.h + gap) }
  const tables = tableSlides(
    ({ size, paged }): Flow | null => {
      const widths = widthsOf(matrix, span, size)
      if (size > tableSize && !isComfortable(matrix, span, widths, size)) return null
      const [objective = 0, ...principles] = widths.slice(1)
      const lines = size > tableSize ? maxTitleLines : paged ? 1 : 2
      const links = matrix.linkedObjectives.slice(span.first, span.end).reduce((sum, count) => sum + count, 0)
      return tableFlow({
        columns: () => widths,
        size,
        header: [
          cell("Status"),
          cell("Objective"),
          ...principles.map((width, index) => headerCell(matrix, span.first + index, width, size))
        ],
        sections: plainSection(
          matrix.rows.map((row) => rowOf(row, span, titleCell(matrix, row, objective, size, lines)))
        ),
        alt: `Objectives and the principles they are linked to: ${counted(links, "link")}`
      })
    },
    { box }
  )
  return names === null ? tables : tables.map((blocks) => [...blocks, names])
}
