import { assert, describe, it } from "@effect/vitest"
import { dayOf } from "../../../../src/shared/Days.ts"
import { boardSummary } from "../../../../src/web/features/board/BoardSummary.ts"
import { objective } from "../Objectives.ts"

const today = dayOf("2026-03-10")

describe("The summary of a board", () => {
  it("counts an unfinished objective as overdue from the day after its due date", () => {
    const on = (dueDate: string | null, status: "on_track" | "achieved" | "missed" = "on_track") =>
      boardSummary([objective({ dueDate, status })], today, () => false).overdue
    assert.deepStrictEqual(
      [on("2026-03-09"), on("2026-03-10"), on(null), on("2026-03-09", "achieved"), on("2026-03-09", "missed")],
      [1, 0, 0, 0, 0]
    )
  })

  it("counts an objective that needs attention for two reasons only once", () => {
    const summary = boardSummary(
      [
        objective({ status: "at_risk", dueDate: "2026-01-01", principles: ["p"] }),
        objective({ status: "on_track", dueDate: "2026-01-01" }),
        objective({ status: "on_track", owner: "Ann" }),
        objective({ status: "missed", dueDate: "2026-01-01" })
      ],
      today,
      (owner) => owner === "Ann"
    )
    assert.deepStrictEqual(summary, {
      objectives: 4,
      byStatus: { draft: 0, on_track: 2, at_risk: 1, off_track: 0, achieved: 0, missed: 1 },
      needAttention: 3,
      overdue: 2,
      withoutPrinciple: 3,
      mine: 1
    })
  })
})
