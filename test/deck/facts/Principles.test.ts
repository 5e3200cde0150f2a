import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { averagePercent } from "../../../src/deck/facts/AveragePercent.ts"
import {
  type NumberedPrinciple,
  principleFacts,
  principleLabel,
  principlesOf
} from "../../../src/deck/facts/Principles.ts"
import { initiativeMarks, objectiveMarks } from "../../../src/deck/facts/StatusFacts.ts"
import { isOpen } from "../../../src/shared/Pace.ts"
import { percentOf, percentOfMeasure } from "../../../src/shared/Percent.ts"
import { initiativeStatuses, objectiveStatuses, statusCounts } from "../../../src/shared/Statuses.ts"
import { id } from "../../domain/ExampleStrategy.ts"
import { anyInput } from "../Teams.ts"
import { ask, objectiveIn, teamAfter } from "./ExampleTeams.ts"

const link = (objective: typeof id.objective, principleId: typeof id.principle, linked = true) =>
  ask("update_objective_principle_link", objective, { principleId, linked })

const numbered = (all: ReadonlyArray<NumberedPrinciple>) =>
  all.map(({ principle, index }) => [principleLabel(index), principle.title])

describe("Principles", () => {
  it("are served or not, by their places in the team", () => {
    const team = teamAfter(
      link(id.objective, id.secondPrinciple),
      ask("update_position", id.secondPrinciple, { position: 0 }),
      link(id.objective, id.principle, false)
    )
    const { served, unserved, unlinked } = principleFacts({ team, selection: null })
    assert.deepStrictEqual([numbered(served), numbered(unserved)], [[["P1", "Ship"]], [["P2", "Listen"]]])
    assert.deepStrictEqual(unlinked, [objectiveIn(team, id.secondObjective)])
    const selection = { statuses: null, of: 7 }
    assert.deepStrictEqual(principleFacts({ team, selection }).unserved, [], "others may serve it")
  })

  it("of a team that has none are served by none, and no objective lacks one", () => {
    const team = teamAfter(
      ...[id.principle, id.secondPrinciple].map((principle) => ask("delete_principle", principle, {}))
    )
    assert.deepStrictEqual(principleFacts({ team, selection: null }), { served: [], unserved: [], unlinked: [] })
  })

  it("of an objective are in the team's order", () => {
    const team = teamAfter(link(id.secondObjective, id.secondPrinciple), link(id.secondObjective, id.principle))
    assert.deepStrictEqual(numbered(principlesOf(team, objectiveIn(team, id.secondObjective))), [
      ["P1", "Listen"],
      ["P2", "Ship"]
    ])
  })

  it("of any team are each served or not; an objective serves one or none", () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const { principles, objectives } = input.team
        const { served, unserved, unlinked } = principleFacts(input)
        const all = [...served, ...unserved].sort((one, other) => one.index - other.index)
        assert.deepStrictEqual(
          all.map(({ principle }) => principle),
          [...principles]
        )
        const serving = objectives.filter(({ principleIds }) =>
          served.some(({ principle }) => principleIds.includes(principle.id))
        )
        if (principles.length > 0) assert.strictEqual(serving.length + unlinked.length, objectives.length)
      }),
      { numRuns: 50 }
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
