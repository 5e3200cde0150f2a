import type { CheckIn, Initiative, Objective, Progress, Team } from "../../../domain/state/State.ts"
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
import { cell, changeCell, dueCell, dueRuns, fitting, markCell, progressCell, runsCell } from "../TableCells.ts"
import { type Column, tableFlow, textWidth } from "../TableFlow.ts"
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

/** What stands below the facts, in their table's width. */
const detailsIn = (input: DeckInput, objective: Objective, size: number): ReadonlyArray<Cell> => {
  const paragraphs = detailsOf(input, objective, size)
  return paragraphs.length === 0 ? [] : [{ paragraphs }]
}

/** The facts of an objective, each in a word or two. */
export const factsTable = (input: DeckInput, row: ProgressRow, size: number): Flow | null => {
  const { objective } = row
  const { status, owner, startDate } = objective
  const ownerColumn: Column<ProgressRow> = {
    ...{ head: "Owner", width: 1.8 },
    cellOf: (_, room) => cell(fitting(owner, room))
  }
  const columns: ReadonlyArray<Column<ProgressRow>> = [
    { head: "Status", width: 1.3, cellOf: () => markCell(objectiveMarks[status]) },
    ...(owner === "" ? [] : [ownerColumn]),
    { head: startDate === null ? "Due" : "Period", width: 2.5, cellOf: () => periodCell(objective, input.date) },
    { head: "Progress", width: 3.2, cellOf: () => progressCell(row, progressWords(row)) },
    { head: `Since ${sinceText(input)}`, share: 1, cellOf: () => changeCell(row.change) }
  ]
  const alt = `The objective's status: ${objectiveMarks[status].word}, ${progressWords(row)}`
  return tableFlow({ columns, rows: [row], remarks: detailsIn(input, objective, size), alt }, size, detailLines)
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
  const hasConfidence = progress.some(({ confidence }) => confidence !== null)
  const sure: Column<Progress> = {
    ...{ head: "Confidence", align: "end", width: 1.3 },
    cellOf: (measure) => cell(confidenceWords(measure))
  }
  const columns: ReadonlyArray<Column<Progress>> = [
    { head: "Measure", share: 0.4, cellOf: ({ name }) => cell(name) },
    { head: "Now", share: 0.6, cellOf: (measure) => measureCell(objective, measure, date) },
    {
      ...{ head: "Progress", align: "end", width: 1.05 },
      cellOf: (measure) => cell(percentText(percentOfMeasure(measure)))
    },
    ...(hasConfidence ? [sure] : [])
  ]
  const alt = `${counted(progress.length, "measure")} with value, target and progress`
  return tableFlow({ columns, rows: progress, alt }, size)
}

const noteColumns: ReadonlyArray<Column<CheckIn>> = [
  { head: "", width: 1.2, cellOf: ({ timestamp }) => cell(shortDate(timestamp), { color: "muted" }) },
  { head: "", share: 1, cellOf: ({ note }) => runsCell(styledRuns(firstSentences(note), note)) }
]

/** The newest notes of an objective's check-ins; null if nobody wrote any. */
export const notesTable = (objective: Objective, size: number, max: number): Flow | null => {
  const rows = notedCheckIns(objective).slice(0, max)
  return tableFlow(
    { columns: noteColumns, rows, heading: "What the team said", alt: "Notes from recent check-ins" },
    size
  )
}

/** An objective's initiatives as lines with marks. The list is never split between boxes. */
export const initiativeList = (objective: Objective, size: number): Flow | null => {
  const paragraphs = initiativeLines(objective)
  const column: Column<Cell> = { head: "Initiatives", share: 1, cellOf: (cell) => cell }
  const rows = paragraphs.length === 0 ? [] : [{ paragraphs }]
  return tableFlow({ columns: [column], rows, alt: counted(paragraphs.length, "initiative") }, size)
}

/** An objective's initiatives by group, each with its group and its status; null without any. */
export const initiativeTable = ({ groups, initiatives }: Objective, size: number): Flow | null => {
  const names = new Map<string | null, string>(groups.map(({ id, name }) => [id, name]))
  const order = [...names.keys()]
  const place = ({ groupId }: Initiative): number => (names.has(groupId) ? order.indexOf(groupId) : order.length)
  const titleRuns = ({ title, groupId }: Initiative): ReadonlyArray<Run> => {
    const group = names.get(groupId)
    return [{ text: title }, ...(group === undefined ? [] : [muted(afterDot(title, group))])]
  }
  const columns: ReadonlyArray<Column<Initiative>> = [
    { head: "Initiative", share: 1, cellOf: (initiative) => runsCell(titleRuns(initiative)) },
    { head: "Status", width: 1.2, cellOf: ({ status }) => markCell(initiativeMarks[status]) }
  ]
  const rows = initiatives.toSorted((one, other) => place(one) - place(other))
  return tableFlow({ columns, rows, alt: counted(rows.length, "initiative") }, size)
}
