import { assert, describe, it } from "@effect/vitest"
import { plan } from "../../../src/deck/DeckPlanner.ts"
import type { Block, SlidePlan } from "../../../src/deck/Plan.ts"
import { first, named } from "../package/lint/Xml.ts"
import { inputs } from "../Teams.ts"
import { paragraphs, readBack } from "./Reading.ts"

const linesOf = (block: Block): ReadonlyArray<string> => {
  const cells = block.kind === "table" ? block.rows.flat() : block.kind === "text" ? [block] : []
  return cells.flatMap((cell) =>
    (cell.paragraphs.length === 0 ? [{ runs: [] }] : cell.paragraphs).map(({ runs }) =>
      runs.map(({ text }) => text).join("")
    )
  )
}

const expected = (slide: SlidePlan, footer: string, at: number): ReadonlyArray<string> => [
  ...slide.blocks.flatMap(linesOf),
  ...(slide.layout === "cover" ? [] : [footer, `${at + 1}`])
]

describe("render, of whole decks", () => {
  for (const name of ["empty", "sample", "hostile", "white"] as const) {
    it(`says what the plan says, paragraph by paragraph: ${name}`, async () => {
      const deck = plan(inputs[name])
      const { slides, faults, rendered } = await readBack(deck)
      assert.deepStrictEqual(faults, [])
      for (const [at, slide] of deck.slides.entries()) {
        assert.deepStrictEqual(paragraphs(slides[at]), expected(slide, deck.footer, at), slide.title)
      }
      const keys = slides.flatMap((slide) =>
        named(slide, "p:cNvPr").flatMap(({ attributes }) => /^alt:(\d+)$/.exec(attributes.name ?? "")?.[1] ?? [])
      )
      assert.deepStrictEqual(
        keys.map(Number),
        rendered.alts.map((_, index) => index)
      )
      assert.deepStrictEqual(
        slides.filter((slide) => first(slide, "p:ph")?.attributes.type !== "title"),
        []
      )
    })
  }
})
