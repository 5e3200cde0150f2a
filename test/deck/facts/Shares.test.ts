import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { apportioned } from "../../../src/deck/facts/Shares.ts"

describe("the cells of a bar of shares", () => {
  it.each([
    [
      [1, 1, 1, 0, 1],
      [3, 3, 2, 0, 2]
    ],
    [
      [3, 12, 5, 2, 3],
      [1, 5, 2, 1, 1]
    ],
    [
      [1000, 1, 1, 1, 1],
      [6, 1, 1, 1, 1]
    ],
    [
      [0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0]
    ],
    [
      [0, 7, 0, 0, 0],
      [0, 10, 0, 0, 0]
    ]
  ])("of %j are %j", (counts, cells) => {
    assert.deepStrictEqual(apportioned(counts, 10), cells)
  })

  it("are always as many; a share above zero has at least one, and a smaller share is at most one longer", () => {
    const counts = fc.array(fc.nat(300), { minLength: 5, maxLength: 5 })
    fc.assert(
      fc.property(counts, (counts) => {
        const cells = apportioned(counts, 10)
        const all = counts.reduce((sum, count) => sum + count, 0)
        assert.strictEqual(
          cells.reduce((sum, count) => sum + count, 0),
          all === 0 ? 0 : 10
        )
        for (const [index, count] of counts.entries()) {
          assert.strictEqual((cells[index] ?? 0) > 0, count > 0)
          for (const [other, fewer] of counts.entries()) {
            if (fewer < count) assert.isAtMost((cells[other] ?? 0) - (cells[index] ?? 0), 1)
          }
        }
      })
    )
  })
})
