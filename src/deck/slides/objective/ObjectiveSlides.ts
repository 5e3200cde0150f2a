import type { SlidePlan } from "../../DeckPlan.ts"
import { attentionOf } from "../../facts/Attention.ts"
import { objectiveNotes } from "../../facts/LastNote.ts"
import { inOrder, type ProgressRow } from "../../facts/Progress.ts"
import { type DeckInput, maxPaged } from "../../Input.ts"
import { about, series } from "../ContentSlide.ts"
import { objectivePage } from "../PageLinks.ts"
import { objectiveKey } from "../SlideIds.ts"
import { usesRoom } from "../TableSizes.ts"
import { objectiveBlocks } from "./ObjectivePage.ts"
import { standingWords } from "./ObjectiveSlideTexts.ts"

/** So few objectives have slides even if those are almost empty. */
export const alwaysPaged = 2

const ownSlides = (input: DeckInput, row: ProgressRow): ReadonlyArray<SlidePlan> => {
  const { objective } = row
  const blocks = objectiveBlocks(input, row)
  if (input.team.objectives.length > alwaysPaged && !usesRoom(blocks)) return []
  const words = standingWords(row)
  return series({
    layout: "titleOnly",
    key: objectiveKey(objective.id),
    section: "Appendix",
    title: { names: [objective.title], words: (name = "") => about(name, words, " – ") },
    pages: [blocks],
    page: objectivePage(input.team, objective),
    notes: objectiveNotes(objective)
  })
}

/** Each objective in the deck's order; of a team of many only those that need attention, the worst first. */
const paged = (input: DeckInput): ReadonlyArray<ProgressRow> => {
  const { objectives } = input.team
  const rows = inOrder(objectives, input)
  if (objectives.length <= maxPaged) return rows
  const byId = new Map<string, ProgressRow>(rows.map((row) => [row.objective.id, row]))
  return attentionOf(objectives, input).flatMap(({ objective }) => byId.get(objective.id) ?? [])
}

/** The slides of objectives, at most `budget`. An objective of which a slide would be almost empty has none. */
export const slides = (input: DeckInput, budget: number): ReadonlyArray<SlidePlan> => {
  const all: Array<SlidePlan> = []
  for (const row of paged(input)) {
    if (all.length >= budget) break
    all.push(...ownSlides(input, row))
  }
  return all.slice(0, Math.max(0, budget))
}
