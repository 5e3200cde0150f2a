import { assert, describe, it } from "@effect/vitest"
import { visibleRange } from "../../../src/web/parts/lists/VisibleRange.ts"

const range = (top: number, { count = 100, focused = Number.NaN } = {}) =>
  visibleRange({ count, heightOf: () => 500, top, screen: 1_000, focused })

describe("The blocks of a windowed list", () => {
  it("are those on the screen, a screen above and a screen below", () => {
    assert.deepStrictEqual(range(200), { first: 0, last: 3, focused: -1 })
    assert.deepStrictEqual(range(-10_000), { first: 18, last: 23, focused: -1 })
  })

  it("cover the screen at every place of the list", () => {
    for (let top = 1_000; top >= -50_000 + 1_000; top -= 137) {
      const { first, last } = range(top)
      assert.isAtMost(top + first * 500, Math.max(0, top))
      assert.isAtLeast(top + (last + 1) * 500, 1_000)
    }
  })

  it("are the nearest block if none is near, and none beyond the end", () => {
    assert.deepStrictEqual(range(5_000), { first: 0, last: 0, focused: -1 })
    assert.deepStrictEqual(range(-90_000), { first: 99, last: 99, focused: -1 })
    assert.deepStrictEqual(range(0, { count: 0 }), { first: 0, last: 0, focused: -1 })
  })

  it("keep the one with the focus while it is there", () => {
    assert.strictEqual(range(-10_000, { focused: 3 }).focused, 3)
    assert.strictEqual(range(-10_000, { focused: 100 }).focused, -1)
  })
})
