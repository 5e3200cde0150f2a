import { assert, describe, it } from "@effect/vitest"
import { sparkline } from "../../../../src/web/features/objective/SparklinePath.ts"

describe("Sparkline", () => {
  it("runs from left to right with the target in the same box", () => {
    assert.deepStrictEqual(sparkline([0, 5, 10], 20, 46, 26), {
      line: "M3 23L23 18L43 13",
      end: { x: 43, y: 13 },
      target: 3
    })
  })

  it("is a point in the middle when all values are equal", () => {
    assert.deepStrictEqual(sparkline([4], 4, 46, 26), { line: "M3 13", end: { x: 3, y: 13 }, target: 13 })
  })

  it("is undefined without values", () => {
    assert.isUndefined(sparkline([], 4, 46, 26))
  })
})
