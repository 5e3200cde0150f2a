import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { serialOf } from "../../../src/deck/draw/LineCharts.ts"
import { dateScaleOf, formatOf, scaleOf } from "../../../src/deck/facts/Scale.ts"

describe("The scale of an axis", () => {
  it.each([
    [[3, 5.1], { min: 2.5, max: 5.5, step: 0.5 }],
    [[0, 100], { min: 0, max: 100, step: 20 }],
    [[7], { min: 6, max: 8, step: 0.5 }],
    [[0], { min: 0, max: 1, step: 0.2 }],
    [[], { min: 0, max: 1, step: 1 }],
    [[-5, 5], { min: -6, max: 6, step: 2 }],
    [[-3, 0], { min: -4, max: 0, step: 1 }]
  ])("of %j", (values, expected) => {
    assert.deepStrictEqual(scaleOf(values), expected)
  })

  it("contains all values in few whole steps, and does not go below zero only for margin", () => {
    const value = fc.double({ min: -1e15, max: 1e15, noNaN: true }).map((any) => (Math.abs(any) < 1e-200 ? 0 : any))
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 20 }), (values) => {
        const { min, max, step } = scaleOf(values)
        const [low, high] = [Math.min(...values), Math.max(...values)]
        assert.isTrue(min <= low && max >= high && step > 0 && max > min, `${min} ${max} ${step}`)
        assert.isAtMost((max - min) / step, 6.01)
        if (low >= 0) assert.isAtLeast(min, 0)
      })
    )
  })

  it.each([
    [{ min: 0, max: 100, step: 20 }, "#,##0"],
    [{ min: 2, max: 3, step: 0.25 }, "#,##0.00"],
    [{ min: 0, max: 5, step: 2.5 }, "#,##0.0"],
    [{ min: 0, max: 500_000, step: 100_000 }, '#,##0.0,,"M"'],
    [{ min: 0, max: 100_000, step: 20_000 }, '#,##0,"k"'],
    [{ min: 0, max: 5e6, step: 1e6 }, '#,##0,,"M"'],
    [{ min: 0, max: 5e12, step: 1e12 }, "0.0E+00"],
    [{ min: 0, max: 0.001, step: 0.0002 }, "#,##0.0000"],
    [{ min: 100_000, max: 100_005, step: 1 }, "#,##0"],
    [{ min: 100_000, max: 110_000, step: 2500 }, '#,##0.0,"k"'],
    [{ min: 0, max: 1e7, step: 2.5e6 }, '#,##0.0,,"M"'],
    [{ min: 1e12, max: 1.05e12, step: 1e10 }, "0.00E+00"]
  ])("writes %j in few characters, no two numbers alike", (scale, format) => {
    assert.strictEqual(formatOf(scale), format)
  })

  it.each([
    [4, "€m", '"€"#,##0"m"'],
    [4, "€k a month", '"€"#,##0"k"'],
    [5e6, "$", '"$"#,##0,,"M"'],
    [5e6, "€m", '#,##0,,"M"'],
    [5e12, "%", "0.00E+00"],
    [100, "%", '#,##0"\u00A0%"'],
    [100, "ms", '#,##0"\u00A0ms"'],
    [100, "days", "#,##0"],
    [100, '"', "#,##0"]
  ])("to %d in '%s' has %s", (max, unit, format) => {
    assert.strictEqual(formatOf({ min: 0, max, step: max / 4 }, unit).replace(/\.0+(?=,|"|$)/, ""), format)
  })

  it.each([
    ["2026-11-01", "2026-11-05", 6, "1 days"],
    ["2026-11-01", "2026-12-01", 6, "7 days"],
    ["2026-11-01", "2026-12-01", 3, "14 days"],
    ["2026-09-01", "2026-12-31", 6, "1 months"],
    ["2026-01-01", "2026-12-31", 7, "2 months"],
    ["2020-01-01", "2026-12-31", 6, "24 months"],
    ["2026-01-01", "2026-01-01", 2, "1 days"],
    ["0001-01-01", "9999-12-31", 2, "600 months"]
  ])("of days from %s to %s has at most %d dates", (from, to, most, expected) => {
    const { every, unit } = dateScaleOf(from, to, most)
    assert.strictEqual(`${every} ${unit}`, expected)
  })
})

describe("A sheet", () => {
  it("numbers days as spreadsheets do", () => {
    assert.deepStrictEqual(
      ["1900-03-01", "2000-01-01", "2026-02-27"].map((date) => serialOf(date)),
      [61, 36_526, 46_080]
    )
  })
})
