import { assert, describe, it } from "@effect/vitest"
import type { DeckInput } from "../../../src/deck/Input.ts"
import { continued } from "../../../src/deck/slides/Frame.ts"
import * as ObjectiveSlides from "../../../src/deck/slides/ObjectiveSlides.ts"
import type { ObjectiveSpec } from "../Build.ts"
import { inputOf } from "../Teams.ts"
import { textsOn } from "./PlanText.ts"

const bare: ObjectiveSpec = {
  title: "Answer within a day",
  description: "",
  status: "draft",
  dueDate: null,
  principles: [],
  groups: [],
  initiatives: [],
  measures: []
}

const full: ObjectiveSpec = {
  ...bare,
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
      checkIns: [{ value: 65, confidence: 7, note: "", timestamp: "2026-11-02T08:00:00.000Z", actorName: "ada" }]
    }
  ]
}

const deckOf = (objective: ObjectiveSpec): DeckInput =>
  inputOf({
    name: "Support",
    color: "#336699",
    principles: [
      { title: "Listen", description: "" },
      { title: "Answer", description: "" }
    ],
    objectives: [objective]
  })

const textsOf = (objective: ObjectiveSpec) =>
  textsOn(ObjectiveSlides.slides(deckOf(objective))).filter((text) => text !== "")

describe("an objective's slide", () => {
  it("says once what there is none of", () =>
    assert.deepStrictEqual(textsOf(bare), [
      "Answer within a day",
      "Status",
      "Draft",
      "Due",
      "No due date",
      "Principles",
      "Linked to none",
      "No description, measures or initiatives yet."
    ]))

  it("holds the facts, the description, the measures and the initiatives by group", () => {
    const slides = ObjectiveSlides.slides(deckOf(full))
    assert.deepStrictEqual(
      textsOn(slides).filter((text) => text !== ""),
      [
        "Answer within a day",
        "Status",
        "At risk",
        "Due",
        "1 Nov 2026, overdue",
        "Progress",
        "50\u00a0%",
        "Principles",
        "P2 · Answer",
        "Nobody waits.\n\nFirst the loud ones\nThen all",
        "Measure",
        "Start → now of target",
        "Progress",
        "Confidence",
        "Answered in time",
        "40 → 65 of 90\u00a0%",
        "50\u00a0%",
        "7 of 10",
        "Initiatives",
        "State",
        "Now",
        "Hire two",
        "Done",
        "Later",
        "No initiatives yet",
        "In no group",
        "A rota",
        "Active"
      ]
    )
    assert.lengthOf(slides, 1)
  })

  it("goes on with the group's name and the header repeated", () => {
    const initiatives = Array.from({ length: 100 }, (_, index) => ({
      title: `Step ${index}`,
      status: "planned" as const,
      group: 0
    }))
    const slides = ObjectiveSlides.slides(deckOf({ ...full, initiatives }))
    assert.isAbove(slides.length, 3)
    assert.deepStrictEqual(
      slides.map(({ title }) => title),
      slides.map((_, index) => continued(full.title, index + 1, slides.length))
    )
    const tables = slides
      .flatMap(({ blocks }) => blocks)
      .flatMap((block) => (block.kind === "table" && block.columnWidths.length === 3 ? [block] : []))
    const firstRows = tables.map(({ rows }) =>
      rows.slice(0, 2).map((row) =>
        row
          .flatMap(({ paragraphs }) => paragraphs.flatMap(({ runs }) => runs))
          .map(({ text }) => text)
          .join("")
      )
    )
    assert.deepStrictEqual(firstRows[0], ["InitiativesState", "Now"])
    assert.isAbove(firstRows.length, 3)
    for (const rows of firstRows.slice(1)) assert.deepStrictEqual(rows, ["InitiativesState", "Now (continued)"])
  })
})
