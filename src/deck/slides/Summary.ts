import { type StatusCounts, statusCounts, worstFirst } from "../../shared/Statuses.ts"
import type { Block, Box, SlidePlan } from "../DeckPlan.ts"
import { counted } from "../facts/DeckNumbers.ts"
import { decisionsOf, type Finding, findingsOf } from "../facts/Findings.ts"
import { messagesOf, messageWords } from "../facts/Messages.ts"
import { inOrder } from "../facts/Progress.ts"
import { countsText, totalOf } from "../facts/Standing.ts"
import { type ThenAndNow, thenAndNow, worstText } from "../facts/Worst.ts"
import type { DeckInput } from "../Input.ts"
import { clip, textBlock } from "../text/Fit.ts"
import { about, bodyBox, contentSlide, titleAround } from "./ContentSlide.ts"
import { type DecisionList, decisionSlides, decisionsTable } from "./Decisions.ts"
import { standingWords } from "./objective/ObjectiveSlideTexts.ts"
import { below, columnGap, type Flow, take } from "./Paging.ts"
import { subjectKey } from "./SlideIds.ts"
import { linkTo } from "./SlideLinks.ts"
import { plainSection, type Row, tableFlow } from "./SlideRows.ts"
import { cell, remarkRow, runsCell, statusHeads } from "./TableCells.ts"
import { growth, tableSlides, textWidth } from "./TableSizes.ts"

/** Inches. */
const labelWidth = 1.75
const findingsWidth = 7.3
const numberWidth = 0.85

/** Points. */
const stripSize = 14

/** The largest font size, in points, of the changes. */
const maxSize = 14

/** Inches. */
const kindWidth = 1.2
const minChanges = 1

const countsRow = (label: string, counts: StatusCounts, muted: boolean): Row => {
  const color = muted ? ({ color: "muted" } as const) : {}
  return [
    cell(label, color),
    ...worstFirst.map((status) => cell(String(counts[status]), { align: "center" as const, ...color })),
    cell(String(totalOf(counts)), { align: "center", ...color })
  ]
}

/** The number of objectives in each group, now and on the day compared with. */
export const standingStrip = (now: StatusCounts, then: StatusCounts | null, since: string): Flow | null =>
  tableFlow({
    columns: (width) => {
      const each = (width - labelWidth) / (worstFirst.length + 1)
      return [labelWidth, ...worstFirst.map(() => each), each]
    },
    size: stripSize,
    header: [cell("Objectives"), ...statusHeads, cell("All", { align: "center" })],
    sections: plainSection([countsRow("Today", now, false), ...(then === null ? [] : [countsRow(since, then, true)])]),
    alt: `Objectives by status: ${countsText(now)}`
  })

/** Numbered lines with findings, each linked to its slide. */
export const findingsTable = (
  findings: ReadonlyArray<Pick<Finding, "number" | "words"> & { readonly link: string }>,
  box: Box
): ReadonlyArray<Block> =>
  tableSlides(
    ({ size, limit }) => {
      const number = numberWidth * growth(size)
      return tableFlow({
        columns: (width) => [number, width - number],
        size,
        header: [cell("What stands out", { columns: 2 })],
        sections: plainSection(
          findings
            .slice(0, limit)
            .map(
              ({ number, words, link }): Row => [
                runsCell([{ text: number, bold: true, color: "accent" }], { align: "end" }),
                runsCell([{ text: words }, linkTo(link)])
              ]
            )
        ),
        alt: `What stands out: ${counted(findings.length, "finding")}`
      })
    },
    { box, maxSlides: 1 }
  )[0] ?? []

const changeRow = ({ kind, title }: ChangeLine, size: number, width: number): Row => [
  cell(kind, { color: "muted" }),
  cell(clip(title, size, false, textWidth(width), 1))
]

/** A message's kind and whom it is about. */
interface ChangeLine {
  readonly kind: string
  readonly title: string
}

