import { assert, describe, it } from "@effect/vitest"
import { dayOf } from "../../../../src/shared/Days.ts"
import { timelineColumns } from "../../../../src/web/features/overview/TimelineColumns.ts"
import { objective, team } from "../OverviewBodies.ts"

const data = team({ name: "Data" })

const due = (dueDate: string | null, status: "on_track" | "achieved" = "on_track") =>
  objective({ team: data, dueDate, status })

describe("The timeline", () => {
  it("has what is over and overdue before its line, and quarters and what has no date after it", () => {
    const objectives = [
      due(null),
      due("2027-01-01"),
      due("2026-06-30"),
      due("2026-06-15"),
      due("2026-06-14"),
      due("2026-01-31"),
      due("2026-06-01", "achieved"),
      due("2025-12-31", "achieved"),
      due("2026-09-30")
    ]
    const columns = timelineColumns(objectives, dayOf("2026-06-15"))
    assert.deepStrictEqual(
      columns.map(({ key, isPast, objectives }) => [key, isPast, objectives.map(({ dueDate }) => dueDate)]),
      [
        ["2025-4-past", true, ["2025-12-31"]],
        ["2026-2-past", true, ["2026-06-01"]],
        ["overdue", true, ["2026-01-31", "2026-06-14"]],
        ["2026-2-open", false, ["2026-06-15", "2026-06-30"]],
        ["2026-3-open", false, ["2026-09-30"]],
        ["2027-1-open", false, ["2027-01-01"]],
        ["none", false, [null]]
      ]
    )
    assert.deepStrictEqual(timelineColumns([], 0), [])
  })
})
