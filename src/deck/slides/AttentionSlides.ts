import type { Team } from "../../domain/state/State.ts"
import type { Block, Cell, SlidePlan } from "../DeckPlan.ts"
import { type Attention, attentionOf, ruleText } from "../facts/Attention.ts"
import { sinceText } from "../facts/DeckDates.ts"
import { counted, percentText } from "../facts/DeckNumbers.ts"
import { measuredRows } from "../facts/Progress.ts"
import { shareTitle } from "../facts/ShareText.ts"
import { objectiveMarks } from "../facts/StatusFacts.ts"
import type { DeckInput } from "../Input.ts"
import { inLine } from "../text/Direction.ts"
import { clip } from "../text/Fit.ts"
import { bodyBox, type SeriesTitle, series } from "./ContentSlide.ts"
import { objectivePage } from "./PageLinks.ts"
import { objectiveKey, subjectKey } from "./SlideIds.ts"
import { arrowWidth, linkTo } from "./SlideLinks.ts"
import { plainSection, type Row, tableFlow } from "./SlideRows.ts"
import { cell, deltaText, dueCell, foundRuns, markCell, remarkRow, runsCell } from "./TableCells.ts"
import { growth, tableSlides, textWidth } from "./TableSizes.ts"

/** Inches at the smallest size. */
const fixed = { status: 1.2, percent: 1.55, due: 1.25 }
const titleShare = 0.3
const titleLines = 3
const columnCount = 5

/** Points: larger text makes the reasons' column too narrow. */
const maxSize = 14
const maxSlides = { full: 4, board: 2 }

/** An objective that needs attention, for a row. A team's own deck does not name the team. */
export interface AttentionLine {
  readonly attention: Attention
  readonly team: Team
  readonly isTeamNamed: boolean
  /** Points since the day compared with. */
  readonly delta: number | null
}

const rowOf = (line: AttentionLine, date: string, size: number, titleWidth: number): Row => {
  const { attention, team, isTeamNamed, delta } = line
  const { objective, pace } = attention
  const title = clip(objective.title, size, false, textWidth(titleWidth) - arrowWidth(size), titleLines)
  const owner = isTeamNamed
    ? [{ runs: [{ text: clip(team.name, size, false, textWidth(titleWidth), 1), color: "muted" as const }] }]
    : []
  return [
    markCell(objectiveMarks[objective.status]),
    {
      paragraphs: [
        { runs: [{ text: title, page: objectivePage(team, objective) }, linkTo(objectiveKey(objective.id))] },
        ...owner
      ]
    },
    runsCell(foundRuns(ruleText(attention), attention.note)),
    progressCell(pace.percent, delta),
    dueCell(objective, date)
  ]
}

/** The progress in per cent, and below it how far it moved. */
const progressCell = (percent: number | null, delta: number | null): Cell => ({
  paragraphs: [
    { runs: [{ text: percentText(percent) }] },
    ...(delta === null ? [] : [{ runs: [{ text: deltaText(delta), color: "muted" as const }] }])
  ]
})

/** The slides' tables of what needs attention, worst first; `since` names the day compared with, null if no progress is. */
export const attentionTables = (
  lines: ReadonlyArray<AttentionLine>,
  { date, since, slides }: { readonly date: string; readonly since: string | null; readonly slides: number }
): ReadonlyArray<ReadonlyArray<Block>> =>
  tableSlides(
    ({ size, limit }) => {
      if (size > maxSize) return null
      const by = growth(size)
      const [status, percent, due] = [fixed.status * by, fixed.percent * by, fixed.due * by]
      const free = bodyBox.w - status - percent - due
      const widths = [status, free * titleShare, free * (1 - titleShare), percent, due]
      const rows = lines.slice(0, limit).map((line) => rowOf(line, date, size, free * titleShare))
      const left = lines.length - rows.length
      return tableFlow({
        columns: () => widths,
        size,
        header: [
          cell("Status"),
          cell("Objective"),
          cell("Why"),
          cell(since === null ? "Progress" : `Progress, since ${since.replaceAll(" ", "\u00A0")}`),
          cell("Due")
        ],
        sections: plainSection(
          left === 0
            ? rows
            : [
                ...rows,
                remarkRow(
                  `and ${counted(left, "more objective")} that ${left === 1 ? "needs" : "need"} attention`,
                  columnCount
                )
              ]
        ),
        alt: `${counted(lines.length, "objective")} that ${lines.length === 1 ? "needs" : "need"} attention, with reasons`
      })
    },
    { maxSlides: slides }
  )

const titleOf = (attentions: ReadonlyArray<Attention>, all: number): SeriesTitle => {
  const [worst] = attentions
  if (worst === undefined) return ""
  const words = { one: "objective", many: "objectives", is: "needs attention", are: "need attention" }
  const need = shareTitle(attentions.length, all, words)
  const reason = worst.reasons[0].words.replace(/^./u, (letter) => letter.toLowerCase())
  const worstOf = attentions.length === 1 ? ":" : ", most of all"
  const shortWords = (name = "") => `${need}${worstOf} “${inLine(name)}”`
  return { names: [worst.objective.title], words: (name = "") => `${shortWords(name)} – ${reason}`, shortWords }
}

/** What needs attention, worst first; no slide where nothing does. */
export const slides = (input: DeckInput): ReadonlyArray<SlidePlan> => {
  const { objectives } = input.team
  const attentions = attentionOf(objectives, input)
  const deltas = new Map(measuredRows(objectives, input).map(({ objective, delta }) => [objective.id, delta]))
  return series({
    layout: "table",
    key: subjectKey(input, "attention"),
    section: "Review",
    title: titleOf(attentions, objectives.length),
    pages: attentionTables(
      attentions.map((attention) => ({
        attention,
        team: input.team,
        isTeamNamed: false,
        delta: deltas.get(attention.objective.id) ?? null
      })),
      { date: input.date, since: input.before === null ? null : sinceText(input), slides: maxSlides[input.detail] }
    )
  })
}
