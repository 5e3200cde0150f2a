import { assert, describe, it } from "@effect/vitest"
import { dayOf } from "../../../../src/shared/Days.ts"
import { barOf, timelineAxis } from "../../../../src/web/features/overview/TimelineAxis.ts"

const dates = (startDate: string | null, dueDate: string | null) => ({ startDate, dueDate })

const today = dayOf("2026-06-15")

describe("The timeline", () => {
  it("has the quarters of all dates, in any case this and the next, and not those that are far away", () => {
    const of = (...all: ReadonlyArray<ReturnType<typeof dates>>) => timelineAxis(all, today).quarters
    assert.deepStrictEqual(of(), ["Q2 2026", "Q3 2026"])
    assert.deepStrictEqual(of(dates(null, null), dates("2026-03-31", "2027-01-01")), [
      ...["Q1 2026", "Q2 2026", "Q3 2026", "Q4 2026"],
      "Q1 2027"
    ])
    const far = of(dates("0001-01-01", "9999-12-31"))
    assert.deepStrictEqual([far.length, far[0], far.at(-1)], [12, "Q2 2025", "Q1 2028"])
  })

  it("has bars from start to due date, to its end without a due date, and none without dates", () => {
    const axis = timelineAxis([], today)
    assert.deepStrictEqual(barOf(dates("2026-07-01", "2026-09-30"), axis), { begin: 0.5, length: 0.5 })
    assert.deepStrictEqual(barOf(dates("2026-04-01", "2027-12-31"), axis), { begin: 0, length: 1 })
    assert.deepStrictEqual(barOf(dates("2026-07-01", null), axis), { begin: 0.5, length: 0.5 })
    assert.deepStrictEqual(barOf(dates(null, "2026-06-30"), axis)?.length.toFixed(4), (0.5 / 91).toFixed(4))
    assert.isUndefined(barOf(dates(null, null), axis))
  })
})
