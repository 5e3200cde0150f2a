import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { initiativeStatuses, objectiveStatuses } from "../../../../src/shared/Statuses.ts"
import { writeCells } from "../../../../src/web/features/import/Cells.ts"
import { countsOf, planOf } from "../../../../src/web/features/import/Plan.ts"
import { readImport } from "../../../../src/web/features/import/ReadImport.ts"
import { cellsOf, headerOf } from "../../../../src/web/features/import/TeamCells.ts"
import { makeNotes, type Things } from "../../../../src/web/features/import/Things.ts"
import { undoOf } from "../../../../src/web/features/import/UndoImport.ts"
import { afterLanes, type Contents, contentsOf, lanesFrom, newTeam, plainly } from "./Applied.ts"

/** Few of them, so that things have equal titles, and titles that look like something else. */
const title = fc.oneof(
  fc.constantFrom(
    "Safe",
    "safe",
    "2. Safe",
    "Fast, really",
    "Objective",
    "=1+1",
    "-5",
    "'@x",
    'Say "no"; early',
    "1/2/27"
  ),
  fc.string({ unit: fc.constantFrom("a", "B", "é", '"', ",", ";", "=", "-", "'", " ", "1", "."), maxLength: 8 })
)

const visible = title.map((text) => (/[^\s]/.test(text) ? text.trim() : "x"))

const lines = fc
  .array(fc.oneof(title, fc.constantFrom("", "\t", "+1", "•  a")), { maxLength: 3 })
  .map((all) => all.join("\n").trim())

const number = fc.oneof(
  fc.constantFrom(0, 1, -1, 0.5, 1.234, -1234, 1e15, 1e-7),
  fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((value) => value + 0)
)

const measure = fc
  .record({
    row: fc.constant(1),
    title: visible,
    unit: fc.constantFrom("", "%", "EUR", "=x"),
    start: number,
    target: number,
    value: number,
    confidence: fc.option(fc.integer({ min: 0, max: 10 })),
    note: lines
  })
  .filter(({ start, target }) => start !== target)

const things: fc.Arbitrary<Things> = fc.record({
  principles: fc.array(fc.record({ row: fc.constant(1), title: visible, description: lines }), { maxLength: 4 }),
  objectives: fc.array(
    fc.record({
      row: fc.constant(1),
      title: visible,
      description: lines,
      status: fc.constantFrom(...objectiveStatuses),
      dueDate: fc.constantFrom(null, "2027-03-04", "2028-02-29"),
      principles: fc.array(fc.record({ row: fc.constant(1), text: visible }), { maxLength: 3 }),
      groups: fc.array(fc.record({ row: fc.constant(1), title: visible }), { maxLength: 3 }),
      initiatives: fc.array(
        fc.record({
          row: fc.constant(1),
          title: visible,
          status: fc.constantFrom(...initiativeStatuses),
          group: fc.constantFrom("", "Safe", "1. Safe", "2. Safe")
        }),
        { maxLength: 4 }
      ),
      measures: fc.array(measure, { maxLength: 2 })
    }),
    { maxLength: 4 }
  )
})

const nothing = { principles: [], objectives: [] }

const around = { teamName: "North", isAgain: false, isDayFirst: false, top: "objective" } as const

const csvOf = ({ principles, objectives }: Contents, team?: string): string =>
  `\uFEFF${writeCells([headerOf(team !== undefined), ...cellsOf(principles, objectives, team)])}`

const none = { principle: 0, objective: 0, group: 0, initiative: 0, measure: 0 }

describe("A download", () => {
  it("imports as the same, into the same as nothing, and is undone to what was before", () => {
    fc.assert(
      fc.property(things, fc.constantFrom("," as const, "." as const), (made, decimal) => {
        const before = newTeam()
        const lanes = lanesFrom(planOf(made, nothing, false, makeNotes()), 100)
        const first = contentsOf(afterLanes(before, lanes))
        const read = (text: string, team: Contents) => readImport(text, {}, { ...around, decimal, team }).plan

        const plan = read(csvOf(first), { principles: [], objectives: [] })
        assert.deepStrictEqual(plan.notes, [])
        const second = contentsOf(afterLanes(before, lanesFrom(plan, 10_000)))
        assert.deepStrictEqual(plainly(second), plainly(first))

        const again = read(csvOf(first), first)
        assert.deepStrictEqual([countsOf(again), again.notes], [none, []])
        assert.deepStrictEqual(lanesFrom(again, 20_000), [{ after: 0, steps: [] }])

        const undo = undoOf(
          lanes,
          lanes.map(({ steps }) => steps.length),
          first
        )
        assert.deepStrictEqual(undo.kept, [])
        assert.deepStrictEqual(contentsOf(afterLanes(afterLanes(before, lanes), undo.lanes)), contentsOf(before))
      }),
      { numRuns: 150 }
    )
  })

  it("of several teams is imported for one of them, and says what is another’s", () => {
    const plan = planOf(
      { principles: [{ row: 1, title: "Safe", description: "" }], objectives: [] },
      nothing,
      false,
      makeNotes()
    )
    const team = contentsOf(afterLanes(newTeam(), lanesFrom(plan, 100)))
    const text = `${csvOf(team, "=South")}${writeCells(cellsOf(team.principles, team.objectives, "North"))}`
    const north = readImport(text, {}, { ...around, decimal: ".", team: nothing })
    assert.strictEqual(north.reading.team, "North")
    assert.deepStrictEqual(
      north.plan.principles.map(({ row, title }) => [row, title]),
      [[3, "Safe"]]
    )
    assert.deepStrictEqual(north.plan.notes, [{ text: "Left out: another team’s.", isLoss: true, rows: [2] }])
    const south = readImport(text, { team: "=South" }, { ...around, decimal: ".", team: nothing })
    assert.deepStrictEqual(
      south.plan.principles.map(({ row, title }) => [row, title]),
      [[2, "Safe"]]
    )
  })
})
