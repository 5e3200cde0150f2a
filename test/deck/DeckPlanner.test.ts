import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import type { DeckPlan } from "../../src/deck/DeckPlan.ts"
import { plan } from "../../src/deck/DeckPlanner.ts"
import { reducedTeam } from "../../src/deck/Reduction.ts"
import { companies } from "./Companies.ts"
import { geometryFaults } from "./Geometry.ts"
import { planned } from "./Planned.ts"
import { runsOn, slidesOf } from "./slides/PlanText.ts"
import { anyInput, inputs } from "./Teams.ts"

/** The subjects of a team's slides, in the deck's order. */
const order = ["summary", "asks", "lastAsks", "changes", "trends", "attention", "progress", "principles"]

/** By the keys of a team's slides, which are its id and, last, the subject. */
const subjectsOf = ({ slides }: DeckPlan): ReadonlyArray<string> =>
  slides.flatMap(({ key }) => /^[0-9a-f-]{36} (?:\w+ )?(\w+)$/.exec(key ?? "")?.[1] ?? [])

const sectionsOf = ({ slides }: DeckPlan): ReadonlyArray<string> =>
  slides.map(({ section }) => section).filter((section, index, all) => section !== all[index - 1])

/** Links without a target, keys that occur twice, and link arrows without a link. */
const linkFaults = ({ slides }: DeckPlan): ReadonlyArray<string> => {
  const keys = slides.flatMap(({ key }) => key ?? [])
  const known = new Set(keys)
  const runs = runsOn(slides)
  return [
    ...keys.filter((key, index) => keys.indexOf(key) !== index),
    ...runs.flatMap(({ link }) => (link === undefined || known.has(link) ? [] : [link])),
    ...runs.filter(({ text, link }) => text === "\u00A0►" && link === undefined).map(({ text }) => text)
  ]
}

const faultsOf = (made: DeckPlan): ReadonlyArray<string> => [...geometryFaults(made), ...linkFaults(made)]

/** Of a team. */
const maxBoardSlides = 14

const board = (input: (typeof inputs)[keyof typeof inputs]) => planned(input, "board")

