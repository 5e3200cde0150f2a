import { assert, describe, it } from "@effect/vitest"
import { gapsOf, totals } from "../../../../src/web/features/matrix/Gaps.ts"

const rows = [
  { id: "one", linked: new Set(["a", "b"]) },
  { id: "two", linked: new Set<string>() },
  { id: "three", linked: new Set(["a"]) }
]

describe("Gaps", () => {
  it("counts objectives per principle", () => {
    assert.deepStrictEqual(totals(rows, ["a", "b", "c"]), [2, 1, 0])
  })

  it("names who has nobody on the other side", () => {
    assert.deepStrictEqual(gapsOf(rows, ["a", "b", "c"]), { objectives: ["two"], principles: ["c"] })
    assert.deepStrictEqual(gapsOf([], []), { objectives: [], principles: [] })
  })
})
