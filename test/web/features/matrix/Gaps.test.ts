import { assert, describe, it } from "@effect/vitest"
import { gapsOf, objectiveCounts } from "../../../../src/web/features/matrix/Gaps.ts"

const rows = [
  { id: "one", linked: new Set(["a", "b"]) },
  { id: "two", linked: new Set<string>() },
  { id: "three", linked: new Set(["a"]) }
]

describe("Gaps", () => {
  it("are found by counting the objectives of each principle", () => {
    assert.deepStrictEqual(objectiveCounts(rows, ["a", "b", "c"]), [2, 1, 0])
  })

  it("are the objectives without a principle and the principles without an objective", () => {
    assert.deepStrictEqual(gapsOf(rows, ["a", "b", "c"]), { objectives: ["two"], principles: ["c"] })
    assert.deepStrictEqual(gapsOf([], []), { objectives: [], principles: [] })
  })
})
