import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Schema } from "effect"
import type { CheckIn, Progress } from "../../../src/domain/state/State.ts"
import { forecastOf } from "../../../src/domain/views/ForecastRule.ts"
import { dateOfDay, dayOf } from "../../../src/shared/Days.ts"
import { law } from "../../support/laws.ts"
import { entityId } from "../Commands.ts"

const firstDay = dayOf("2026-01-01")

/** Check-ins by day, counted from the first of 2026, and value; oldest first. */
type Points = ReadonlyArray<readonly [day: number, value: number]>

const measure = (points: Points, { start = 0, target = 100 } = {}): Progress => ({
  ...{ id: entityId(1), name: "Sales", unit: "", start, target, confidence: null, note: "", versions: {} },
  ...{ value: points.at(-1)?.[1] ?? start, initialValue: start, updatedAt: "", updatedBy: "" },
  checkIns: points
    .map(
      ([day, value], index): CheckIn => ({
        ...{ sequenceNumber: index + 1, value, confidence: null, note: "", actorName: "ada" },
        date: dateOfDay(firstDay + day),
        timestamp: "2027-01-01T12:00:00.000Z"
      })
    )
    .toReversed()
})

const date = (day: number): string => dateOfDay(firstDay + day)

const whole = (minimum: number, maximum: number) =>
  Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum, maximum })))

/** Three to nine check-ins on different days, with any values. */
const series = Arbitrary.array(
  Arbitrary.schema(
    Schema.Struct({
      gap: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 20 })),
      value: Schema.Int.check(Schema.isBetween({ minimum: -50, maximum: 150 }))
    })
  ),
  { minLength: 3, maxLength: 9 }
)

type Series = ReadonlyArray<{ readonly gap: number; readonly value: number }>

const pointsOf = (all: Series): Points => {
  let day = 0
  return all.map(({ gap, value }) => {
    day += gap
    return [day, value] as const
  })
}

describe("The forecast of a measure", () => {
  it.each([
    ["there is no check-in", [], 0],
    [
      "there are two",
      [
        [0, 1],
        [5, 2]
      ],
      2
    ],
    [
      "there are many on two days",
      [
        [0, 1],
        [0, 2],
        [5, 3],
        [5, 4]
      ],
      2
    ]
  ] as const)("is unknown when %s", (_, points, basedOn) => {
    const none = { id: entityId(1), basedOn, perDay: null, atDueDate: null, reachesTargetOn: null }
    assert.deepStrictEqual(forecastOf(measure(points), date(30)), none)
  })

  it("goes on along a line", () => {
    const forecast = forecastOf(
      measure([
        [0, 10],
        [7, 24],
        [14, 38]
      ]),
      date(24)
    )
    assert.deepStrictEqual(forecast, {
      id: entityId(1),
      basedOn: 3,
      perDay: 2,
      atDueDate: { value: 58, percent: 58 },
      reachesTargetOn: date(45)
    })
  })

  it("takes the last value of each of the latest six days, and starts from the latest one", () => {
    const six = [
      [10, 1],
      [11, 5],
      [12, 3],
      [13, 4],
      [14, 9],
      [15, 6]
    ] as const
    const expected = forecastOf(measure(six), date(20))
    assert.strictEqual(expected.basedOn, 6)
    assert.deepStrictEqual(forecastOf(measure([[0, 90], [1, -40], ...six]), date(20)), expected)
    const corrected = six.flatMap(
      ([day, value]) =>
        [
          [day, value + 70],
          [day, value]
        ] as const
    )
    assert.deepStrictEqual(forecastOf(measure(corrected), date(20)), expected)
  })

  it("has no point at a due date before the latest check-in, and its value on that day", () => {
    const falling = measure(
      [
        [0, 40],
        [1, 30],
        [2, 20]
      ],
      { start: 50, target: 0 }
    )
    assert.isNull(forecastOf(falling, date(1)).atDueDate)
    assert.isNull(forecastOf(falling, null).atDueDate)
    assert.deepStrictEqual(forecastOf(falling, date(2)).atDueDate, { value: 20, percent: 60 })
    assert.strictEqual(forecastOf(falling, null).reachesTargetOn, date(4))
  })

  it("reaches its target on the day of the check-in that did, and never when it stands still, goes back or is too slow", () => {
    const reached = (values: readonly [number, number, number]) =>
      forecastOf(measure(values.map((value, day) => [day, value] as const)), null).reachesTargetOn
    assert.strictEqual(reached([80, 90, 100]), date(2))
    assert.strictEqual(reached([80, 180, 140]), date(2))
    assert.isNull(reached([50, 50, 50]))
    assert.isNull(reached([50, 40, 30]))
    assert.isNull(reached([0, 0, 1e-9]))
  })

  it.each([
    [
      [
        [1, 62],
        [8, 143],
        [15, 76]
      ],
      100,
      39
    ],
    [
      [
        [0, 0.1],
        [1, 0.2],
        [2, 0.3]
      ],
      1,
      9
    ],
    [
      [
        [0, 0.3],
        [1, 0.6],
        [2, 0.9]
      ],
      3,
      9
    ],
    [
      [
        [0, 1],
        [3, 2],
        [6, 3]
      ],
      33,
      96
    ]
  ] as const)("reaches the target on the very day, though the slope of %j is rounded", (points, target, day) => {
    assert.strictEqual(forecastOf(measure(points, { target }), null).reachesTargetOn, date(day))
  })

  law(
    "has the slope with the least squares, and the first day on which it is at the target",
    { all: series },
    ({ all }) => {
      const points = pointsOf(all)
      const sales = measure(points)
      const { perDay, reachesTargetOn } = forecastOf(sales, null)
      if (perDay === null) return assert.fail("there are three days")
      const latest = points.slice(-6)
      const errorOf = (slope: number): number => {
        const offsets = latest.map(([day, value]) => value - slope * day)
        const mean = offsets.reduce((sum, offset) => sum + offset, 0) / offsets.length
        return offsets.reduce((sum, offset) => sum + (offset - mean) ** 2, 0)
      }
      for (const change of [-0.01, 0.01]) assert.isAtMost(errorOf(perDay), errorOf(perDay + change))

      const [lastDay = 0, lastValue = 0] = points.at(-1) ?? []
      const on = (day: number) => lastValue + perDay * (day - lastDay)
      if (reachesTargetOn === null) assert.isTrue(lastValue < 100 && (perDay <= 0 || on(dayOf("9999-12-31")) < 100))
      else {
        const day = dayOf(reachesTargetOn) - firstDay
        assert.isAtLeast(on(day), 100 - 1e-6)
        if (day > lastDay) assert.isBelow(on(day - 1), 100)
      }
    }
  )

  law("is the same, mirrored, for a measure that goes down", { all: series, due: whole(0, 400) }, ({ all, due }) => {
    const points = pointsOf(all)
    const up = forecastOf(measure(points), date(due))
    const down = forecastOf(
      measure(
        points.map(([day, value]) => [day, -value] as const),
        { start: 0, target: -100 }
      ),
      date(due)
    )
    assert.deepStrictEqual([down.basedOn, down.reachesTargetOn], [up.basedOn, up.reachesTargetOn])
    assert.strictEqual(down.atDueDate?.percent, up.atDueDate?.percent)
    assert.closeTo(down.perDay ?? 0, -(up.perDay ?? 0), 1e-9)
  })
})
