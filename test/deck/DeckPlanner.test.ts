import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { plan } from "../../src/deck/DeckPlanner.ts"
import { geometryFaults } from "./Geometry.ts"
import { anyInput, inputs } from "./Teams.ts"

const order = ["Overview", "Principles", "Objectives", "Not linked", "Changes", "Legend"]

/** Consecutive slides of one section count once. */
const sectionsOf = ({ slides }: ReturnType<typeof plan>): ReadonlyArray<string> =>
  slides.map(({ section }) => section).filter((section, index, all) => section !== all[index - 1])

describe("The plan of a deck", () => {
  for (const [name, input] of Object.entries(inputs)) {
    it(`lays everything out within bounds: ${name}`, () => {
      assert.deepStrictEqual(geometryFaults(plan(input)), [])
    })
  }

  it("lays out any team within bounds, in the deck's order", { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const made = plan(input)
        assert.deepStrictEqual(geometryFaults(made), [])
        const sections = sectionsOf(made)
        assert.deepStrictEqual(
          sections,
          order.filter((section) => sections.includes(section))
        )
      }),
      { numRuns: 100, seed: 3, endOnFailure: true }
    )
  })

  it("has one cover, which comes first", () => {
    const layouts = plan(inputs.sample).slides.map(({ layout }) => layout)
    assert.deepStrictEqual([layouts.indexOf("cover"), layouts.lastIndexOf("cover")], [0, 0])
  })

  it("tells a small team's strategy in few slides", () => {
    const told = plan(inputs.sample).slides.map(({ section, title }) => `${section}: ${title}`)
    assert.deepStrictEqual(told.slice(0, 5), [
      "Overview: Customer onboarding",
      "Overview: 4 principles, 6 objectives: 1 on track, 1 achieved, 3 need attention",
      "Overview: On average 45\u00A0%: 2 of 6 measured objectives are past half way",
      "Overview: 3 of 6 objectives need attention",
      "Principles: P1 · The first week decides"
    ])
    assert.strictEqual(told.at(-1), "Legend: How to read these slides")
  })

  it("of a team with nothing says so", () => {
    assert.deepStrictEqual(
      plan(inputs.empty).slides.map(({ section, title }) => [section, title]),
      [
        ["Overview", "Newcomers"],
        ["Overview", "No principles and no objectives yet"],
        ["Overview", "No objectives yet"],
        ["Changes", "New since 15 October: no principles, no objectives"],
        ["Legend", "How to read these slides"]
      ]
    )
  })

  it("names team, moment and date", () => {
    const { title, language, footer } = plan(inputs.large)
    assert.deepStrictEqual(
      { title, language, footer },
      {
        title: "All of the company – Strategy",
        language: "en",
        footer: "All of the company · as of event 4,711 · 14 November 2026"
      }
    )
  })

  it("keeps the footer's parts in their places whichever way the team's name runs", () => {
    const footerOf = (name: string) => {
      const { team } = inputs.sample
      return plan({ ...inputs.sample, team: { ...team, name, principles: [], objectives: [] } }).footer
    }
    const after = " · as of event 104 · 14 November 2026"
    const closed = "\u202C\u200E"
    assert.deepStrictEqual(
      ["North", "צוות 7", "North צוות", "\u202Eover", "\u2067in\u202Bmost", "\u202A\u202C\u2069"].map(footerOf),
      [
        `North${after}`,
        `\u202Bצוות 7${closed}${after}`,
        `\u202ANorth צוות${closed}${after}`,
        `\u202A\u202Eover\u202C${closed}${after}`,
        `\u202A\u2067in\u202Bmost\u202C\u2069${closed}${after}`,
        `\u202A\u202A\u202C\u2069${closed}${after}`
      ]
    )
  })

  it("is the same for the same input", () => {
    assert.deepStrictEqual(plan(structuredClone(inputs.sample)), plan(inputs.sample))
  })
})
