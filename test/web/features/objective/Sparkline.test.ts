import { assert, describe, it } from "@effect/vitest"
import { sparkline } from "../../../../src/web/features/objective/SparklinePath.ts"

describe("Sparkline", () => {
  it("goes from left to right, higher values higher, with the target in the same box", () => {
    assert.deepStrictEqual(sparkline([0, 5, 10], 20, 46, 26), {
      line: "M3 23L23 18L43 13",
      end: { x: 43, y: 13 },
      target: 3
    })
  })

  it("lies in the middle where all is the same", () => {
    assert.deepStrictEqual(sparkline([4], 4, 46, 26), { line: "M3 13", end: { x: 3, y: 13 }, target: 13 })
  })

  it("is nothing without a value", () => {
    assert.isUndefined(sparkline([], 4, 46, 26))
  })
})
