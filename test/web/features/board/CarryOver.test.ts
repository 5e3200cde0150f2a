import { assert, describe, it } from "@effect/vitest"
import { dayOf } from "../../../../src/shared/Days.ts"
import { carriedOver, leftOver, nextQuarter } from "../../../../src/web/features/board/CarryOverPlan.ts"
import { objective } from "../Objectives.ts"

const q2 = { from: "2026-04-01", to: "2026-06-30" }

describe("Carrying over", () => {
  it("offers what is open and was due in a quarter that ended, or ends within two weeks", () => {
    const all = [
      objective({ title: "last year", dueDate: "2025-12-31" }),
      objective({ title: "last", dueDate: "2026-03-31" }),
      objective({ title: "done", dueDate: "2026-03-31", status: "achieved" }),
      objective({ title: "this", dueDate: "2026-06-30" }),
      objective({ title: "any", dueDate: null })
    ]
    const on = (date: string) => [nextQuarter(dayOf(date)).to, ...leftOver(all, dayOf(date)).map(({ title }) => title)]
    assert.deepStrictEqual(on("2026-06-16"), ["2026-06-30", "last year", "last"])
    assert.deepStrictEqual(on("2026-06-17"), ["2026-09-30", "last year", "last", "this"])
  })

  it.each([
    ["2026-01-01", "2026-03-31", q2.from],
    ["2026-02-12", "2026-03-03", q2.from],
    ["2025-10-01", "2026-03-31", "2025-10-01"],
    [null, "2026-03-31", null]
  ])("from %s to %s begins on %s", (startDate, dueDate, begin) => {
    assert.deepStrictEqual(carriedOver({ startDate, dueDate }, q2), { startDate: begin, dueDate: q2.to })
  })
})
