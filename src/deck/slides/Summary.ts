import { type StatusCounts, statusCounts, worstFirst } from "../../shared/Statuses.ts"
import type { Block, Box, SlidePlan } from "../DeckPlan.ts"
import { dayText } from "../facts/DeckDates.ts"
import { counted } from "../facts/DeckNumbers.ts"
import { type Finding, findingsOf } from "../facts/Findings.ts"
import { messagesOf } from "../facts/Messages.ts"
import { inOrder } from "../facts/Progress.ts"
import { countsText, totalOf } from "../facts/Standing.ts"
import { type ThenAndNow, thenAndNow, worstText } from "../facts/Worst.ts"
import type { DeckInput } from "../Input.ts"
import { textBlock } from "../text/Fit.ts"
import { type ChangeLine, changeTables } from "./ChangesSlides.ts"
import { about, bodyBox, contentSlide, titleAround } from "./ContentSlide.ts"
import { standingWords } from "./objective/ObjectiveSlideTexts.ts"
import { below, columnGap, type Flow, take } from "./Paging.ts"
import { subjectKey } from "./SlideIds.ts"
import { linkTo } from "./SlideLinks.ts"
import { type Row, tableFlow } from "./SlideRows.ts"
import { cell, runsCell, statusHeads } from "./TableCells.ts"
import { growth, rowsOn, tableSlides } from "./TableSizes.ts"

/** Inches. */
const labelWidth = 1.75
const findingsWidth = 4.6
const numberWidth = 0.85

/** Points. */
const stripSize = 14

/** The largest font size, in points, of the findings. */
const maxSize = 14

const countsRow = (label: string, counts: StatusCounts, muted: boolean): Row => {
  const color = muted ? ({ color: "muted" } as const) : {}
  return [
    cell(label, color),
    ...worstFirst.map((status) => cell(String(counts[status]), { align: "center" as const, ...color })),
    cell(String(totalOf(counts)), { align: "center", ...color })
  ]
}

/** The number of objectives in each group on the day of the deck, and on the day compared with. */
export const standingStrip = ({ now, before, since }: ThenAndNow, date: string): Flow | null => {
  const counts = statusCounts(now)
  return tableFlow({
    columns: (width) => {
      const each = (width - labelWidth) / (worstFirst.length + 1)
      return [labelWidth, ...worstFirst.map(() => each), each]
    },
    size: stripSize,
    header: [cell("Objectives"), ...statusHeads, cell("All", { align: "center" })],
    rows: [
      countsRow(dayText(date, date), counts, false),
      ...(before === null ? [] : [countsRow(since, statusCounts(before), true)])
    ],
    alt: `Objectives by status: ${countsText(counts)}`
  })
}

/** Numbered lines with findings, each linked to its slide. */
export const findingsTable = (
  findings: ReadonlyArray<Pick<Finding, "number" | "words"> & { readonly link: string }>,
  box: Box
): ReadonlyArray<Block> =>
  tableSlides(
    ({ size, limit }) => {
      if (size > maxSize) return null
      const number = numberWidth * growth(size)
      return tableFlow({
        columns: (width) => [number, width - number],
        size,
        header: [cell("What stands out", { columns: 2 })],
        rows: findings
          .slice(0, limit)
          .map(
            ({ number, words, link }): Row => [
              runsCell([{ text: number, bold: true, color: "accent" }], { align: "end" }),
              runsCell([{ text: words }, linkTo(link)])
            ]
          ),
        alt: `What stands out: ${counted(findings.length, "finding")}`
      })
    },
    { box, maxSlides: 1 }
  )[0] ?? []

/** What stands below the strip of a summary. */
interface SummaryPoints {
  readonly findings: Parameters<typeof findingsTable>[0]
  readonly changes: ReadonlyArray<ChangeLine>
  readonly since: string
}

/** A summary, and whether it tells every change. */
export interface ToldSummary {
  readonly slides: ReadonlyArray<SlidePlan>
  readonly tellsChanges: boolean
}

/** The strip above; below it what stands out, and beside that what changed. */
export const summarySlide = (
  about: Pick<SlidePlan, "title"> & { readonly key: string },
  strip: Flow | null,
  { findings, changes, since }: SummaryPoints
): ToldSummary => {
  const upper = take(strip, bodyBox)
  const rest = below(bodyBox, upper.height)
  const isWide = changes.length === 0
  const found = findingsTable(findings, isWide ? rest : { ...rest, w: findingsWidth })
  const right = { ...rest, x: rest.x + findingsWidth + columnGap, w: rest.w - findingsWidth - columnGap }
  const [changed = []] = changeTables(changes, { since, box: right, maxSlides: 1 })
  const blocks = [...upper.blocks, ...found, ...changed]
  return {
    slides: [contentSlide({ ...about, layout: "titleOnly", section: "Review", blocks, notes: "" })],
    tellsChanges: rowsOn(changed) === changes.length
  }
}

const emptyText =
  "Principles guide the team; objectives are what it wants to achieve. Once there are some, this review shows their " +
  "status, what needs attention and what has changed."

const emptyBlocks = (): ReadonlyArray<Block> => [
  textBlock({
    box: bodyBox,
    paragraphs: [{ runs: [{ text: emptyText }] }],
    size: 16,
    color: "muted",
    placeholder: "body"
  })
]

const emptyTitle = ({ team: { principles } }: DeckInput): string =>
  principles.length === 0
    ? "There are no principles or objectives yet"
    : `${counted(principles.length, "principle")}, no objectives yet`

/** Where the team stands; a board's deck, which has no slide of each objective, names a single one. */
const titleOf = (input: DeckInput, compared: ThenAndNow): string => {
  const { objectives } = input.team
  const [only] = objectives.length === 1 && input.detail === "board" ? inOrder(objectives, input) : []
  if (only === undefined) return worstText(compared)
  return titleAround([only.objective.title], (name = "") => about(name, standingWords(only)))
}

/** Where the team stands in one sentence, what stands out, and what changed. */
export const summaryOf = (input: DeckInput): ToldSummary => {
  const { objectives } = input.team
  const key = subjectKey(input, "summary")
  if (objectives.length === 0) {
    const empty = { key, section: "Review", title: emptyTitle(input), notes: "" }
    return { slides: [contentSlide({ ...empty, layout: "text", blocks: emptyBlocks() })], tellsChanges: true }
  }
  const compared = thenAndNow(input)
  return summarySlide({ key, title: titleOf(input, compared) }, standingStrip(compared, input.date), {
    findings: findingsOf([input]).map((finding) => ({ ...finding, link: subjectKey(input, finding.subject) })),
    changes: messagesOf(input).map((message) => ({ message, team: input.team, isTeamNamed: false })),
    since: compared.since
  })
}
