import { type Matrix, matrixOf, principleLabel } from "../facts/Matrix.ts"
import { counted } from "../facts/Numbers.ts"
import { strategyTitle } from "../facts/Titles.ts"
import type { DeckInput } from "../Input.ts"
import type { Block, SlidePlan } from "../Plan.ts"
import { textBlock } from "../text/Fit.ts"
import { bodyBox, contentSlide, continued } from "./Frame.ts"
import { principleList } from "./PrincipleList.ts"
import { isNumbered, type Span, spansOf, strategyTables } from "./StrategyTable.ts"

interface Page {
  readonly blocks: ReadonlyArray<Block>
  readonly notes: string
}

/** The principles of a span in full. */
const namesOf = ({ principles, linkedObjectives }: Matrix, { first, end }: Span): string =>
  principles
    .slice(first, end)
    .map(({ title }, index) => {
      const count = linkedObjectives[first + index] ?? 0
      return `${principleLabel(first + index)} ${title} (${counted(count, "objective")})`
    })
    .join("\n")

const everyPrinciple = (matrix: Matrix): ReadonlyArray<Page> => {
  const notes = namesOf(matrix, { first: 0, end: matrix.principles.length })
  return principleList(matrix).map((blocks) => ({ blocks, notes }))
}

const pagesOf = (matrix: Matrix): ReadonlyArray<Page> => {
  if (matrix.rows.length === 0) return everyPrinciple(matrix)
  const tables = spansOf(matrix).flatMap((span) => {
    const notes = namesOf(matrix, span)
    return strategyTables(matrix, span).map((blocks) => ({ blocks, notes }))
  })
  return isNumbered(matrix) ? [...everyPrinciple(matrix), ...tables] : tables
}

const nothingYet =
  "Principles say what guides the team, objectives what it wants to reach. Once there are some, this page shows which " +
  "objective serves which principle."

const emptyPage: Page = {
  blocks: [
    textBlock({
      box: { ...bodyBox, w: 8 },
      paragraphs: [{ runs: [{ text: nothingYet }] }],
      size: 16,
      color: "muted",
      placeholder: "body"
    })
  ],
  notes: ""
}

/** Which objective serves which principle: rows and columns paged, headers repeated. */
export const slides = (input: DeckInput): ReadonlyArray<SlidePlan> => {
  const filled = pagesOf(matrixOf(input.team))
  const pages = filled.length === 0 ? [emptyPage] : filled
  const title = strategyTitle(input)
  return pages.map(({ blocks, notes }, index) =>
    contentSlide({ section: "Overview", title: continued(title, index + 1, pages.length), blocks, notes })
  )
}
