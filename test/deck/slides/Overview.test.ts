import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { attentionOf } from "../../../src/deck/facts/Attention.ts"
import { matrixOf } from "../../../src/deck/facts/Matrix.ts"
import { percentOf } from "../../../src/deck/facts/Percent.ts"
import { initiativeMarks, objectiveMarks } from "../../../src/deck/facts/Statuses.ts"
import type { DeckInput } from "../../../src/deck/Input.ts"
import type { SlidePlan, TableBlock } from "../../../src/deck/Plan.ts"
import * as AttentionSlides from "../../../src/deck/slides/AttentionSlides.ts"
import * as Cover from "../../../src/deck/slides/Cover.ts"
import * as Legend from "../../../src/deck/slides/Legend.ts"
import * as ProgressOverview from "../../../src/deck/slides/ProgressOverview.ts"
import * as StrategyPage from "../../../src/deck/slides/StrategyPage.ts"
import { anyInput, inputs } from "../Teams.ts"
import { textsOn } from "./PlanText.ts"

const tables = (slides: ReadonlyArray<SlidePlan>): ReadonlyArray<TableBlock> =>
  slides.flatMap(({ blocks }) => blocks.filter((block) => block.kind === "table"))

const rowsOf = ({ rows, headerRows }: TableBlock): ReadonlyArray<ReadonlyArray<string>> =>
  rows
    .slice(headerRows)
    .map((row) =>
      row.map(({ paragraphs }) => paragraphs.map(({ runs }) => runs.map(({ text }) => text).join("")).join("\n"))
    )

const headersOf = ({ rows }: TableBlock): ReadonlyArray<string> =>
  (rows[0] ?? []).map(({ paragraphs }) => paragraphs.map(({ runs }) => runs[0]?.text ?? "").join("\n"))

const named = (name: string): DeckInput => ({ ...inputs.sample, team: { ...inputs.sample.team, name } })

const nameSize = (name: string): number | undefined =>
  Cover.slides(named(name))[0]?.blocks.flatMap((block) =>
    block.kind === "text" && block.placeholder === "title" ? [block.size] : []
  )[0]

describe("The cover", () => {
  it("says whose strategy it is, of when, and how much there is", () => {
    assert.deepStrictEqual(textsOn(Cover.slides(inputs.sample)), [
      "Customer onboarding",
      "Strategy",
      "14 November 2026",
      "As of event 104",
      "4",
      "principles",
      "6",
      "objectives",
      "8",
      "measures",
      "24",
      "initiatives"
    ])
  })

  it("shows short names large, long ones smaller, and no more than fits", () => {
    assert.deepStrictEqual(
      [nameSize("North"), nameSize("Customer communication"), nameSize("W".repeat(100))],
      [48, 40, 24]
    )
    const [cover] = Cover.slides(named("W".repeat(100)))
    assert.isTrue(cover?.title.endsWith("…"))
    assert.isTrue(cover?.notes.startsWith("W".repeat(100)))
  })
})

describe("The strategy on a page", () => {
  it("shows which objective serves which principle", () => {
    const [table] = tables(StrategyPage.slides(inputs.sample))
    assert.deepStrictEqual(table === undefined ? [] : headersOf(table), [
      "Status",
      "Objective",
      "P1\nThe first week decides",
      "P2\nMend the product, not the customer",
      "P3\nSmall steps that can be taken back",
      "P4\nOne source for every figure"
    ])
    assert.deepStrictEqual(table === undefined ? [] : rowsOf(table), [
      ["", "On track", "New accounts see their first own report within a week", "●", "", "●", ""],
      ["", "At risk", "Importing data takes no help from us", "", "●", "", ""],
      ["", "Off track", "More trials end in a contract", "●", "●", "", ""],
      ["", "Achieved", "Everybody works with the same onboarding figures", "", "", "", "●"],
      ["", "Draft", "Partners bring their own clients on board", "", "", "●", ""],
      ["", "Missed", "Setup speaks six languages", "●", "", "●", ""]
    ])
  })

  it("shows every link once, however many slides it takes", () => {
    const check = (input: DeckInput) => {
      const { rows } = matrixOf(input.team)
      const links = rows.reduce((sum, { linkedPrinciples }) => sum + linkedPrinciples, 0)
      const dots = tables(StrategyPage.slides(input))
        .flatMap(rowsOf)
        .flat()
        .filter((text) => text === "●")
      assert.strictEqual(dots.length, links)
    }
    check(inputs.large)
    fc.assert(fc.property(anyInput, check), { numRuns: 50, endOnFailure: true })
  })

  it("has a dot to be seen from afar over each link, within its row", () => {
    for (const input of [inputs.sample, inputs.large]) {
      for (const { blocks } of StrategyPage.slides(input)) {
        const dots = blocks.flatMap((block) => (block.kind === "shape" && block.shape === "ellipse" ? [block] : []))
        const places = blocks
          .flatMap((block) => (block.kind === "table" ? [block] : []))
          .flatMap(({ box, rows, rowHeights, columnWidths }) =>
            rows.flatMap((row, down) =>
              row.flatMap(({ paragraphs }, across) => {
                if (paragraphs[0]?.runs[0]?.text !== "●") return []
                const x = columnWidths.slice(0, across).reduce((sum, w) => sum + w, box.x)
                const y = rowHeights.slice(0, down).reduce((sum, h) => sum + h, box.y)
                return [{ x, y, w: columnWidths[across] ?? 0, h: rowHeights[down] ?? 0 }]
              })
            )
          )
        const links = dots.filter(({ alt }) => alt === "")
        assert.strictEqual(links.length, places.length)
        for (const [index, { x, y, w, h }] of places.entries()) {
          const dot = links[index]?.box
          assert.isDefined(dot)
          assert.closeTo(dot.x + dot.w / 2, x + w / 2, 1e-9)
          assert.closeTo(dot.y + dot.h / 2, y + h / 2, 1e-9)
          assert.isAtLeast(dot.h, 0.18)
          assert.isAtMost(dot.h, h)
        }
      }
    }
  })

  it("names many principles by their number, and lists them first", () => {
    const [first, ...others] = tables(StrategyPage.slides(inputs.large))
    assert.deepStrictEqual(first === undefined ? [] : headersOf(first), ["Principle", "Objectives"])
    const headers = others.filter((table) => table.columnWidths.length > 3).map((table) => headersOf(table).slice(2))
    const spans = headers.filter((header, index) => header[0] !== headers[index - 1]?.[0])
    assert.deepStrictEqual(
      spans.flat(),
      Array.from({ length: 50 }, (_, index) => `P${index + 1}`)
    )
  })

  it("lists principles while there are no objectives, objectives while there are no principles", () => {
    const { team } = inputs.sample
    const principles = tables(StrategyPage.slides({ ...inputs.sample, team: { ...team, objectives: [] } }))
    assert.deepStrictEqual(principles.flatMap(rowsOf)[0], ["P1", "The first week decides", "0"])
    const objectives = tables(StrategyPage.slides({ ...inputs.sample, team: { ...team, principles: [] } }))
    assert.deepStrictEqual(objectives.flatMap(rowsOf)[2], ["", "Off track", "More trials end in a contract"])
  })
})

