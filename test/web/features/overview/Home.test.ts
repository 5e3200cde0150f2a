import { assert, describe, it } from "@effect/vitest"
import { dayOf } from "../../../../src/shared/Days.ts"
import { needs, owned } from "../../../../src/web/features/overview/AttentionList.ts"
import { objective, team } from "../OverviewBodies.ts"

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

describe("What the user owns", () => {
  it("is what is open: first what needs somebody, then the others, the one that is due soonest first", () => {
    const named = (title: string, given: Partial<ReturnType<typeof objective>>) =>
      objective({ team: team({ name: "Mine" }), title, owner: "me", ...given })
    const all = [
      named("no date", {}),
      named("later", { dueDate: "2026-08-01" }),
      named("soon", { dueDate: "2026-07-01" }),
      named("achieved", { status: "achieved" }),
      named("of another", { owner: "Ann", status: "off_track" }),
      named("at risk", { status: "at_risk" }),
      named("off track", { status: "off_track" })
    ]
    const mine = owned(all, dayOf("2026-06-01T00:00:00.000Z"), (owner) => owner === "me")
    assert.deepStrictEqual(
      mine.map(({ title }) => title),
      ["off track", "at risk", "soon", "later", "no date"]
    )
  })
})
