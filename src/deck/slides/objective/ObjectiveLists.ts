import type { Objective, Team } from "../../../domain/state/State.ts"
import type { Block, Cell, Paragraph } from "../../DeckPlan.ts"
import { sinceText } from "../../facts/DeckDates.ts"
import { counted } from "../../facts/DeckNumbers.ts"
import { principleLabel, principlesOf } from "../../facts/Matrix.ts"
import { measureText } from "../../facts/MeasureWords.ts"
import type { ProgressRow } from "../../facts/Progress.ts"
import { objectiveMarks } from "../../facts/StatusFacts.ts"
import type { DeckInput } from "../../Input.ts"
import { inLine } from "../../text/Direction.ts"
import { clip } from "../../text/Fit.ts"
import { paragraphsOf } from "../../text/MarkdownRuns.ts"
import { bodyBox } from "../ContentSlide.ts"
import { objectivePage } from "../PageLinks.ts"
import { objectiveKey } from "../SlideIds.ts"
import { arrowWidth, linkTo } from "../SlideLinks.ts"
import { plainSection, type Row, tableFlow } from "../SlideRows.ts"
import { cell, changeCell, dueCell, markCell, progressCell, runsCell } from "../TableCells.ts"
import { growth, tableSlides, textWidth } from "../TableSizes.ts"
import { initiativeLines, noteParagraphs } from "./ObjectiveSlideTexts.ts"

const maxServed = 2

const muted = (text: string): Cell => cell(text, { color: "muted" })

/** `P1, P4 +2`, as many as a narrow column takes. */
const servedWords = (team: Team, objective: Objective): string => {
  const linked = principlesOf(team, objective).map(({ index }) => principleLabel(index))
  const left = linked.length - maxServed
  if (linked.length === 0) return "–"
  return left > 0 ? `${linked.slice(0, maxServed).join(", ")} +${left}` : linked.join(", ")
}

const compactRow = ({ team, date }: DeckInput, row: ProgressRow, size: number, width: number): Row => {
  const { objective } = row
  const title = clip(objective.title, size, false, textWidth(width) - arrowWidth(size), 1)
  return [
    markCell(objectiveMarks[objective.status]),
    runsCell([{ text: title, page: objectivePage(team, objective) }, linkTo(objectiveKey(objective.id))]),
    progressCell(row),
    changeCell(row.change, { align: "end" }),
    muted(servedWords(team, objective)),
    dueCell(objective, date)
  ]
}

/** A line for each objective: its progress, how far it moved, and the principles it serves. */
export const compactTables = (
  input: DeckInput,
  rows: ReadonlyArray<ProgressRow>
): ReadonlyArray<ReadonlyArray<Block>> =>
  tableSlides(({ size }) => {
    const [status = 0, progress = 0, delta = 0, serves = 0, due = 0] = [1.2, 2.1, 1.3, 1.25, 1.95].map(
      (width) => width * growth(size)
    )
    const title = bodyBox.w - status - progress - delta - serves - due
    return tableFlow({
      columns: () => [status, title, progress, delta, serves, due],
      size,
      header: [
        cell("Status"),
        cell("Objective"),
        cell("Progress"),
        cell(`Since ${sinceText(input)}`, { align: "end" }),
        cell("Serves"),
        cell("Due")
      ],
      sections: plainSection(rows.map((row) => compactRow(input, row, size, title))),
      alt: `${counted(rows.length, "objective")} with status, progress and due date`
    })
  })

const maxDescriptionLines = 5
const maxInitiatives = 6

const quietRow = (
  { team, date }: DeckInput,
  { objective }: ProgressRow,
  size: number,
  widths: ReadonlyArray<number>
): Row => {
  const title = clip(objective.title, size, true, textWidth(widths[1] ?? 0), 3)
  const description = paragraphsOf(objective.description).slice(0, maxDescriptionLines)
  const parts: ReadonlyArray<Paragraph> = [
    ...objective.progress.map((measure) => ({ runs: [{ text: `${inLine(measure.name)}: ${measureText(measure)}` }] })),
    ...initiativeLines(objective, maxInitiatives)
  ]
  const none: Paragraph = { runs: [{ text: "–", color: "muted" }] }
  return [
    markCell(objectiveMarks[objective.status]),
    {
      paragraphs: [
        { runs: [{ text: title, bold: true, page: objectivePage(team, objective) }] },
        ...description,
        ...noteParagraphs(objective, 1)
      ]
    },
    { paragraphs: parts.length === 0 ? [none] : parts },
    dueCell(objective, date)
  ]
}

/** Objectives without a trend so far, with their descriptions, what was said last, and plans. */
export const quietTables = (input: DeckInput, rows: ReadonlyArray<ProgressRow>): ReadonlyArray<ReadonlyArray<Block>> =>
  tableSlides(({ size }) => {
    const [status, due] = [1.2 * growth(size), 1.95 * growth(size)]
    const free = bodyBox.w - status - due
    const widths = [status, free * 0.52, free * 0.48, due]
    return tableFlow({
      columns: () => widths,
      size,
      header: [cell("Status"), cell("Objective"), cell("Measures and initiatives"), cell("Due")],
      sections: plainSection(rows.map((row) => quietRow(input, row, size, widths))),
      alt: `${counted(rows.length, "objective")} without a trend`
    })
  })
