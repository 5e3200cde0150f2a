import { assert, it } from "@effect/vitest"
import { indexOfPosition } from "../../../../src/web/features/board/Position.ts"

it("a place is a whole number from 1 to the number of items", () => {
  for (const [typed, count, index] of [
    ["1", 3, 0],
    [" 3 ", 3, 2],
    ["300", 300, 299],
    ["003", 3, 2],
    ["0", 3, undefined],
    ["4", 3, undefined],
    ["-1", 3, undefined],
    ["1.5", 3, undefined],
    ["1e1", 30, undefined],
    ["two", 3, undefined],
    ["", 3, undefined],
    ["99999999999999999999", 3, undefined]
  ] as const) {
    assert.strictEqual(indexOfPosition(typed, count), index, typed)
  }
})