describe("The plan of a deck", () => {
  for (const [name, input] of Object.entries({ ...inputs, ...companies })) {
    it(`lays everything out within bounds, its links lead somewhere: ${name}`, () => {
      assert.deepStrictEqual(faultsOf(planned(input)), [])
      assert.deepStrictEqual(faultsOf(planned(input, input.detail === "full" ? "board" : "full")), [])
    })
  }

  it("lays out any team within bounds, in the deck's order", () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const made = plan(input)
        assert.deepStrictEqual(faultsOf(made), [])
        const subjects = subjectsOf(made)
        assert.deepStrictEqual(
          subjects,
          order.filter((subject) => subjects.includes(subject))
        )
        assert.isAtMost(plan({ ...input, detail: "board" }).slides.length, maxBoardSlides)
      }),
      { numRuns: 50, seed: 3, endOnFailure: true }
    )
  })

  it("has the slides of a review in their order, then the appendix", () => {
    const made = planned(inputs.quarter)
    assert.deepStrictEqual(
      subjectsOf(made),
      order.filter((subject) => subject !== "lastAsks")
    )
    assert.deepStrictEqual(sectionsOf(made), ["Review", "Housekeeping", "Appendix"])
    assert.strictEqual(made.slides[0]?.layout, "cover")
    assert.match(made.slides.at(-1)?.title ?? "", /^How to read this deck/)
  })

  it("has few slides for a board, and of the appendix only how to read them", () => {
    for (const [name, input] of Object.entries(inputs)) {
      const made = board(input)
      const { slides } = made
      assert.isAtMost(slides.length, maxBoardSlides, name)
      const progress = slidesOf(made, " progress").filter(({ title }) => !title.startsWith("How to read"))
      const others = slides.filter((slide) => slide.section !== "Review" && !progress.includes(slide))
      assert.lengthOf(others, input.team.objectives.length === 0 ? 0 : 1, name)
      for (const { title } of others) assert.match(title, /^How to read this deck/)
    }
  })

  it("has two slides for an empty team, four at most for one objective", () => {
    assert.strictEqual(plan(inputs.empty).slides.length, 2)
    assert.isAtMost(plan(inputs.tiny).slides.length, 4)
    const [only] = inputs.tiny.team.objectives
    assert.include(board(inputs.tiny).slides[1]?.title ?? "", only?.title ?? "?")
  })

  it("leaves out slides without content", () => {
    const { sample } = inputs
    const { team } = sample
    const quiet = team.objectives.map((each) => ({
      ...each,
      status: "on_track" as const,
      progress: [],
      dueDate: null,
      principleIds: []
    }))
    const calm = { ...team, principles: [], objectives: quiet }
    const made = plan({ ...sample, team: calm, before: calm })
    assert.deepStrictEqual(subjectsOf(made), ["summary", "progress"])
    assert.deepStrictEqual(subjectsOf(plan({ ...sample, before: null })).includes("changes"), false)
    for (const { title } of made.slides) assert.notMatch(title, /nothing|everything is new/i)
  })

  it("has at most 120 slides, and says what it leaves out", () => {
    const { large } = inputs
    const objectives = large.team.objectives.map((each) => ({ ...each, status: "off_track" as const }))
    const principles = large.team.principles
    const worst = { ...large, team: { ...large.team, principles, objectives } }
    const many = plan({ ...worst, team: { ...worst.team, objectives: objectives.concat(objectives).slice(0, 500) } })
    assert.strictEqual(many.slides.length, 120)
    const legend = runsOn(many.slides.slice(-1)).map(({ text }) => text)
    assert.match(legend.at(-1) ?? "", /^Slides of \d+ objectives that need attention: a deck has at most 120 slides\.$/)
    for (const input of Object.values(companies)) {
      assert.isAtMost(planned(input).slides.length, 120)
      assert.isAtMost(planned(input, "full").slides.length, 120)
    }
  })

  it("contains no username and no notes if notes are not wanted", () => {
    const users = /\b(ada|grace|edsger|kari|priya|tomás)\b/
    const nameless = { ...inputs.sample, notes: false }
    const { team, objectives } = reducedTeam(nameless.team, nameless, false)
    const said = JSON.stringify(plan({ ...nameless, team: { ...team, objectives: [...objectives] } }))
    assert.notMatch(said, users)
    assert.deepStrictEqual(
      plan({ ...inputs.sample, notes: false }).slides.filter(({ notes }) => notes !== ""),
      []
    )
    assert.match(JSON.stringify(plan(inputs.sample)), users)
  })

  it("names the team, the log position and the date", () => {
    const { title, author, description, language, direction, footer } = plan(inputs.large)
    assert.deepStrictEqual(
      { title, author, description, language, direction, footer },
      {
        title: "All of the company – Strategy review",
        author: "All of the company",
        description: "As of event 4,711, 14 November 2026",
        language: "en",
        direction: "ltr",
        footer: "All of the company · Strategy review · 14 November 2026"
      }
    )
    assert.strictEqual(plan(inputs.hebrew).direction, "rtl")
  })

  it("keeps the footer's parts in their places whichever direction the team's name has", () => {
    const footerOf = (name: string, objectives = inputs.empty.team.objectives) => {
      const { team } = inputs.sample
      return plan({ ...inputs.sample, team: { ...team, name, principles: [], objectives } }).footer
    }
    const words = "Strategy review · 14 November 2026"
    assert.deepStrictEqual(
      ["North", "North צוות", "\u202Eover", "\u2067in\u202Bmost", "\u202A\u202C\u2069"].map((name) => footerOf(name)),
      [
        `North · ${words}`,
        `North צוות\u200E · ${words}`,
        `\u202Eover\u202C\u200E · ${words}`,
        `\u2067in\u202Bmost\u202C\u2069\u200E · ${words}`,
        `\u202A\u202C\u2069\u200E · ${words}`
      ]
    )
    assert.strictEqual(footerOf("צוות 7"), `\u202Bצוות 7\u202C · \u202A${words}\u202C`)
    assert.strictEqual(footerOf("צוות 7", inputs.sample.team.objectives), `\u200E\u202Bצוות 7\u202C\u200E · ${words}`)
  })

  it("is the same for the same input", () => {
    assert.deepStrictEqual(plan(structuredClone(inputs.sample)), plan(inputs.sample))
  })
})
