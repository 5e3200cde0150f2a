import { assert, describe, it } from "@effect/vitest"
import { moved, placeBefore } from "../../../src/web/workspace/Order.ts"

const list = ["a", "b", "c", "d"]

describe("an order", () => {
  it("has an item where it was moved, and the others as they were", () => {
    assert.deepStrictEqual(moved(list, "a", 2), ["b", "c", "a", "d"])
    assert.deepStrictEqual(moved(list, "d", 0), ["d", "a", "b", "c"])
    assert.deepStrictEqual(moved(list, "b", 9), ["a", "c", "d", "b"])
    assert.deepStrictEqual(moved(list, "gone", 0), list)
  })

  it("puts each item before each other one, or at the end", () => {
    for (const id of list) {
      assert.strictEqual(moved(list, id, placeBefore(list, id, undefined)).at(-1), id)
      for (const before of list) {
        if (before === id) continue
        const next = moved(list, id, placeBefore(list, id, before))
        assert.strictEqual(next[next.indexOf(before) - 1], id)
      }
    }
  })
})
