import type { SlidePlan } from "../DeckPlan.ts"
import { type Matrix, matrixOf } from "../facts/Matrix.ts"
import { inOrder } from "../facts/Progress.ts"
import { shareTitle } from "../facts/ShareText.ts"
import type { DeckInput } from "../Input.ts"
import { series } from "./ContentSlide.ts"
import { matrixTables, spansOf } from "./MatrixTable.ts"

/** `the principle`, `both principles`, `all 4 principles`, `3 of 4 principles`. */
const principlesText = (served: number, all: number): string => {
  if (all === 1) return "the principle"
  if (served < all) return `${served} of ${all} principles`
  return all === 2 ? "both principles" : `all ${all} principles`
}

const titleOf = ({ principles, rows, linkedObjectives }: Matrix): string => {
  const linked = rows.filter(({ linkedPrinciples }) => linkedPrinciples > 0).length
  const served = principlesText(linkedObjectives.filter((count) => count > 0).length, principles.length)
  const words = { one: "objective", many: "objectives", is: `serves ${served}`, are: `serve ${served}` }
  return shareTitle(linked, rows.length, words)
}

/** Which objective serves which principle: rows and columns paged, headers repeated; none without any link. */
export const slides = (input: DeckInput): ReadonlyArray<SlidePlan> => {
  const objectives = inOrder(input.team.objectives, input).map(({ objective }) => objective)
  const matrix = matrixOf({ ...input.team, objectives })
  if (matrix.linkedObjectives.every((count) => count === 0)) return []
  return series({
    layout: "table",
    key: `${input.team.id} matrix`,
    section: "Appendix",
    title: titleOf(matrix),
    pages: spansOf(matrix).flatMap((span) => matrixTables(matrix, span))
  })
}
