import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import {
  countsOf,
  countsText,
  groups,
  standingFrom,
  standingOf,
  standingText,
  sumOfCounts
} from "../../../src/deck/facts/Standing.ts"
import { objectiveStatuses } from "../../../src/shared/Statuses.ts"

const objectives = (counts: Readonly<Record<string, number>>) =>
  objectiveStatuses.flatMap((status) => Array.from({ length: counts[status] ?? 0 }, () => ({ status })))

const anyObjectives = fc.array(fc.record({ status: fc.constantFrom(...objectiveStatuses) }), { maxLength: 40 })

describe("Standing", () => {
  it.each([
    [
      { achieved: 3, on_track: 11, at_risk: 4, off_track: 2, missed: 2, draft: 3 },
      "25 objectives: 3 achieved, 11 on track, 6 at risk or off track, 2 missed, 3 drafts"
    ],
    [{ at_risk: 2 }, "2 objectives: 2 at risk"],
    [{ off_track: 1, draft: 1 }, "2 objectives: 1 off track, 1 draft"],
    [{}, "No objectives yet"]
  ])("%j is told as %s", (counts, text) => {
    assert.strictEqual(standingText(objectives(counts)), text)
  })

  it("is of disjoint groups that add up, in numbers and in words", () => {
    fc.assert(
      fc.property(anyObjectives, (all) => {
        const standing = standingOf(all)
        assert.strictEqual(standing.all, all.length)
        assert.strictEqual(
          groups.reduce((sum, group) => sum + standing[group], 0),
          all.length
        )
        const [first = 0, ...others] = (standingText(all).match(/\d+/g) ?? []).map(Number)
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
        const sum = sumOfCounts(teams.map(countsOf))
        assert.deepStrictEqual(standingFrom(sum), standingOf(teams.flat()))
        assert.strictEqual(countsText(sum), standingText(teams.flat()))
      })
    )
  })
})
