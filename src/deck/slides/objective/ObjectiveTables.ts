import type { Initiative, Objective, Progress, Team } from "../../../domain/state/State.ts"
import { percentOfMeasure } from "../../../shared/Percent.ts"
import { capitalized } from "../../../shared/words/Nouns.ts"
import type { Cell, Paragraph, Run } from "../../DeckPlan.ts"
import { postponedText } from "../../facts/asks/Postponements.ts"
import { shortDate, sinceText } from "../../facts/DeckDates.ts"
import { counted, percentText } from "../../facts/DeckNumbers.ts"
import { atThisRate } from "../../facts/ForecastFacts.ts"
import { firstSentences, notedCheckIns, noteHead, reasonOf } from "../../facts/LastNote.ts"
import { measureText } from "../../facts/MeasureWords.ts"
import { principleLabel, principlesOf } from "../../facts/Principles.ts"
import type { ProgressRow } from "../../facts/Progress.ts"
import { initiativeMarks, objectiveMarks } from "../../facts/StatusFacts.ts"
import type { DeckInput } from "../../Input.ts"
import { afterDot, inLine } from "../../text/Direction.ts"
import { clip } from "../../text/Fit.ts"
import { styledRuns } from "../../text/MarkdownRuns.ts"
import { bodyBox } from "../ContentSlide.ts"
import type { Flow } from "../Paging.ts"
import { type Row, tableFlow } from "../SlideRows.ts"
import { cell, changeCell, dueCell, dueRuns, markCell, progressCell, runsCell } from "../TableCells.ts"
import { growth, textWidth } from "../TableSizes.ts"
import { confidenceWords, initiativeLines, progressWords } from "./ObjectiveSlideTexts.ts"

/** Lines of what stands below the facts in their table's width. */
const detailLines = 2

/** `1 Sep 2026 – 31 Dec 2026`; without a start the due date. */
const periodCell = (objective: Objective, date: string): Cell => {
  const { startDate, dueDate } = objective
  if (startDate === null) return dueCell(objective, date)
  if (dueDate === null) return cell(`from ${shortDate(startDate)}`)
  return runsCell([{ text: `${shortDate(startDate)} – ` }, ...dueRuns(objective, date)])
}

const quoted = ({ title }: Objective): string => `“${inLine(title)}”`

/** What an objective serves, and what it supports and is supported by in its team; null for nothing. */
const linkWords = ({ objectives, principles }: Team, objective: Objective): string | null => {
  const served = principlesOf({ principles }, objective).map(
    ({ principle, index }) => `${principleLabel(index)}\u00A0${inLine(principle.title)}`
  )
  const parents = objectives.filter(({ id }) => id === objective.parentId)
  const children = objectives.filter(({ parentId }) => parentId === objective.id)
  const words = [
    ["serves", served],
    ["supports", parents.map(quoted)],
    ["supported by", children.map(quoted)]
  ] as const
  const told = words.flatMap(([verb, names]) => (names.length === 0 ? [] : [`${verb} ${names.join(", ")}`]))
  return told.length === 0 ? null : capitalized(told.join(" · "))
}

const muted = (text: string): Run => ({ text, color: "muted" })

/** Why the status is what it is, how often the due date was postponed, and what the objective is linked to. */
const detailsOf = (input: DeckInput, objective: Objective, size: number): ReadonlyArray<Paragraph> => {
  const why = reasonOf(objective, input)
  const postponed = postponedText(objective, input)
  const links = linkWords(input.team, objective)
  return [
    ...(why === null ? [] : [{ runs: [muted(`${noteHead(why)}: `), ...styledRuns(inLine(why.words), why.typed)] }]),
    ...(postponed === null ? [] : [{ runs: [{ text: capitalized(postponed) }] }]),
    ...(links === null ? [] : [{ runs: [muted(clip(links, size, false, textWidth(bodyBox.w), detailLines))] }])
  ]
}

