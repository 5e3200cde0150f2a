import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import type { SlidePlan } from "../../../src/deck/DeckPlan.ts"
import { plan } from "../../../src/deck/DeckPlanner.ts"
import { attentionOf } from "../../../src/deck/facts/Attention.ts"
import type { DeckInput } from "../../../src/deck/Input.ts"
import * as ObjectiveSlides from "../../../src/deck/slides/objective/ObjectiveSlides.ts"
import type { ObjectiveSpec } from "../Build.ts"
import { anyInput, inputOf, inputs } from "../Teams.ts"
import { fillOf } from "./Fill.ts"
import { tablesOn, textsOn } from "./PlanText.ts"

const budget = 300

const note = { timestamp: "2026-11-02T08:00:00.000Z", actorName: "ada" }

const full: ObjectiveSpec = {
  title: "Answer within a day",
  description: "Nobody waits.\n\n\n- First the loud ones\n- Then all",
  status: "at_risk",
  dueDate: "2026-11-01",
  principles: [1],
  groups: ["Now", "Later"],
  initiatives: [
    { title: "Hire two", status: "done", group: 0 },
    { title: "A rota", status: "active", group: null }
  ],
  measures: [
    {
      name: "Answered in time",
      unit: "%",
      start: 40,
      target: 90,
      checkIns: [
        { ...note, value: 65, confidence: 7, note: "Two people are back." },
        { ...note, value: 50, confidence: 7, note: "", timestamp: "2026-10-02T08:00:00.000Z" }
      ]
    }
  ]
}

const deckOf = (...objectives: ReadonlyArray<ObjectiveSpec>): DeckInput =>
  inputOf({
    name: "Support",
    color: "#336699",
    principles: ["Listen", "Answer"].map((title) => ({ title, description: "" })),
    objectives
  })

const slidesOf = (...objectives: ReadonlyArray<ObjectiveSpec>) => ObjectiveSlides.slides(deckOf(...objectives), budget)

const calm: ObjectiveSpec = { ...full, status: "on_track", dueDate: "2028-02-01", initiatives: [], groups: [] }

const many = (count: number): ObjectiveSpec["initiatives"] =>
  Array.from({ length: count }, (_, index) => ({ title: `Step ${index + 1}`, status: "planned", group: 0 }))

/** The names that a deck should show and does not; empty if it says that it does not show all. */
const missing = (input: DeckInput): ReadonlyArray<string> => {
  const slides = ObjectiveSlides.slides(input, budget)
  const texts = textsOn(slides).join("\n")
  if (texts.includes("Some details of this objective are not shown.")) return []
  const keys = new Set(slides.map(({ key }) => key))
  const shown = input.team.objectives.filter(({ id }) => keys.has(`objective ${id}`))
  return shown.flatMap(({ initiatives, progress }) =>
    [...initiatives.map(({ title }) => title), ...progress.map(({ name }) => name)].filter(
      (name) => !texts.includes(name)
    )
  )
}

/** Tables that have only a header. */
const unfinished = (slides: ReadonlyArray<SlidePlan>): ReadonlyArray<string> =>
  tablesOn(slides)
    .filter(({ rows, headerRows }) => rows.length <= headerRows)
    .map(({ alt }) => alt)

