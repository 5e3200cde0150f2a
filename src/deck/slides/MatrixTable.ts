import type { Objective, Team } from "../../domain/state/State.ts"
import { truncatedLine } from "../../shared/Quoted.ts"
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

/** Has a column for each principle that is served. */
export interface Matrix extends PrincipleFacts {
  readonly team: Team
  /** In the order of the rows. */
  readonly objectives: ReadonlyArray<Objective>
}

/** With more principles, the columns have numbers, which are explained below. */
const isNumbered = ({ served }: Matrix): boolean => served.length > titledColumns

/** The principles that stand side by side on one slide. */
interface Span {
  readonly first: number
  readonly end: number
}

/** As few spans as possible, about equally long. */
export const spansOf = (matrix: Matrix): ReadonlyArray<Span> => {
  const count = matrix.served.length
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
const headerCell = (matrix: Matrix, { principle, index }: NumberedPrinciple, width: number, size: number): Cell => {
  const number = { runs: [{ text: principleLabel(index), color: "accent" }] } as const
  if (isNumbered(matrix)) return { paragraphs: [number], align: "center" }
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
  { first, end }: Span,
  { size, width, lines }: { readonly size: number; readonly width: number; readonly lines: number }
): Row => [
  markCell(objectiveMarks[objective.status]),
  runsCell([
    {
      text: clip(objective.title, size, false, textWidth(width), lines),
      page: objectivePage(team, objective)
    }
  ]),
  ...served.slice(first, end).map(({ principle: { id } }) => (objective.principleIds.includes(id) ? link : empty))
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
        isWhole(matrix.served[span.first + index]?.principle.title ?? "", width, true)
    ) && matrix.objectives.every(({ title }) => isWhole(title, objective, false))
  )
}

/** The most lines of the list that explains the numbers, and of what is not served. */
const maxNameLines = 5

const namesOf = (principles: ReadonlyArray<NumberedPrinciple>): string =>
  principles
    .map(
      ({ principle, index }) => `${principleLabel(index)}\u00A0${inLine(truncatedLine(principle.title, maxNameLength))}`
    )
    .join(" · ")

/** The principles that the numbers of a span stand for, and those without a column, at the foot of its slides. */
const namesBlock = (matrix: Matrix, { first, end }: Span): TextBlock | null => {
  const { served, unserved } = matrix
  const texts = [
    ...(isNumbered(matrix) ? [namesOf(served.slice(first, end))] : []),
    ...(unserved.length === 0 ? [] : [`No objective serves ${namesOf(unserved)}`])
  ]
  if (texts.length === 0) return null
  const paragraphs = texts.map((text) => ({
    runs: [{ text: clip(text, tableSize, false, bodyBox.w, maxNameLines) }]
  }))
  const { h } = measure(paragraphs, tableSize, bodyBox.w)
  const box = { ...bodyBox, y: bodyBox.y + bodyBox.h - h, h }
  return textBlock({ box, paragraphs, size: tableSize, color: "muted" })
}

/**
 * One span with all objectives. Beyond the smallest size all titles stand in full; at the smallest, objectives are cut to
 * two lines where one slide holds them all, else to one.
 */
export const matrixTables = (matrix: Matrix, span: Span): ReadonlyArray<ReadonlyArray<Block>> => {
  const names = namesBlock(matrix, span)
  const shown = matrix.served.slice(span.first, span.end)
  const links = shown.reduce(
    (sum, { principle: { id } }) =>
      sum + matrix.objectives.filter(({ principleIds }) => principleIds.includes(id)).length,
    0
  )
  const box = { ...bodyBox, h: bodyBox.h - (names === null ? 0 : names.box.h + gap) }
  const tables = tableSlides(
    ({ size, paged }): Flow | null => {
      const widths = widthsOf(matrix, span, size)
      if (size > tableSize && !isComfortable(matrix, span, widths, size)) return null
      const [width = 0, principleWidth = 0] = widths.slice(1)
      const lines = size > tableSize ? maxTitleLines : paged ? 1 : 2
      return tableFlow({
        columns: () => widths,
        size,
        header: [
          cell("Status"),
          cell("Objective"),
          ...shown.map((each) => headerCell(matrix, each, principleWidth, size))
        ],
        rows: matrix.objectives.map((objective) => rowOf(matrix, objective, span, { size, width, lines })),
        alt: `Objectives and the principles they are linked to: ${counted(links, "link")}`
      })
    },
    { box }
  )
  return names === null ? tables : tables.map((blocks) => [...blocks, names])
}
