import { assert, describe, it } from "@effect/vitest"
import { dayOf } from "../../../../src/shared/Days.ts"
import { needs } from "../../../../src/web/features/overview/AttentionList.ts"
import { readVisits, seen, type Visits, writeVisits } from "../../../../src/web/features/overview/LastVisit.ts"
import { objective, team } from "../OverviewBodies.ts"

const minutes = 60_000

describe("What needs the user", () => {
  it("is off track, overdue, in doubt, at risk or stale, in this order, those first that have waited longest", () => {
    const mine = team({ name: "Mine" })
    const named = (title: string, given: Partial<ReturnType<typeof objective>>) =>
      objective({ team: mine, title, measures: 1, lastCheckInAt: "2026-05-30T10:00:00.000Z", ...given })
    const all = [
      named("calm", {}),
      named("at risk", { status: "at_risk" }),
      named("off track", { status: "off_track" }),
      named("stale", { lastCheckInAt: "2026-05-01T10:00:00.000Z" }),
      named("doubtful", { doubts: ["on_track_behind"] }),
      named("overdue", { dueDate: "2026-05-20" }),
      named("longer overdue", { dueDate: "2026-05-02" }),
      named("achieved late", { status: "achieved", dueDate: "2026-05-01" })
    ]
    assert.deepStrictEqual(
      needs(all, dayOf("2026-06-01T00:00:00.000Z")).map(({ title }) => title),
      ["off track", "longer overdue", "overdue", "doubtful", "at risk", "stale"]
    )
  })
})

describe("The last visit", () => {
  it("is where the log was before a pause, and survives being stored", () => {
    const visitsAfter = (...visits: ReadonlyArray<readonly [sequenceNumber: number, minute: number]>): Visits =>
      visits.reduce<Visits>(
        (before, [sequenceNumber, minute]) =>
          seen(readVisits(writeVisits(before)), { sequenceNumber, at: minute * minutes }),
        readVisits(undefined)
      )
    const first = { sequenceNumber: 5, at: 20 * minutes }
    assert.isUndefined(visitsAfter([3, 0], [5, 20]).before)
    assert.deepStrictEqual(visitsAfter([3, 0], [5, 20], [9, 90]).before, first)
    assert.deepStrictEqual(visitsAfter([3, 0], [5, 20], [9, 90], [12, 110]).before, first)
    assert.deepStrictEqual(readVisits("x@1 2@"), { before: undefined, latest: undefined })
  })
})
