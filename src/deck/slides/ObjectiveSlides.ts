import type { Objective } from "../../domain/state/State.ts"
import { objectiveNotes } from "../facts/Notes.ts"
import type { DeckInput } from "../Input.ts"
import type { Block, Box, SlidePlan } from "../Plan.ts"
import { descriptionWith, remark } from "./Description.ts"
import { bodyBox } from "./Frame.ts"
import { initiativeTable } from "./InitiativeRows.ts"
import { measureTable } from "./MeasureRows.ts"
import { factsRow } from "./ObjectiveFacts.ts"
import { below, type Flow, stacked, take, twoColumns } from "./Paging.ts"
import { series } from "./Series.ts"
import { tableSize } from "./TableCells.ts"

/** The slides of a description at most; the notes contain all of it. */
const descriptionSlides = 2

/** Inches. */
const columnGap = 0.45
const initiativesWidth = 4.5

const halves = (box: Box): readonly [Box, Box] => {
  const w = box.w - columnGap - initiativesWidth
  return [
    { ...box, w },
    { ...box, x: box.x + w + columnGap, w: initiativesWidth }
  ]
}

/** What an objective has none of, in one phrase; null: it has everything. */
const missing = ({ description, progress, initiatives, groups }: Objective): string | null => {
  const none = [
    ...(description === "" ? ["description"] : []),
    ...(progress.length === 0 ? ["measures"] : []),
    ...(initiatives.length === 0 && groups.length === 0 ? ["initiatives"] : [])
  ]
  const last = none.at(-1)
  if (last === undefined) return null
  return none.length === 1 ? `No ${last} yet.` : `No ${none.slice(0, -1).join(", ")} or ${last} yet.`
}

interface Page {
  readonly blocks: ReadonlyArray<Block>
  readonly prose: Flow | null
  readonly initiatives: Flow | null
}

/** Inches by which the column is lower than a whole slide, so that a row that is too high waits for a wider column. */
const waiting = 0.05

/** Prose and measures, and to their right the initiatives. */
const sideBySide = (prose: Flow | null, initiatives: Flow | null, box: Box): Page => {
  const [left, right] = halves(box)
  const [leftTaken, rightTaken] = [take(prose, left), take(initiatives, { ...right, h: right.h - waiting })]
  return { blocks: [...leftTaken.blocks, ...rightTaken.blocks], prose: leftTaken.rest, initiatives: rightTaken.rest }
}

/** Content without a neighbour has the whole width. */
const alone = (flow: Flow | null, box: Box): Page => {
  const { blocks, rest } = take(flow, box)
  return { blocks, prose: rest, initiatives: null }
}

/** The slide with the facts; tables with text of `size` points. */
const firstPage = (input: DeckInput, objective: Objective, size: number): Page => {
  const facts = factsRow(input.team, objective, input.date, bodyBox)
  const box = below(bodyBox, facts.height)
  const table = initiativeTable(objective, size)
  const words = missing(objective)
  const said = words === null ? null : remark(words)
  const beside = table !== null && (objective.description !== "" || objective.progress.length > 0)
  const prose = descriptionWith(objective.description, [{ size, flow: stacked(measureTable(objective, size), said) }], {
    slides: descriptionSlides,
    box: beside ? halves(box)[0] : box,
    otherwise: "last"
  })
  const page = beside
    ? sideBySide(prose, table, box)
    : alone(table === null ? prose : stacked(twoColumns(table), prose), box)
  return { ...page, blocks: [...facts.blocks, ...page.blocks] }
}

const nextPage = ({ prose, initiatives }: Page): Page | null => {
  if (prose !== null && initiatives !== null) return sideBySide(prose, initiatives, bodyBox)
  if (prose !== null) return alone(prose, bodyBox)
  return initiatives === null ? null : alone(twoColumns(initiatives), bodyBox)
}

/** Points: what tables take when all of the objective fits on one slide so. */
const largeSize = 14

const bodies = (input: DeckInput, objective: Objective): ReadonlyArray<ReadonlyArray<Block>> => {
  const large = firstPage(input, objective, largeSize)
  if (large.prose === null && large.initiatives === null) return [large.blocks]
  const all: Array<ReadonlyArray<Block>> = []
  for (let page: Page | null = firstPage(input, objective, tableSize); page !== null; page = nextPage(page)) {
    all.push(page.blocks)
  }
  return all
}

/** Each objective on one slide, or as many as it takes, in the team's order. */
export const slides = (input: DeckInput): ReadonlyArray<SlidePlan> =>
  input.team.objectives.flatMap((objective) =>
    series({
      section: "Objectives",
      title: objective.title,
      pages: bodies(input, objective),
      notes: { first: objectiveNotes(input, objective), others: objective.description }
    })
  )
