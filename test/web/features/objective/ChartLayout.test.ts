import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { chartOf, expectedValueAt, nearestPoint } from "../../../../src/web/features/objective/ChartLayout.ts"

const day = 86_400_000

const given = {
  measure: { start: 0, target: 100 },
  values: [
    { at: 10 * day, value: 20 },
    { at: 30 * day, value: 50 }
  ],
  createdAt: 0,
  startsAt: undefined,
  dueAt: 100 * day,
  now: 40 * day
}

describe("The chart of a measure", () => {
  it("shows time from the creation to the due date, and the values between start and target with some room", () => {
    const { points, expected, ...rest } = chartOf(given)
    assert.deepStrictEqual(points, [
      { x: 10, y: 76 - 0.1 },
      { x: 30, y: 50 }
    ])
    assert.deepStrictEqual(expected, { from: { x: 0, y: 93.1 }, to: { x: 100, y: 6.9 } })
    assert.deepStrictEqual(rest, {
      line: "M10 75.9L30 50",
      startY: 93.1,
      targetY: 6.9,
      todayX: 40,
      from: 0,
      to: 100 * day
    })
  })

  it("never draws outside of its box, whatever the values and times", () => {
    const at = fc.integer({ min: 0, max: 4_000 }).map((days) => days * day)
    const time = fc.option(at, { nil: undefined })
    const value = fc.double({ min: -1e15, max: 1e15, noNaN: true })
    const values = fc.array(fc.record({ at, value }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(value, value, values, at, time, time, at, (...[start, target, ...others]) => {
        fc.pre(start !== target)
        const [values, createdAt, startsAt, dueAt, now] = others
        const { points, startY, targetY, todayX, expected } = chartOf({
          measure: { start, target },
          values: values.toSorted((left, right) => left.at - right.at),
          createdAt,
          startsAt,
          dueAt,
          now
        })
        const ends = expected === undefined ? [] : [expected.from, expected.to]
        const all = [...points, ...ends].flatMap(({ x, y }) => [x, y])
        for (const each of [...all, startY, targetY, todayX]) assert.isTrue(each >= 0 && each <= 100, String(each))
      })
    )
  })

  it("expects steady progress from where the plan stood when it was made", () => {
    assert.strictEqual(expectedValueAt(given, 50 * day), 50)
    assert.strictEqual(expectedValueAt({ ...given, createdAt: 10 * day }, 55 * day), 60)
    assert.strictEqual(expectedValueAt(given, 200 * day), 100)
    assert.isUndefined(expectedValueAt({ ...given, dueAt: undefined }, 50 * day))
    assert.isUndefined(expectedValueAt({ ...given, dueAt: 0 }, 50 * day))
    assert.isUndefined(chartOf({ ...given, dueAt: undefined }).expected)
  })

  it("expects it from the start date, where there is one: from the start, or from what was reached by then", () => {
    const before = { ...given, createdAt: 40 * day, startsAt: 20 * day }
    assert.deepStrictEqual(chartOf(before).expected?.from, { x: 11.1, y: 93.1 })
    assert.deepStrictEqual(
      [10, 20, 60, 100].map((at) => expectedValueAt(before, at * day)),
      [undefined, 0, 50, 100]
    )
    const after = { ...given, startsAt: 30 * day }
    assert.deepStrictEqual(
      [29, 30, 65].map((at) => expectedValueAt(after, at * day)),
      [undefined, 50, 75]
    )
  })

  it("finds the point next to the pointer", () => {
    const points = [10, 30, 35].map((x) => ({ x, y: 0 }))
    assert.deepStrictEqual(
      [0, 19, 21, 33, 90].map((x) => nearestPoint(points, x)),
      [0, 0, 1, 2, 2]
    )
  })
})
