import type { Initiative, Objective, Progress, Team } from "../../../domain/state/State.ts"
import { percentOfMeasure } from "../../../shared/Percent.ts"
import type { Cell } from "../../DeckPlan.ts"
import { sinceText } from "../../facts/DeckDates.ts"
import { counted, percentText } from "../../facts/DeckNumbers.ts"
import { atThisRate } from "../../facts/ForecastFacts.ts"
import { measureText } from "../../facts/MeasureWords.ts"
import type { ProgressRow } from "../../facts/Progress.ts"
import { initiativeMarks, objectiveMarks } from "../../facts/StatusFacts.ts"
import type { DeckInput } from "../../Input.ts"
import { afterDot, inLine } from "../../text/Direction.ts"
import { clip } from "../../text/Fit.ts"
import { barRuns } from "../../text/Glyphs.ts"
import { styledRuns } from "../../text/MarkdownRuns.ts"
import type { Flow } from "../Paging.ts"
import { plainSection, type Row, type Section, tableFlow } from "../SlideRows.ts"
import { cell, changeCell, dueCell, headingRow, markCell, runsCell } from "../TableCells.ts"
import { growth, textWidth } from "../TableSizes.ts"
import { confidenceWords, initiativeLines, noteLines, principleWords, progressWords } from "./ObjectiveSlideTexts.ts"

/** Points. */
const factsSize = 14

const principleTitles = (team: Team, { principleIds }: Objective): string | null => {
  const [only, ...others] = team.principles.filter(({ id }) => principleIds.includes(id))
  return only === undefined || others.length > 0 ? null : only.title
}

/** The facts of an objective, each in a word or two. */
export const factsTable = (input: DeckInput, row: ProgressRow): Flow | null => {
  const { objective } = row
  const widths = [1.4, 2.2, 3.7, 2.1]
  const rest = (width: number) => width - widths.reduce((sum, w) => sum + w, 0)
  const labels = principleWords(input.team, objective) ?? ""
  const title = principleTitles(input.team, objective) ?? ""
  const principles = clip([labels, title].join(" ").trim(), factsSize, false, textWidth(rest(12.133)), 2)
  const serves = principles.startsWith(labels)
    ? `${labels} ${inLine(principles.slice(labels.length).trim())}`.trim()
    : principles
  return tableFlow({
    columns: (width) => [...widths, rest(width)],
    size: factsSize,
    header: [cell("Status"), cell("Due"), cell("Progress"), cell(`Since ${sinceText(input)}`), cell("Serves")],
    sections: plainSection([
      [
        markCell(objectiveMarks[objective.status]),
        dueCell(objective, input.date),
        progressFacts(row),
        changeCell(row.change),
        principles === "" ? cell("no principle", { color: "muted" }) : cell(serves)
      ]
    ]),
    alt: `The objective's status: ${objectiveMarks[objective.status].word}, ${progressWords(row)}`
  })
}

/** Glyphs of a bar beside words. */
const barCells = 8

const progressFacts = (row: ProgressRow) => {
  const { percent, expected } = row.pace
  if (percent === null) return cell("Not measured", { color: "muted" })
  const { color } = objectiveMarks[row.objective.status]
  return runsCell([...barRuns({ percent, color, expected, cells: barCells }), { text: ` ${progressWords(row)}` }])
}

/** The value, and where it leads. */
const measureCell = (objective: Objective, measure: Progress, date: string): Cell => {
  const rate = atThisRate(objective, measure, date)
  const value = measureText(measure)
  return rate === null
    ? cell(value)
    : runsCell([{ text: value }, { text: afterDot(value, `at this rate ${rate.amount}`), color: "muted" }])
}

/** An objective's measures, each with how far it has come; null without any. Confidence only if one was ever given. */
export const measureTable = (objective: Objective, date: string, size: number): Flow | null => {
  const { progress } = objective
  const confidence = progress.some((measure) => measure.confidence !== null)
  const [percent, sure] = [1.05 * growth(size), 1.3 * growth(size)]
  return tableFlow({
    columns: (width) => {
      const rest = width - percent - (confidence ? sure : 0)
      return [rest * 0.52, rest * 0.48, percent, ...(confidence ? [sure] : [])]
    },
    size,
    header: [
      cell("Measure"),
      cell("Now"),
      cell("Progress", { align: "end" }),
      ...(confidence ? [cell("Confidence", { align: "end" })] : [])
    ],
    sections: plainSection(
      progress.map((measure) => [
        cell(measure.name),
        measureCell(objective, measure, date),
        cell(percentText(percentOfMeasure(measure)), { align: "end" }),
        ...(confidence ? [cell(confidenceWords(measure), { align: "end" })] : [])
      ])
    ),
    alt: `${counted(progress.length, "measure")} with value, target and progress`
  })
}

/** The newest notes of an objective's check-ins; null if nobody wrote any. */
export const notesTable = (objective: Objective, size: number, max: number): Flow | null => {
  const day = 1.2 * growth(size)
  return tableFlow({
    columns: (width) => [day, width - day],
    size,
    header: [cell("What the team said", { columns: 2 })],
    sections: plainSection(
      noteLines(objective, max).map((line) => [
        cell(line.day, { color: "muted" }),
        runsCell(styledRuns(line.note, line.typed))
      ])
    ),
    alt: "Notes from recent check-ins"
  })
}

/** An objective's initiatives as lines with marks. The list is never split between boxes. */
export const initiativeList = (objective: Objective, size: number): Flow | null => {
  const { initiatives } = objective
  if (initiatives.length === 0) return null
  const paragraphs = initiativeLines(objective, initiatives.length)
  return tableFlow({
    columns: (width) => [width],
    size,
    header: [cell("Initiatives")],
    sections: plainSection([[{ paragraphs }]]),
    alt: counted(initiatives.length, "initiative")
  })
}

const initiativeRow = ({ title, status }: Initiative): Row => [cell(title), markCell(initiativeMarks[status])]

/** An objective's initiatives by group, then those in no group; null without any. */
export const initiativeTable = ({ groups, initiatives }: Objective, size: number): Flow | null => {
  const known = new Set<string | null>(groups.map(({ id }) => id))
  const byGroup = Map.groupBy(initiatives, ({ groupId }) => (known.has(groupId) ? groupId : null))
  const section = (name: string, of: ReadonlyArray<Initiative>): ReadonlyArray<Section> =>
    of.length === 0
      ? []
      : [{ heading: headingRow(name, 2), again: headingRow(name, 2, " continued"), rows: of.map(initiativeRow) }]
  const free = byGroup.get(null) ?? []
  const state = 1.2 * growth(size)
  return tableFlow({
    columns: (width) => [width - state, state],
    size,
    header: [cell("Initiative"), cell("Status")],
    sections: [
      ...groups.flatMap(({ id, name }) => section(name, byGroup.get(id) ?? [])),
      ...(groups.length === 0 ? plainSection(free.map(initiativeRow)) : section("Ungrouped", free))
    ],
    alt: counted(initiatives.length, "initiative")
  })
}