describe("An objective's slide", () => {
  it("has its facts, words, measures, trend, notes and initiatives", () => {
    const slides = slidesOf(full)
    assert.lengthOf(slides, 1)
    assert.deepStrictEqual(
      textsOn(slides).map((text) => text.replaceAll("\u00a0", " ")),
      [
        "Answer within a day – at risk at 50 %, 100 % expected",
        ...["Status", "Due", "Progress", "Since 15 October"],
        ...["▲ At risk", "1 Nov 2026, overdue", "█████████▌ 50 %, 100 % expected", "–", "Serves P2 Answer"],
        "Nobody waits.\nFirst the loud ones\nThen all",
        ...["Measure", "Now", "Progress", "Confidence"],
        ...["Answered in time", "65 of 90 %, from 40 %", "50 %", "7 of 10"],
        "Answered in time",
        ...["What the team said", "2 Nov 2026", "Two people are back."],
        ...["Initiative", "Status", "Hire two · Now", "■ Done", "A rota", "► Active"]
      ]
    )
    const [chart] = slides.flatMap(({ blocks }) => blocks.filter((block) => block.kind === "chart"))
    assert.deepStrictEqual(
      chart?.lines.map(({ name }) => name),
      ["Measured", "Target", "Expected"]
    )
  })

  it("says who owns it, from when to when, why it stands so, and what it supports", () => {
    const input = deckOf(full, { ...calm, title: "Learn" }, { ...calm, title: "Ask" })
    const [first, second, third] = input.team.objectives
    assert(first !== undefined && second !== undefined && third !== undefined)
    const told = {
      ...first,
      ...{ owner: "Priya Raman", startDate: "2026-09-01", statusNote: "Two people **left**.", parentId: second.id }
    }
    const objectives = [told, second, { ...third, parentId: first.id }]
    const logged = {
      reasons: new Map([[first.id, { timestamp: "2026-11-03T08:00:00.000Z", actorName: "Ada Lovelace" }]]),
      postponements: new Map([[first.id, [{ sequenceNumber: 7, from: "2026-10-01", to: "2026-11-01" }]]])
    }
    const texts = textsOn(ObjectiveSlides.slides({ ...input, ...logged, team: { ...input.team, objectives } }, budget))
    const plain = texts.map((text) => text.replaceAll("\u00a0", " "))
    assert.includeMembers(plain, [
      "Owner",
      "Priya Raman",
      "Period",
      "1 Sep 2026 – 1 Nov 2026, overdue",
      "3 Nov 2026, Ada Lovelace: Two people left.\nPostponed once, by 4 weeks (first due 1 Oct 2026)\nServes P2 Answer · supports “Learn” · supported by “Ask”"
    ])
  })

  it("is there for each of a few, and only for those that need attention of many", () => {
    const titles = (count: number) =>
      slidesOf(full, ...Array.from({ length: count }, (_, at) => ({ ...calm, title: `Learn ${at}` }))).length
    assert.deepStrictEqual([titles(3), titles(11), titles(12)], [4, 12, 1])
  })

  it("is not there where it would be almost empty, but of two objectives, and the table of progress has its objective", () => {
    const bare = { ...full, status: "draft" as const, measures: [], initiatives: [], description: "" }
    const other = { ...full, title: "Ask" }
    assert.lengthOf(slidesOf(bare, full, other), 2)
    assert.lengthOf(slidesOf(bare, full), 2)
    const shown = textsOn(plan(deckOf(bare, full, other)).slides).map((text) => text.replaceAll("\u00a0", " "))
    assert.include(shown, "Not measured")
  })

  it("is one slide, with the group beside each initiative, and says if it does not show all", () => {
    const initiatives = many(100)
    const [slide, ...more] = slidesOf({ ...full, initiatives })
    assert.lengthOf(more, 0)
    assert.isDefined(slide)
    const [table] = tablesOn([slide]).filter(({ alt }) => alt === "100 initiatives")
    assert.strictEqual(table?.rows[1]?.[0]?.paragraphs[0]?.runs.map(({ text }) => text).join(""), "Step 1 · Now")
    assert.strictEqual(textsOn([slide]).at(-1), "Some details of this objective are not shown.")
  })

  it("fills more than half of its body if it has a check-in", () => {
    for (const name of ["sample", "tiny", "quarter", "hebrew", "white"] as const) {
      const measured = inputs[name].team.objectives.filter(({ progress }) =>
        progress.some(({ checkIns }) => checkIns.length > 0)
      )
      const input = { ...inputs[name], team: { ...inputs[name].team, objectives: measured } }
      for (const slide of ObjectiveSlides.slides(input, budget)) assert.isAtLeast(fillOf(slide), 0.33, slide.title)
    }
  })

  it("shows every initiative and measure, or says that it does not", () => {
    for (const input of [inputs.sample, inputs.quarter, inputs.hebrew, inputs.white])
      assert.deepStrictEqual(missing(input), [])
    fc.assert(
      fc.property(anyInput, (input) => {
        assert.deepStrictEqual(unfinished(plan(input).slides), [])
        assert.deepStrictEqual(unfinished(plan({ ...input, detail: "board" }).slides), [])
      }),
      { numRuns: 50, seed: 5, endOnFailure: true }
    )
  })
})

describe("The objectives of a large team", () => {
  const { large } = inputs
  const slides = ObjectiveSlides.slides(large, budget)

  it("that need attention have slides, the worst first", () => {
    const titles = attentionOf(large.team.objectives, large).map(({ objective }) => objective.title)
    assert.isAtMost(slides.length, titles.length)
    const shown = slides.flatMap(({ key }) => {
      const found = large.team.objectives.find(({ id }) => key === `objective ${id}`)
      return found === undefined ? [] : [found.title]
    })
    assert.lengthOf(shown, slides.length)
    assert.deepStrictEqual(
      shown,
      titles.filter((title) => shown.includes(title))
    )
  })

  it("stay within the budget of slides", () => {
    assert.lengthOf(ObjectiveSlides.slides(large, 40), 40)
  })
})
