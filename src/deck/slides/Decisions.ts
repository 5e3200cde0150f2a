import type { Block, Box, SlidePlan } from "../DeckPlan.ts"
import { counted } from "../facts/DeckNumbers.ts"
import type { Decision } from "../facts/Findings.ts"
import { inLine } from "../text/Direction.ts"
import { clip } from "../text/Fit.ts"
import { bodyBox, series } from "./ContentSlide.ts"
import { objectivePage, principlePage } from "./PageLinks.ts"
import { objectiveKey } from "./SlideIds.ts"
import { arrowWidth, linkTo } from "./SlideLinks.ts"
import { plainSection, type Row, tableFlow } from "./SlideRows.ts"
import { cell, runsCell } from "./TableCells.ts"
import { rowsOn, tableSlides, textWidth } from "./TableSizes.ts"

/** Inches. */
const numberWidth = 0.45

/** Inches: the number, the subject, its team (0 where it is not named), and what is to be decided. */
type Widths = readonly [number: number, subject: number, team: number, words: number]

const widthsOf = (isTeamNamed: boolean): Widths => {
  const free = bodyBox.w - numberWidth
  return isTeamNamed ? [numberWidth, free * 0.38, free * 0.22, free * 0.4] : [numberWidth, free * 0.5, 0, free * 0.5]
}

/** Points: the largest text of the list in a summary. */
const maxSize = 14
const maxTitleLines = 2

/** Decisions, with their teams' names in a deck of several teams. */
export interface DecisionList {
  readonly decisions: ReadonlyArray<Decision>
  readonly isTeamNamed: boolean
  /** The key of the slides that list them all. */
  readonly key: string
}

const pageOf = ({ team, type, id }: Decision) =>
  type === "objective" ? objectivePage(team, { id }) : principlePage(team, { id })

const summaryRow = (decision: Decision, index: number, { isTeamNamed }: DecisionList, size: number, w: number): Row => {
  const title = isTeamNamed ? `${inLine(decision.team.name)}: ${inLine(decision.title)}` : decision.title
  return [
    cell(String(index + 1), { align: "end" }),
    {
      paragraphs: [
        { runs: [{ text: clip(title, size, true, textWidth(w), maxTitleLines), bold: true }] },
        { runs: [{ text: decision.words }] }
      ]
    }
  ]
}

/** The first decisions, as many as fit below each other, and how many there are besides. */
export const decisionsTable = (
  list: DecisionList,
  box: Box
): { readonly blocks: ReadonlyArray<Block>; readonly left: number } => {
  const { decisions, key } = list
  const [blocks = []] = tableSlides(
    ({ size, limit }) => {
      if (size > maxSize) return null
      const rows = decisions
        .slice(0, limit)
        .map((decision, index) => summaryRow(decision, index, list, size, box.w - numberWidth))
      const left = decisions.length - rows.length
      const more: ReadonlyArray<Row> =
        left === 0 ? [] : [[runsCell([{ text: `and ${left} more`, color: "muted" }, linkTo(key)], { columns: 2 })]]
      return tableFlow({
        columns: (width) => [numberWidth, width - numberWidth],
        size,
        header: [cell("Needs a decision", { columns: 2 })],
        sections: plainSection([...rows, ...more]),
        alt: `What needs a decision: ${counted(decisions.length, "point")}`
      })
    },
    { box, maxSlides: 1 }
  )
  return { blocks, left: decisions.length - rowsOn(blocks) }
}

/** Since there may be many, in one line each: the subject and its team. What is to be decided stands in full. */
const row = (decision: Decision, index: number, size: number, [, title, team, words]: Widths): Row => {
  const subject = clip(decision.title, size, false, textWidth(title) - arrowWidth(size), 1)
  return [
    cell(String(index + 1), { align: "end" }),
    runsCell([{ text: subject, page: pageOf(decision) }, linkTo(objectiveKey(decision.id))]),
    ...(team === 0 ? [] : [cell(clip(decision.team.name, size, false, textWidth(team), 1), { color: "muted" })]),
    cell(clip(decision.words, size, false, textWidth(words), 2))
  ]
}

/** Every decision in its order, over as many slides as they take. */
export const decisionSlides = ({ decisions, isTeamNamed, key }: DecisionList): ReadonlyArray<SlidePlan> => {
  const [first] = decisions
  if (first === undefined) return []
  const need =
    decisions.length === 1 ? "1 point needs a decision:" : `${decisions.length} points need a decision, first`
  return series({
    layout: "table",
    key,
    section: "Review",
    title: { names: [first.title], words: (name = "") => `${need} “${inLine(name)}”` },
    pages: tableSlides(({ size }) => {
      if (size > maxSize) return null
      const widths = widthsOf(isTeamNamed)
      return tableFlow({
        columns: () => widths.filter((width) => width > 0),
        size,
        header: [cell("#", { align: "end" }), cell("About"), ...(isTeamNamed ? [cell("Team")] : []), cell("To decide")],
        sections: plainSection(decisions.map((decision, index) => row(decision, index, size, widths))),
        alt: `What needs a decision: ${counted(decisions.length, "point")}`
      })
    })
  })
}
