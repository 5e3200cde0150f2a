import { assert, describe, it } from "@effect/vitest"
import { averagePercent } from "../../../src/deck/facts/AveragePercent.ts"
import { matrixOf, objectivesOf, principleLabel, principlesOf } from "../../../src/deck/facts/Matrix.ts"
import { initiativeMarks, objectiveMarks } from "../../../src/deck/facts/StatusFacts.ts"
import { isOpen } from "../../../src/shared/Pace.ts"
import { percentOf, percentOfMeasure } from "../../../src/shared/Percent.ts"
import { initiativeStatuses, objectiveStatuses, statusCounts } from "../../../src/shared/Statuses.ts"
import { id } from "../../domain/ExampleStrategy.ts"
import { ask, objectiveIn, teamAfter } from "./ExampleTeams.ts"

const link = (objective: typeof id.objective, principleId: typeof id.principle, linked = true) =>
  ask("update_objective_principle_link", objective, { principleId, linked })

describe("Matrix", () => {
  it("has a row per objective and a cell per principle, in their order", () => {
    const team = teamAfter(
      link(id.objective, id.secondPrinciple),
      ask("update_position", id.secondPrinciple, { position: 0 }),
      link(id.objective, id.principle, false)
    )
    const { principles, rows, linkedObjectives, unlinked, unused } = matrixOf(team)
    assert.deepStrictEqual(
      principles.map(({ title }) => title),
      ["Ship", "Listen"]
    )
    assert.deepStrictEqual(
      rows.map(({ objective, cells, linkedPrinciples }) => [objective.title, cells, linkedPrinciples]),
      [
        ["Grow", [true, false], 1],
        ["Save", [false, false], 0]
      ]
    )
    assert.deepStrictEqual(linkedObjectives, [1, 0])
    assert.deepStrictEqual(unlinked, [objectiveIn(team, id.secondObjective)])
    assert.deepStrictEqual(
      unused.map(({ title }) => title),
      ["Listen"]
    )
  })

  it("of a team without anything is empty", () => {
    const team = teamAfter(
      ...[id.principle, id.secondPrinciple].map((principle) => ask("delete_principle", principle, {})),
      ...[id.objective, id.secondObjective].map((objective) => ask("delete_objective", objective, {}))
    )
    assert.deepStrictEqual(matrixOf(team), {
      team: { id: id.team },
      principles: [],
      rows: [],
      linkedObjectives: [],
      unlinked: [],
      unused: []
    })
  })

  it("names what is linked to what, in the team's order", () => {
    const team = teamAfter(link(id.secondObjective, id.secondPrinciple), link(id.secondObjective, id.principle))
    assert.deepStrictEqual(objectivesOf(team, id.principle), team.objectives)
    assert.deepStrictEqual(objectivesOf(team, id.secondPrinciple), [objectiveIn(team, id.secondObjective)])
    assert.deepStrictEqual(
      principlesOf(team, objectiveIn(team, id.secondObjective)).map(({ principle, index }) => [
        principleLabel(index),
        principle.title
      ]),
      [
        ["P1", "Listen"],
        ["P2", "Ship"]
      ]
    )
  })
})

describe("Statuses", () => {
  it("are counted, each", () => {
    const team = teamAfter(
      ask("update_objective_status", id.secondObjective, { status: "missed" }),
      ask("create_objective", id.team, { title: "A", status: "missed" })
    )
    assert.deepStrictEqual(statusCounts(team.objectives), {
      draft: 1,
      on_track: 0,
      at_risk: 0,
      off_track: 0,
      achieved: 0,
      missed: 2
    })
  })

  it("each have a word and a glyph of their own", () => {
    for (const [marks, statuses] of [
      [objectiveMarks, objectiveStatuses],
      [initiativeMarks, initiativeStatuses]
    ] as const) {
      assert.sameMembers(Object.keys(marks), [...statuses])
      const all = Object.values(marks)
      assert.lengthOf(new Set(all.map(({ word }) => word)), all.length)
      assert.lengthOf(new Set(all.map(({ glyph }) => glyph)), all.length)
    }
    assert.deepStrictEqual(objectiveStatuses.filter(isOpen), ["draft", "on_track", "at_risk", "off_track"])
  })
})

describe("Percent", () => {
  it("of a measure, of an objective, on average", () => {
    const team = teamAfter(
      ask("update_progress_value", id.progress, { value: 7 }),
      ask("create_progress", id.objective, { name: "Calls", start: 0, target: 3, value: 1 })
    )
    const grow = { ...objectiveIn(team), status: "on_track" as const }
    assert.deepStrictEqual(grow.progress.map(percentOfMeasure), [50, 33])
    assert.deepStrictEqual(
      [percentOf(grow.progress), percentOf(objectiveIn(team, id.secondObjective).progress)],
      [41, null]
    )
    assert.strictEqual(averagePercent([grow, objectiveIn(team, id.secondObjective)]), 41)
    assert.strictEqual(averagePercent(team.objectives), null, "drafts are left out")
  })
})
