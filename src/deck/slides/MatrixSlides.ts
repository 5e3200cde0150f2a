import { type Matrix, matrixOf } from "../facts/Matrix.ts"
import { counted } from "../facts/Numbers.ts"
import { inOrder } from "../facts/Progress.ts"
import type { DeckInput } from "../Input.ts"
import type { SlidePlan } from "../Plan.ts"
import { series } from "./Frame.ts"
import { matrixTables, spansOf } from "./MatrixTable.ts"

const titleOf = ({ principles, rows, linkedObjectives }: Matrix): string => {
  const links = linkedObjectives.reduce((sum, count) => sum + count, 0)
  const linked = rows.filter(({ linkedPrinciples }) => linkedPrinciples > 0).length
  const served = linkedObjectives.filter((count) => count > 0).length
  const verb = linked === 1 ? "serves" : "serve"
  return `${linked} of ${counted(rows.length, "objective")} ${verb} ${served} of ${counted(principles.length, "principle")}, by ${counted(links, "link")}`
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
