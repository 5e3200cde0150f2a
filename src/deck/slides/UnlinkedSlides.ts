import { matrixOf } from "../facts/Matrix.ts"
import { unlinkedTitle } from "../facts/Titles.ts"
import type { DeckInput } from "../Input.ts"
import type { SlidePlan } from "../Plan.ts"
import { objectiveTable } from "./ObjectiveRows.ts"
import { series } from "./Series.ts"
import { tableSlides } from "./TableSizes.ts"

/** The objectives that are linked to no principle; none, no slide. */
export const slides = (input: DeckInput): ReadonlyArray<SlidePlan> => {
  const { unlinked } = matrixOf(input.team)
  const alt = "Objectives linked to no principle"
  const pages = tableSlides((size) => objectiveTable(unlinked, { date: input.date, size, alt }))
  return series({
    section: "Not linked",
    title: unlinkedTitle(input),
    pages,
    notes: { first: "", others: "" }
  })
}
