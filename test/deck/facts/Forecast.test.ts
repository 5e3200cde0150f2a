import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { atThisRate, worstAtThisRate } from "../../../src/deck/facts/ForecastFacts.ts"
import { forecastOf } from "../../../src/domain/views/ForecastRule.ts"
import { fractionReached } from "../../../src/shared/Percent.ts"
import { type MeasureSpec, teamOf } from "../Build.ts"

/** The values on 10, 20 and 30 November, the newest last. */
type Values = ReadonlyArray<number>

const measureWith = (values: Values, more: Partial<MeasureSpec> = {}): MeasureSpec => ({
  ...{ name: "Calls", unit: "", start: 0, target: 100 },
  checkIns: values.map((value, index) => ({
    ...{ value, confidence: null, note: "", timestamp: `2026-11-${10 * (index + 1)}T09:00:00.000Z`, actorName: "ada" }
  })),
  ...more
})

const objectiveWith = (...measures: ReadonlyArray<MeasureSpec>) => {
  const [objective] = teamOf({
    ...{ name: "Team", color: "#336699", principles: [] },
    objectives: [
      {
        ...{ title: "Grow", description: "", status: "on_track", dueDate: "2026-12-31", principles: [] },
        ...{ groups: [], initiatives: [], measures }
      }
    ]
  }).objectives
  assert(objective !== undefined)
  return objective
}

const steady = objectiveWith(measureWith([10, 20, 30]))

const rateOf = (objective: typeof steady, more: Partial<typeof steady> = {}, date = "2026-12-01") => {
  const [measure] = objective.progress
  assert(measure !== undefined)
  return atThisRate({ ...objective, ...more }, measure, date)
}

const plain = (text: string | undefined): string | undefined =>
  text?.replaceAll("\u00A0", " ").replaceAll(/[\u200E\u202B\u202C]/g, "")

describe("At this rate", () => {
  it.each([
    [[10, 20, 30], {}, "61 of 100", true],
    [[10, 40, 70], {}, "on target by 10 Dec 2026", false],
    [[10, 20, 30], { unit: "accounts", target: 80 }, "61 of 80 accounts", true],
    [[0.2, 0.5, 0.8], { unit: "€m", target: 4 }, "€1.7m of €4.0m", true],
    [[2, 5, 8], { unit: "€m", target: 40 }, "€17m of €40m", true],
    [[3.6, 3.5, 3.4], { unit: "€", start: 3.9, target: 2.9 }, "€3.09, target €2.90", true],
    [[8, 7, 6], { unit: "days", start: 9, target: 3 }, "on target by 30 Dec 2026", false],
    [[8, 5, 2], { unit: "days", start: 9, target: 1 }, "on target by 4 Dec 2026", false],
    [[60, 63, 66], { unit: "days", start: 58, target: 42 }, "75 days, target 42 days", true],
    // It is 114.58, which is not there yet.
    [[39.1, 53.9, 68.7], { target: 114.6 }, "114.5 of 114.6", true],
    [[1, 2, 3], { unit: "of 12", target: 12 }, "6 of 12", true]
  ] as const)("%j with %j leads to %s", (values, more, text, isBelow) => {
    const rate = rateOf(objectiveWith(measureWith(values, more)))
    assert.deepStrictEqual([plain(rate?.text), rate?.isBelow], [text, isBelow])
    assert.include(plain(rate?.amount), isBelow ? /^\S*\d/.exec(text)?.[0] : text)
  })

  it("is left out where it would be a guess or come too late", () => {
    assert.isNull(rateOf(objectiveWith(measureWith([30]))))
    assert.isNull(rateOf(objectiveWith(measureWith([20, 30]))))
    assert.isNull(rateOf(steady, { status: "achieved" }))
    assert.isNull(rateOf(steady, { status: "draft" }))
    assert.isNull(rateOf(steady, { dueDate: null }))
    assert.isNull(rateOf(steady, {}, "2027-01-01"))
    assert.isNotNull(rateOf(steady, {}, "2026-12-31"))
  })

  it("is below the target just where the API's forecast is, by rounded numbers too", () => {
    const anyValue = fc.integer({ min: -300, max: 300 }).map((value) => value / 10)
    fc.assert(
      fc.property(fc.tuple(anyValue, anyValue, anyValue), anyValue, anyValue, (values, start, target) => {
        fc.pre(start !== target)
        const objective = objectiveWith(measureWith(values, { start, target }))
        const [measure] = objective.progress
        assert(measure !== undefined)
        const exact = forecastOf(measure, objective.dueDate).atDueDate?.value
        const rate = atThisRate(objective, measure, "2026-12-01")
        assert(exact !== undefined && rate !== null)
        const isBelow = fractionReached(measure, exact) < 1
        assert.strictEqual(rate.isBelow, isBelow)
        if (isBelow) assert.isBelow(fractionReached(measure, rate.value), 1)
      })
    )
  })

  it("is told of the measure that will be furthest below", () => {
    const two = objectiveWith(
      measureWith([10, 20, 30]),
      measureWith([10, 12, 14], { name: "Visits" }),
      measureWith([1])
    )
    assert.strictEqual(worstAtThisRate(two, "2026-12-01")?.measure.name, "Visits")
    assert.isNull(worstAtThisRate(objectiveWith(measureWith([1])), "2026-12-01"))
  })
})