/** Inches at the largest size. */
const factWidths = { status: 1.5, owner: 2.1, period: 2.9, progress: 3.7 }

/** The facts of an objective, each in a word or two. */
export const factsTable = (input: DeckInput, row: ProgressRow, size: number): Flow | null => {
  const { objective } = row
  const { status, owner } = objective
  const name = clip(owner, size, false, textWidth(factWidths.owner), detailLines)
  const columns = [
    { head: "Status", width: factWidths.status, cell: markCell(objectiveMarks[status]) },
    ...(owner === "" ? [] : [{ head: "Owner", width: factWidths.owner, cell: cell(name) }]),
    {
      head: objective.startDate === null ? "Due" : "Period",
      width: factWidths.period,
      cell: periodCell(objective, input.date)
    },
    { head: "Progress", width: factWidths.progress, cell: progressCell(row, progressWords(row)) },
    { head: `Since ${sinceText(input)}`, width: 0, cell: changeCell(row.change) }
  ]
  const used = columns.reduce((sum, { width }) => sum + width, 0)
  const details = detailsOf(input, objective, size)
  return tableFlow({
    columns: (whole) => columns.map(({ width }) => (width === 0 ? whole - used : width)),
    size,
    header: columns.map(({ head }) => cell(head)),
    rows: [
      columns.map((column) => column.cell),
      ...(details.length === 0 ? [] : [[{ paragraphs: details, columns: columns.length }]])
    ],
    alt: `The objective's status: ${objectiveMarks[status].word}, ${progressWords(row)}`
  })
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
      return [rest * 0.4, rest * 0.6, percent, ...(confidence ? [sure] : [])]
    },
    size,
    header: [
      cell("Measure"),
      cell("Now"),
      cell("Progress", { align: "end" }),
      ...(confidence ? [cell("Confidence", { align: "end" })] : [])
    ],
    rows: progress.map((measure) => [
      cell(measure.name),
      measureCell(objective, measure, date),
      cell(percentText(percentOfMeasure(measure)), { align: "end" }),
      ...(confidence ? [cell(confidenceWords(measure), { align: "end" })] : [])
    ]),
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
    rows: notedCheckIns(objective)
      .slice(0, max)
      .map(({ timestamp, note }) => [
        cell(shortDate(timestamp), { color: "muted" }),
        runsCell(styledRuns(firstSentences(note), note))
      ]),
    alt: "Notes from recent check-ins"
  })
}

/** An objective's initiatives as lines with marks. The list is never split between boxes. */
export const initiativeList = (objective: Objective, size: number): Flow | null => {
  const paragraphs = initiativeLines(objective)
  return tableFlow({
    columns: (width) => [width],
    size,
    header: [cell("Initiatives")],
    rows: paragraphs.length === 0 ? [] : [[{ paragraphs }]],
    alt: counted(paragraphs.length, "initiative")
  })
}

const initiativeRow = ({ title, status }: Initiative, group: string | undefined): Row => [
  runsCell([{ text: title }, ...(group === undefined ? [] : [muted(afterDot(title, group))])]),
  markCell(initiativeMarks[status])
]

/** An objective's initiatives by group, each with its group and its status; null without any. */
export const initiativeTable = ({ groups, initiatives }: Objective, size: number): Flow | null => {
  const names = new Map<string | null, string>(groups.map(({ id, name }) => [id, name]))
  const order = [...names.keys()]
  const place = ({ groupId }: Initiative): number => (names.has(groupId) ? order.indexOf(groupId) : order.length)
  const state = 1.2 * growth(size)
  return tableFlow({
    columns: (width) => [width - state, state],
    size,
    header: [cell("Initiative"), cell("Status")],
    rows: initiatives
      .toSorted((one, other) => place(one) - place(other))
      .map((initiative) => initiativeRow(initiative, names.get(initiative.groupId))),
    alt: counted(initiatives.length, "initiative")
  })
}
