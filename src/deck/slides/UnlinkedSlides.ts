import { matrixOf } from "../facts/Matrix.ts"
import { unlinkedTitle } from "../facts/Titles.ts"
import type { DeckInput } from "../Input.ts"
import type { SlidePlan } from "../Plan.ts"
import { bodyBox } from "./Frame.ts"
import { objectiveTable } from "./ObjectiveRows.ts"
import { pages } from "./Paging.ts"
import { series } from "./Series.ts"

/** The objectives that are linked to no principle; none, no slide. */
export const slides = (input: DeckInput): ReadonlyArray<SlidePlan> => {
  const table = objectiveTable(matrixOf(input.team).unlinked, input.date, "Objectives linked to no principle")
  if (table === null) return []
  return series({
    section: "Not linked",
    title: unlinkedTitle(input),
    pages: pages(table, bodyBox, bodyBox),
    notes: { first: "", others: "" }
  })
}
