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
  const texts = textsOn(ObjectiveSlides.slides(input, budget)).join("\n")
  if (texts.includes("Some details of this objective are not shown.")) return []
  return input.team.objectives.flatMap(({ initiatives, progress }) =>
    [...initiatives.map(({ title }) => title), ...progress.map(({ name }) => name)].filter(
      (name) => !texts.includes(name)
    )
  )
}

/** Tables that end with a heading or have only a header. */
const unfinished = (slides: ReadonlyArray<SlidePlan>): ReadonlyArray<string> =>
  tablesOn(slides)
    .filter(({ rows, headerRows }) => {
      const last = rows.at(-1)
      return rows.length <= headerRows || (last?.length === 1 && last[0]?.paragraphs[0]?.runs[0]?.bold === true)
    })
    .map(({ alt }) => alt)

describe("An objective's slide", () => {
  it("has its facts, words, measures, trend, notes and initiatives", () => {
    const slides = slidesOf(full)
    assert.lengthOf(slides, 1)
    assert.deepStrictEqual(
      textsOn(slides).map((text) => text.replaceAll("\u00a0", " ")),
      [
        "Answer within a day: at risk at 50 %, 100 % expected",
        ...["Status", "Due", "Progress", "Since 15 October", "Serves"],
        ...["▲ At risk", "1 Nov 2026, overdue", "███████▌ 50 %, 100 % expected", "–", "P2 Answer"],
        "Nobody waits.\nFirst the loud ones\nThen all",
        ...["Measure", "Now", "Progress", "Confidence"],
        ...["Answered in time", "65 of 90 %, from 40 %", "50 %", "7 of 10"],
        "Answered in time",
        ...["What the team said", "2 Nov 2026", "Two people are back."],
        ...["Initiative", "Status", "Now", "Hire two", "■ Done", "Ungrouped", "A rota", "► Active"]
      ]
    )
    const [chart] = slides.flatMap(({ blocks }) => blocks.filter((block) => block.kind === "chart"))
    assert.deepStrictEqual(chart?.chart === "line" ? chart.lines.map(({ name }) => name) : [], [
      "Measured",
      "Target",
      "Expected"
    ])
  })

  it("is shared by two that need no attention", () => {
    const slides = slidesOf(calm, { ...calm, title: "Ask before it breaks" }, { ...calm, title: "Learn" })
    assert.deepStrictEqual(
      slides.map(({ title }) => title.replaceAll("\u00a0", " ")),
      [
        "Answer within a day: on track at 50 %, 36 % expected",
        "On track: “Ask before it breaks” at 50 % and “Learn” at 50 %"
      ]
    )
  })

  it("is half of one where a draft is the only one without a check-in", () => {
    const draft = {
      ...calm,
      ...{ title: "Learn", status: "draft" as const, dueDate: null },
      measures: calm.measures.map((measure) => ({ ...measure, checkIns: [] }))
    }
    assert.deepStrictEqual(
      slidesOf(draft, calm).map(({ title }) => title.replaceAll("\u00a0", " ")),
      ["Draft: “Learn” at 0 %; on track: “Answer within a day” at 50 %"]
    )
  })

  it("is a row among those that have no check-in yet", () => {
    const bare = { ...full, status: "draft" as const, dueDate: null, measures: [], description: "" }
    const slides = slidesOf(bare, { ...bare, title: "Another" }, full)
    assert.deepStrictEqual(slides.map(({ title }) => title).slice(1), ["2 objectives have no check-in yet"])
  })

  it("is not said to have no check-in because all are of its first day", () => {
    const value = { value: 50, confidence: 7, note: "Begun.", timestamp: "2026-03-02T09:00:00.000Z", actorName: "ada" }
    const [measure] = calm.measures
    const begun = { ...calm, measures: measure === undefined ? [] : [{ ...measure, checkIns: [value] }] }
    const bare = { ...calm, measures: [] }
    const titles = (...of: ReadonlyArray<ObjectiveSpec>) => slidesOf(...of).map(({ title }) => title)
    assert.deepStrictEqual(titles(begun, begun), ["2 objectives have no trend yet: check-ins on the first day only"])
    assert.deepStrictEqual(titles(begun, bare), [
      "2 objectives have no trend yet: check-ins on the first day only, or none at all"
    ])
    assert.include(textsOn(slidesOf(begun, bare)).join("\n"), "2 Mar 2026: Begun.")
  })

  it("continues on the next slide with the group's name and the header repeated, and marks the last slide", () => {
    const slides = slidesOf({ ...full, initiatives: many(100) })
    assert.isAbove(slides.length, 2)
    assert.isAtMost(slides.length, 4)
    const firsts = tablesOn(slides)
      .filter(({ alt }) => alt === "100 initiatives")
      .map(({ rows }) =>
        rows
          .slice(0, 2)
          .map((row) => row.map((cell) => cell.paragraphs[0]?.runs.map(({ text }) => text).join("")).join("|"))
      )
    assert.deepStrictEqual(firsts[0], ["Initiative|Status", "Now"])
    for (const rows of firsts.slice(1)) assert.deepStrictEqual(rows, ["Initiative|Status", "Now continued"])
    const longest = slidesOf({
      ...full,
      initiatives: many(100).map((each) => ({ ...each, title: "word ".repeat(48) }))
    })
    assert.lengthOf(longest, 4)
    assert.strictEqual(textsOn(longest).at(-1), "Some details of this objective are not shown.")
  })

  it("fills more than half of its body if it has a check-in", () => {
    for (const name of ["sample", "tiny", "quarter", "hebrew", "white"] as const) {
      const measured = inputs[name].team.objectives.filter(({ progress }) =>
        progress.some(({ checkIns }) => checkIns.length > 0)
      )
      const input = { ...inputs[name], team: { ...inputs[name].team, objectives: measured } }
      for (const slide of ObjectiveSlides.slides(input, budget)) assert.isAtLeast(fillOf(slide), 0.54, slide.title)
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

  it("are in tables, and each that needs attention has its own slide", () => {
    const attentions = attentionOf(large.team.objectives, large)
    const tables = slides.filter(({ title }) => title.startsWith("All 300 objectives at a glance"))
    assert.strictEqual(slides.length - tables.length, Math.min(attentions.length, budget - tables.length))
    const rows = tablesOn(tables).reduce((sum, { rows: { length } }) => sum + length - 1, 0)
    assert.strictEqual(rows, 300)
    assert.include(
      tables[0]?.title ?? "",
      `; ${slides.length - tables.length} that need attention have their own slides`
    )
  })

  it("stay within the budget of slides", () => {
    assert.lengthOf(ObjectiveSlides.slides(large, 40), 40)
  })
})
