import { assert, describe, it } from "@effect/vitest"
import { dayOf } from "../../../../src/shared/Days.ts"
import { comparisonDays } from "../../../../src/web/features/overview/compare/ComparisonDays.ts"
import { objectiveMoves } from "../../../../src/web/features/overview/compare/ObjectiveMoves.ts"
import { objective, overview, team } from "../OverviewBodies.ts"

describe("A comparison of two days", () => {
  it("offers last Monday, the quarter's start and the last slides", () => {
    const days = (today: string, deck = "") => comparisonDays(dayOf(today), () => deck).map(({ date }) => date)
    assert.deepStrictEqual(days("2026-11-29"), ["2026-11-23", "2026-09-30"])
    assert.deepStrictEqual(days("2026-11-23"), ["2026-11-16", "2026-09-30"])
    assert.deepStrictEqual(days("2027-01-01", "2026-12-15"), ["2026-12-28", "2026-12-31", "2026-12-15"])
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
