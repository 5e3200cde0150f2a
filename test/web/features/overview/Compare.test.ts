import { assert, describe, it } from "@effect/vitest"
import { dateOfDay, dayOf } from "../../../../src/shared/Days.ts"
import { comparisonDays, lastMonday } from "../../../../src/web/features/overview/compare/ComparisonDays.ts"
import { objectiveMoves } from "../../../../src/web/features/overview/compare/ObjectiveMoves.ts"
import { objective, overview, team } from "../OverviewBodies.ts"

describe("A comparison of two days", () => {
  it("begins with the last Monday: in this week, and on a Monday in the week before", () => {
    const days = ["2026-06-01", "2026-06-02", "2026-06-07", "2026-06-08"].map(dayOf)
    const mondays = days.map(lastMonday)
    assert.deepStrictEqual(mondays.map(dateOfDay), ["2026-05-25", "2026-06-01", "2026-06-01", "2026-06-01"])
    // The end of the day before is compared with, so that the Monday's own changes count, as they do on the home page.
    assert.deepStrictEqual(
      days.map((day) => comparisonDays(day, () => "")[0]?.date),
      mondays.map((monday) => dateOfDay(monday - 1))
    )
  })

  it("offers last Monday, the quarter's start and the last slides", () => {
    const days = (today: string, deck = "") => comparisonDays(dayOf(today), () => deck).map(({ date }) => date)
    assert.deepStrictEqual(days("2026-11-29"), ["2026-11-22", "2026-09-30"])
    assert.deepStrictEqual(days("2027-01-01", "2026-12-15"), ["2026-12-27", "2026-12-31", "2026-12-15"])
  })

  it("has what moved: the worst status first, then the longest way, then what is new or gone", () => {
    const payments = team({ name: "Payments" })
    const given = (title: string) => objective({ team: payments, title, percent: 40 })
    const [same, worse, better, near, far, gone] = ["same", "worse", "better", "near", "far", "gone"].map(given)
    if (!same || !worse || !better || !near || !far || !gone) throw new Error("no objectives")
    const moves = objectiveMoves(
      overview([payments], [gone, far, near, same, better, worse]),
      overview(
        [payments],
        [
          objective({ team: payments, title: "new" }),
          { ...near, percent: 45 },
          { ...far, percent: 10 },
          { ...same, owner: "Ana" },
          { ...better, status: "achieved" },
          { ...worse, status: "off_track", percent: 41 }
        ]
      )
    )
    assert.deepStrictEqual(
      moves.map(({ before, after }) => (after ?? before)?.title),
      ["worse", "better", "far", "near", "new", "gone"]
    )
  })
})
