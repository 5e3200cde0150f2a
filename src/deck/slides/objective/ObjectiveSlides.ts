import type { Block, SlidePlan } from "../../DeckPlan.ts"
import { attentionOf } from "../../facts/Attention.ts"
import { counted, percentText } from "../../facts/DeckNumbers.ts"
import { inOrder, type ProgressRow } from "../../facts/Progress.ts"
import { objectiveNotes } from "../../facts/SpeakerNotes.ts"
import { objectiveMarks } from "../../facts/StatusFacts.ts"
import { trendsOf } from "../../facts/TrendFacts.ts"
import { type DeckInput, maxDetailed } from "../../Input.ts"
import { inLine } from "../../text/Direction.ts"
import { measure } from "../../text/Fit.ts"
import { paragraphsOf } from "../../text/MarkdownRuns.ts"
import { about, bodyBox, contentSlide, series, titleAround } from "../ContentSlide.ts"
import { objectivePage } from "../PageLinks.ts"
import { columnsOf } from "../Paging.ts"
import { objectiveKey } from "../SlideIds.ts"
import type { LinkedSlide } from "../SlideLinks.ts"
import { objectiveCard } from "./ObjectiveCard.ts"
import { compactTables, quietTables } from "./ObjectiveLists.ts"
import { objectivePages } from "./ObjectivePage.ts"
import { standingWords } from "./ObjectiveSlideTexts.ts"

const section = "Appendix"

/** The most slides of one objective. */
const maxPages = 4

/** An objective without a trend that has more than this has a slide of its own. */
const quiet = { initiatives: 6, measures: 4, descriptionLines: 5 }

const notesOf = (input: DeckInput, { objective }: ProgressRow): string =>
  input.notes ? objectiveNotes(input, objective) : ""

const ownSlides = (input: DeckInput, row: ProgressRow, most: number): ReadonlyArray<SlidePlan> => {
  const words = standingWords(row)
  return series({
    layout: "titleOnly",
    key: objectiveKey(row.objective.id),
    section,
    title: { names: [row.objective.title], words: (name = "") => about(name, words) },
    pages: objectivePages(input, row, most),
    page: objectivePage(input.team, row.objective),
    notes: notesOf(input, row)
  })
}

/** An objective that is waiting for another one to share its slide with. */
interface Half {
  readonly row: ProgressRow
  readonly left: ReadonlyArray<Block>
  readonly right: ReadonlyArray<Block>
}

const [leftBox = bodyBox, rightBox = bodyBox] = columnsOf(bodyBox, 2)

const halfOf = (input: DeckInput, row: ProgressRow): Half | null => {
  const left = objectiveCard(input, row, leftBox)
  const right = objectiveCard(input, row, rightBox)
  return left === null || right === null ? null : { row, left, right }
}

const percentWords = ({ pace }: ProgressRow): string =>
  pace.percent === null ? "" : ` at ${percentText(pace.percent)}`

/** `On track: “Grow” at 63 % and “Answer” at 86 %`. */
const sharedTitle = (first: ProgressRow, left: string, second: ProgressRow, right: string): string => {
  const [one, other] = [first, second].map(({ objective }) => objectiveMarks[objective.status].word)
  const [leftWords, rightWords] = [`“${left}”${percentWords(first)}`, `“${right}”${percentWords(second)}`]
  if (one === other) return `${one}: ${leftWords} and ${rightWords}`
  return `${one}: ${leftWords}; ${other?.toLowerCase()}: ${rightWords}`
}

const sharedSlide = (input: DeckInput, first: Half, second: Half): LinkedSlide => {
  const slide = contentSlide({
    layout: "titleOnly",
    key: objectiveKey(first.row.objective.id),
    section,
    title: titleAround([first.row.objective.title, second.row.objective.title], (left = "", right = "") =>
      sharedTitle(first.row, inLine(left), second.row, inLine(right))
    ),
    blocks: [...first.left, ...second.right],
    notes: [notesOf(input, first.row), notesOf(input, second.row)].filter((text) => text !== "").join("\n\n")
  })
  return { ...slide, otherKeys: [objectiveKey(second.row.objective.id)] }
}

