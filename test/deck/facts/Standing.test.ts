import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { countsText, totalOf } from "../../../src/deck/facts/Standing.ts"
import { objectiveStatuses, statusCounts, sumOfCounts } from "../../../src/shared/Statuses.ts"

const objectives = (counts: Readonly<Record<string, number>>) =>
  objectiveStatuses.flatMap((status) => Array.from({ length: counts[status] ?? 0 }, () => ({ status })))

const anyObjectives = fc.array(fc.record({ status: fc.constantFrom(...objectiveStatuses) }), { maxLength: 40 })

describe("Standing", () => {
  it.each([
    [
      { achieved: 3, on_track: 11, at_risk: 4, off_track: 2, missed: 2, draft: 3 },
      "25 objectives: 2 missed, 2 off track, 4 at risk, 3 drafts, 11 on track, 3 achieved"
    ],
    [{ at_risk: 2 }, "2 objectives: 2 at risk"],
    [{ draft: 1 }, "1 objective, draft"],
    [{ off_track: 1, draft: 1 }, "2 objectives: 1 off track, 1 draft"],
    [{}, "No objectives yet"]
  ])("%j is told as %s", (counts, text) => {
    assert.strictEqual(countsText(statusCounts(objectives(counts))).replaceAll("\u00A0", " "), text)
  })

  it("counts each objective once, in numbers and in words", () => {
    fc.assert(
      fc.property(anyObjectives, (all) => {
        fc.pre(all.length !== 1)
        assert.strictEqual(totalOf(statusCounts(all)), all.length)
        const [first = 0, ...others] = (countsText(statusCounts(all)).match(/\d+/g) ?? []).map(Number)
        assert.strictEqual(first, all.length)
        assert.strictEqual(
          others.reduce((sum, count) => sum + count, 0),
          all.length
        )
      })
    )
  })

  it("of several teams is the sum of theirs", () => {
    fc.assert(
      fc.property(fc.array(anyObjectives, { maxLength: 5 }), (teams) => {
        assert.deepStrictEqual(sumOfCounts(teams.map(statusCounts)), statusCounts(teams.flat()))
      })
    )
  })
})