const changesTable = (changes: ReadonlyArray<ChangeLine>, since: string, box: Box): ReadonlyArray<Block> =>
  tableSlides(
    ({ size, limit }) => {
      if (size > maxSize) return null
      const kind = kindWidth * growth(size)
      const shown = changes.slice(0, limit)
      const left = changes.length - shown.length
      return tableFlow({
        columns: (width) => [kind, width - kind],
        size,
        header: [cell(`What changed since ${since}`, { columns: 2 })],
        sections: plainSection([
          ...shown.map((line) => changeRow(line, size, box.w - kind)),
          ...(left === 0 ? [] : [remarkRow(`and ${left} more`, 2)])
        ]),
        alt: `What changed since ${since}: ${counted(changes.length, "change")}`
      })
    },
    { box, maxSlides: 1 }
  )[0] ?? []

const bottomOf = (blocks: ReadonlyArray<Block>, box: Box): number =>
  Math.max(0, ...blocks.map((block) => block.box.y + block.box.h - box.y))

/** The points below the strip of a summary. */
interface SummaryPoints {
  readonly findings: Parameters<typeof findingsTable>[0]
  readonly decisions: DecisionList
  readonly changes: ReadonlyArray<ChangeLine>
  readonly since: string
}

/**
 * The strip above; below it what stands out and what changed, and beside them what needs a decision. `left` decisions have no
 * room there.
 */
const summaryBlocks = (
  strip: Flow | null,
  points: SummaryPoints
): { readonly blocks: ReadonlyArray<Block>; readonly left: number } => {
  const { findings, decisions, changes, since } = points
  const upper = take(strip, bodyBox)
  const rest = below(bodyBox, upper.height)
  const decided = decisions.decisions.length > 0
  const wide = !decided && changes.length === 0
  const left = wide ? rest : { ...rest, w: findingsWidth }
  const right = { ...rest, x: rest.x + findingsWidth + columnGap, w: rest.w - findingsWidth - columnGap }
  const found = findingsTable(findings, left)
  const beside = decided ? decisionsTable(decisions, right) : { blocks: changesTable(changes, since, right), left: 0 }
  const free = below(left, bottomOf(found, left))
  const changed = decided && free.h > minChanges ? changesTable(changes, since, free) : []
  return { blocks: [...upper.blocks, ...found, ...changed, ...beside.blocks], left: beside.left }
}

/** A summary, and the slides with all decisions where it has no room for them. */
export const summarySlides = (
  about: Pick<SlidePlan, "title"> & { readonly key: string },
  strip: Flow | null,
  points: SummaryPoints
): ReadonlyArray<SlidePlan> => {
  const { blocks, left } = summaryBlocks(strip, points)
  const summary = contentSlide({ ...about, layout: "titleOnly", section: "Review", blocks, notes: "" })
  return left === 0 ? [summary] : [summary, ...decisionSlides(points.decisions)]
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

/** Where the team stands in one sentence, what stands out, and what needs a decision. */
export const slides = (input: DeckInput): ReadonlyArray<SlidePlan> => {
  const { objectives } = input.team
  const key = subjectKey(input, "summary")
  if (objectives.length === 0) {
    const empty = { key, section: "Review", title: emptyTitle(input), notes: "" }
    return [contentSlide({ ...empty, layout: "text", blocks: emptyBlocks() })]
  }
  const compared = thenAndNow(input)
  const { before, since } = compared
  return summarySlides(
    { key, title: titleOf(input, compared) },
    standingStrip(statusCounts(objectives), before === null ? null : statusCounts(before), since),
    {
      findings: findingsOf(input).map((finding) => ({ ...finding, link: subjectKey(input, finding.subject) })),
      decisions: { decisions: decisionsOf(input), isTeamNamed: false, key: subjectKey(input, "decisions") },
      changes: messagesOf(input).map(({ kind, title }) => ({ kind: messageWords[kind], title })),
      since
    }
  )
}
