import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { fractionReached, outlierOf } from "../../../src/shared/Percent.ts"
import { valueAt } from "../../../src/web/parts/status/MeasureProgress.ts"

const up = { start: 0, target: 100 }
const down = { start: 72, target: 12 }

describe("A measure’s value", () => {
  it.each([
    ["ten times the last one", up, 4, 40, "magnitude"],
    ["a tenth of the last one, though that is better", down, 60, 6, "magnitude"],
    ["on the wrong side of the start", down, 50, 80, "wrongSide"],
    ["less than half of the progress there was", up, 60, 30, "fall"],
    ["far above the target in the first check-in", up, 0, 1000, "magnitude"],
    ["nine times the last one", up, 4, 36, undefined],
    ["anything on the way in the first check-in", up, 0, 95, undefined],
    ["a small fall of a small progress", up, 4, 2, undefined],
    ["on the wrong side again", down, 80, 85, undefined],
    ["zero", up, 5, 0, undefined]
  ] as const)("%s is asked about if it looks like a slip", (_, way, last, value, expected) => {
    assert.strictEqual(outlierOf({ ...way, value: last }, value), expected)
  })

  it("at a percentage lies on the way, and is as round as the way", () => {
    const finite = fc.integer({ min: -100_000, max: 100_000 })
    fc.assert(
      fc.property(finite, finite, fc.integer({ min: 0, max: 100 }), (start, target, percent) => {
        fc.pre(start !== target)
        const fraction = fractionReached({ start, target }, valueAt({ start, target }, percent))
        assert.isAtMost(Math.abs(fraction * 100 - percent), 1)
      })
    )
    assert.deepStrictEqual(
      [valueAt(up, 37), valueAt({ start: 4.2, target: 0.5 }, 50), valueAt({ start: 850, target: 1400 }, 81)],
      [37, 2.35, 1296]
    )
  })
})