describe("The progress overview", () => {
  it("has a bar for every objective that is measured", () => {
    for (const input of Object.values(inputs)) {
      const charts = ProgressOverview.slides(input).flatMap(({ blocks }) =>
        blocks.filter((block) => block.kind === "chart")
      )
      assert.deepStrictEqual(
        charts.flatMap(({ series }) => series.flatMap(({ values }) => values)),
        input.team.objectives.flatMap((objective) => percentOf(objective) ?? [])
      )
      assert.isTrue(charts.every(({ categories }) => categories.length <= 16))
    }
  })

  it("counts the objectives of every status", () => {
    const [table] = tables(ProgressOverview.slides(inputs.black))
    assert.deepStrictEqual(table === undefined ? [] : rowsOf(table), [
      ["", "On track", "2"],
      ["", "At risk", "1"],
      ["", "Off track", "1"],
      ["", "Achieved", "1"],
      ["", "Missed", "0"],
      ["", "Draft", "2"]
    ])
  })

  it("says what is missing", () => {
    const { team } = inputs.sample
    const objectives = team.objectives.map((objective) => ({ ...objective, progress: [] }))
    const unmeasured = textsOn(ProgressOverview.slides({ ...inputs.sample, team: { ...team, objectives } }))
    assert.strictEqual(unmeasured[0], "No progress is measured yet")
    assert.include(unmeasured, "Off track")
    assert.deepStrictEqual(textsOn(ProgressOverview.slides(inputs.empty)), [
      "No objectives yet",
      "As soon as there are objectives, this page shows how far each of them has come."
    ])
  })
})

describe("What needs attention", () => {
  it("is told with its reasons, the worst first", () => {
    assert.deepStrictEqual(tables(AttentionSlides.slides(inputs.sample)).flatMap(rowsOf), [
      [
        "",
        "Off track",
        "More trials end in a contract",
        "Overdue by 4 days\nConfidence 2 of 10 in Trials that become customers",
        "10 Nov 2026",
        "19\u00A0%"
      ],
      ["", "Missed", "Setup speaks six languages", "Due date passed 40 days ago", "5 Oct 2026", "50\u00A0%"],
      [
        "",
        "At risk",
        "Importing data takes no help from us",
        "At 35\u00A0% with 70\u00A0% of time gone",
        "8 Dec 2026",
        "35\u00A0%"
      ]
    ])
  })

  it("never gives a status as the reason for itself, and never no reason", () => {
    const words = new Set(Object.values(objectiveMarks).map(({ word }) => word))
    const check = (input: DeckInput) => {
      for (const [, , , why = ""] of tables(AttentionSlides.slides(input)).flatMap(rowsOf)) {
        assert.notStrictEqual(why, "")
        for (const line of why.split("\n")) assert.isFalse(words.has(line), line)
      }
    }
    for (const input of Object.values(inputs)) check(input)
    fc.assert(fc.property(anyInput, check), { numRuns: 50, endOnFailure: true })
  })

  it("has one row for each objective, however many there are, and no slide for none", () => {
    const { team } = inputs.large
    const rows = tables(AttentionSlides.slides(inputs.large)).flatMap(rowsOf)
    assert.strictEqual(rows.length, attentionOf(team.objectives, inputs.large).length)
    assert.deepStrictEqual(AttentionSlides.slides(inputs.empty), [])
  })
})

describe("The legend", () => {
  it("explains every status", () => {
    const texts = textsOn(Legend.slides(inputs.sample))
    for (const { word } of Object.values({ ...objectiveMarks, ...initiativeMarks })) assert.include(texts, word)
  })
})
