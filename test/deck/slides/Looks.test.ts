import { assert, describe, it } from "@effect/vitest"
import type { DeckInput } from "../../../src/deck/Input.ts"
import type { SlidePlan, TableBlock } from "../../../src/deck/Plan.ts"
import * as ChangesSlides from "../../../src/deck/slides/ChangesSlides.ts"
import * as ObjectiveSlides from "../../../src/deck/slides/ObjectiveSlides.ts"
import * as ProgressOverview from "../../../src/deck/slides/ProgressOverview.ts"
import * as StrategyPage from "../../../src/deck/slides/StrategyPage.ts"
import { measure } from "../../../src/deck/text/Fit.ts"
import { inputs } from "../Teams.ts"
import { textsOn } from "./PlanText.ts"

const tables = (slides: ReadonlyArray<SlidePlan>): ReadonlyArray<TableBlock> =>
  slides.flatMap(({ blocks }) => blocks.filter((block) => block.kind === "table"))

const withPrinciples = (count: number): DeckInput => {
  const { team } = inputs.sample
  const principleIds = team.principles.slice(0, count).map(({ id }) => id)
  return { ...inputs.sample, team: { ...team, objectives: team.objectives.map((each) => ({ ...each, principleIds })) } }
}

/** Inches, of the panel with an objective's facts. */
const panelHeights = (input: DeckInput): ReadonlySet<number> =>
  new Set(
    ObjectiveSlides.slides(input).flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.kind === "shape" && block.fill === "panel" ? [block.box.h] : []))
    )
  )

describe("The look of the slides", () => {
  it("gives an objective's facts a panel as high as they are", () => {
    const [none, one, two] = [0, 1, 2].map((count) => [...panelHeights(withPrinciples(count))])
    assert.deepStrictEqual([none?.length, one, two?.length], [1, none, 1])
    assert.isAbove(two?.[0] ?? 0, none?.[0] ?? 0)
  })

  it("writes due dates in one way", () => {
    const objectives = inputs.large.team.objectives.slice(0, 20)
    const long = textsOn(ObjectiveSlides.slides({ ...inputs.large, team: { ...inputs.large.team, objectives } }))
    const dates = long.filter((text) => /^\d+ \p{L}+ 2026/u.test(text))
    assert.isAtLeast(dates.length, 10)
    assert.deepStrictEqual(
      dates.filter((text) => !/^\d+ \p{L}{3} 2026(, overdue)?$/u.test(text)),
      []
    )
  })

  it("names bars in all the room beside them", () => {
    const [first, second] = ProgressOverview.slides(inputs.large).map(({ blocks }) =>
      blocks.flatMap((block) => (block.kind === "chart" ? block.categories : []))
    )
    const deckTimeout = (names: ReadonlyArray<string> = []) =>
      Math.max(...names.map((text) => measure([{ runs: [{ text }] }], 12, 100).w))
    assert.isAbove(deckTimeout(second), 1.2 * deckTimeout(first))
  })

  it("cuts what a change is within only where slides are full", () => {
    const cut = (input: DeckInput) =>
      tables(ChangesSlides.slides(input))
        .flatMap(({ rows }) => rows.flat())
        .flatMap(({ paragraphs }) => paragraphs.flatMap(({ runs }) => runs.slice(1).map(({ text }) => text)))
        .filter((text) => text.endsWith("…")).length
    assert.strictEqual(cut(inputs.sample), 0)
    assert.isAbove(cut(inputs.large), 0)
    for (const { rows, rowHeights } of tables(ChangesSlides.slides(inputs.large))) {
      assert.isAtMost(Math.max(...rowHeights), 1.5 * Math.min(...rowHeights), `${rows.length} rows`)
    }
  })

  it("has the numbers of many principles on one line", () => {
    for (const { columnWidths, rows, rowHeights } of tables(StrategyPage.slides(inputs.large))) {
      if (columnWidths.length > 3) assert.closeTo(rowHeights[0] ?? 0, rowHeights[1] ?? 0, 0.05, `${rows.length} rows`)
    }
  })
})