/** Whether an objective has no check-in after its first day, and fits a table's row. */
const isQuiet = ({ objective }: ProgressRow): boolean =>
  trendsOf(objective).length === 0 &&
  objective.initiatives.length <= quiet.initiatives &&
  objective.progress.length <= quiet.measures &&
  measure(paragraphsOf(objective.description), 12, 4).lines <= quiet.descriptionLines

/** A draft of which there is nothing but the title to show. */
const isEmptyDraft = ({ objective: { status, description, progress, initiatives } }: ProgressRow): boolean =>
  status === "draft" && description === "" && progress.length === 0 && initiatives.length === 0

const hasCheckIn = ({ objective: { progress } }: ProgressRow): boolean =>
  progress.some(({ checkIns }) => checkIns.length > 0)

/** Check-ins of the first day alone make no line. */
const quietTitle = (rows: ReadonlyArray<ProgressRow>): string => {
  const checked = rows.filter(hasCheckIn).length
  const verb = rows.length === 1 ? "has" : "have"
  if (checked === 0) return `${counted(rows.length, "objective")} ${verb} no check-in yet`
  const others = checked === rows.length ? "" : ", or none at all"
  return `${counted(rows.length, "objective")} ${verb} no trend yet: check-ins on the first day only${others}`
}

const quietSlides = (input: DeckInput, rows: ReadonlyArray<ProgressRow>): ReadonlyArray<LinkedSlide> => {
  const [first, ...others] = rows
  if (first === undefined) return []
  const otherKeys = others.map(({ objective }) => objectiveKey(objective.id))
  return series({
    layout: "table",
    key: objectiveKey(first.objective.id),
    section,
    title: quietTitle(rows),
    pages: quietTables(input, rows),
    notes: rows
      .map((row) => notesOf(input, row))
      .join("\n\n")
      .trim()
  }).map((slide, index) => (index === 0 ? { ...slide, otherKeys } : slide))
}

/**
 * Objectives that need attention have slides of their own; others share one where they can, the first of an odd number
 * excepted. A single quiet one, such as a draft, is among them, since it would make an almost empty table.
 */
const detailed = (input: DeckInput, rows: ReadonlyArray<ProgressRow>): ReadonlyArray<LinkedSlide> => {
  const attended = new Set(attentionOf(input.team.objectives, input).map(({ objective }) => objective.id))
  const quietRows = rows.filter(isQuiet)
  const isAlone = quietRows.length === 1
  const isShown = (row: ProgressRow) => !isQuiet(row) || (isAlone && (rows.length === 1 || !isEmptyDraft(row)))
  const halves = rows.filter(isShown).map((row) => ({
    row,
    half: attended.has(row.objective.id) ? null : halfOf(input, row)
  }))
  let isOdd = halves.filter(({ half }) => half !== null).length % 2 === 1
  const slides: Array<LinkedSlide> = []
  let waiting: Half | null = null
  for (const { row, half } of halves) {
    if (half === null || isOdd) slides.push(...ownSlides(input, row, maxPages))
    else if (waiting === null) waiting = half
    else {
      slides.push(sharedSlide(input, waiting, half))
      waiting = null
    }
    if (half !== null) isOdd = false
  }
  return isAlone ? slides : [...slides, ...quietSlides(input, quietRows)]
}

const compact = (input: DeckInput, rows: ReadonlyArray<ProgressRow>, budget: number): ReadonlyArray<SlidePlan> => {
  const tables = compactTables(input, rows)
  const attentions = attentionOf(input.team.objectives, input)
  const byId = new Map(rows.map((row) => [row.objective.id, row]))
  const own = attentions.slice(0, Math.max(0, budget - tables.length)).flatMap(({ objective }) => {
    const row = byId.get(objective.id)
    return row === undefined ? [] : ownSlides(input, row, 1)
  })
  const slides =
    own.length === 1
      ? "; the one that needs attention has its own slide"
      : `; ${own.length} that need attention have their own slides`
  const title = `All ${counted(rows.length, "objective")} at a glance${own.length === 0 ? "" : slides}`
  return [...series({ layout: "table", key: `${input.team.id} objectives`, section, title, pages: tables }), ...own]
}

/** Each objective in the deck's order, on at most `budget` slides. */
export const slides = (input: DeckInput, budget: number): ReadonlyArray<LinkedSlide> => {
  const rows = inOrder(input.team.objectives, input)
  return rows.length > maxDetailed ? compact(input, rows, budget) : detailed(input, rows)
}
