import { assert, describe, it } from "@effect/vitest"
import { checkInOrder } from "../../../../src/web/features/checkIn/CheckInOrder.ts"
import { measure, objective } from "../Objectives.ts"

const made = (id: string, status: Parameters<typeof objective>[0]["status"], ...days: ReadonlyArray<number>) => ({
  ...objective({ title: id, status: status ?? "on_track" }),
  id: objectiveId(id),
  progress: days.map((day) => measure({ id: `${id}${day}`, updatedAt: `2026-01-${10 + day}T00:00:00.000Z` }))
})

const objectiveId = (id: string) => id as ReturnType<typeof objective>["id"]

const shown = (order: ReturnType<typeof checkInOrder>) => order.map(({ measureIds }) => measureIds.join()).join(" ")

describe("The order of check-ins", () => {
  it("begins with what nobody has checked in on for the longest time, and ends with drafts", () => {
    const objectives = [
      made("a", "on_track", 7, 3),
      made("b", "draft", 1),
      made("c", "achieved", 1),
      made("d", "at_risk"),
      made("e", "off_track", 2, 9)
    ]
    assert.strictEqual(shown(checkInOrder(objectives)), "e2,e9 a3,a7 b1")
  })

  it("stays while somebody works in the table, for objectives that are closed there too", () => {
    const before = checkInOrder([made("a", "on_track", 1, 2), made("b", "on_track", 3)])
    const after = [made("c", "on_track", 0), made("b", "missed", 3), made("a", "on_track", 2, 9)]
    assert.strictEqual(shown(checkInOrder(after, before)), "a2,a9 b3 c0")
    assert.strictEqual(shown(checkInOrder([made("b", "on_track")], before)), "")
  })
})
