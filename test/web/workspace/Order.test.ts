import { assert, describe, it } from "@effect/vitest"
import { indexBefore, moved } from "../../../src/web/workspace/Order.ts"

const list = ["a", "b", "c", "d"]

describe("An order", () => {
  it("has the moved item at its index and the others in their order", () => {
    assert.deepStrictEqual(moved(list, "a", 2), ["b", "c", "a", "d"])
    assert.deepStrictEqual(moved(list, "d", 0), ["d", "a", "b", "c"])
    assert.deepStrictEqual(moved(list, "b", 9), ["a", "c", "d", "b"])
    assert.deepStrictEqual(moved(list, "gone", 0), list)
  })

  it("has an index for an item before each other one, and at the end", () => {
    for (const id of list) {
      assert.strictEqual(moved(list, id, indexBefore(list, id, undefined)).at(-1), id)
      for (const before of list) {
        if (before === id) continue
        const next = moved(list, id, indexBefore(list, id, before))
        assert.strictEqual(next[next.indexOf(before) - 1], id)
      }
    }
  })
})
