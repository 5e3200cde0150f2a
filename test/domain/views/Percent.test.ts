import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  isWorseThanStart,
  meanPercent,
  percentOf,
  percentOfMeasure,
  worstOf,
  wrongWayBy
} from "../../../src/shared/Percent.ts"
import { law } from "../../support/laws.ts"

const measure = (start: number, value: number, target: number) => ({ start, value, target })
const integer = Schema.Int.check(Schema.isBetween({ minimum: -1_000, maximum: 1_000 }))

describe("Per cents", () => {
  it.each([
    [0, 996, 1_000, 99],
    [98, 99.895, 99.9, 99],
    [5, 2.01, 2, 99],
    [0, 79.9, 80, 99],
    [0, 80, 80, 100],
    [0, 95, 80, 100],
    [0, 1e15, 1e-9, 100],
    [-1e9, 0.999_999_999_999_999_9, 1, 99],
    [0, 29, 100, 29],
    [0, 0.58, 1, 58],
    [0, 5.9, 10, 59],
    [10, 7, 0, 30],
    [8, 3, 1, 71],
    [8, 0, 1, 100],
    [0, -5, 80, 0],
    [0, 4, 1_000, 0]
  ])("from %d, %d of %d", (start, value, target, percent) => {
    const one = measure(start, value, target)
    assert.deepStrictEqual([percentOfMeasure(one), percentOf([one])], [percent, percent])
    assert.strictEqual(isWorseThanStart(one), start < target ? value < start : value > start)
  })

  it("say by how much a measure is worse than its start, and which is worst", () => {
    const [down, up] = [measure(10, 12, 0), measure(0.3, 0.2, 0.5)]
    assert.deepStrictEqual([down, up, measure(0, 5, 10)].map(wrongWayBy), [2, 0.1, 0])
    assert.strictEqual(worstOf([measure(0, 5, 10), down, up]), up)
    assert.isUndefined(worstOf([measure(0, 5, 10)]))
  })

  law("are rounded down exactly", { start: integer, value: integer, target: integer }, ({ start, value, target }) => {
    if (start === target) return
    const share = Math.sign(target - start) * (value - start) * 100
    const exact = Math.floor(share / Math.abs(target - start))
    assert.strictEqual(percentOfMeasure(measure(start, value, target)), Math.min(100, Math.max(0, exact)))
  })

  it("of several measures count none for more than its target", () => {
    assert.strictEqual(percentOf([measure(0, 95, 80), measure(0, 40, 80)]), 75)
    assert.strictEqual(percentOf([measure(0, 80, 80), measure(0, 79.999_999, 80)]), 99, "not all are reached")
    assert.strictEqual(percentOf([]), null)
  })

  it("have a mean that is rounded down too", () => {
    assert.deepStrictEqual([meanPercent([100, 100, 99]), meanPercent([100, 100]), meanPercent([])], [99, 100, null])
  })
})
