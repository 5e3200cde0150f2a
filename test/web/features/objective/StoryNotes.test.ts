import { assert, describe, it } from "@effect/vitest"
import { statusChangesOf } from "../../../../src/web/features/objective/StatusChanges.ts"
import { storyOf } from "../../../../src/web/features/objective/StoryNotes.ts"
import { measure } from "../Objectives.ts"

type CheckIns = Parameters<typeof storyOf>[0][number]["checkIns"]

const checkIn = (sequenceNumber: number, date: string, value: number, note: string) =>
  ({ sequenceNumber, date, value, note, confidence: null, timestamp: "", actorName: "ada" }) as CheckIns[number]

const change = (sequenceNumber: number, day: string, note: string) => ({
  ...{ sequenceNumber, note, timestamp: `${day}T12:00:00.000Z`, actorName: "bob" },
  ...({ from: "draft", to: "on_track" } as const)
})

type Entry = Parameters<typeof statusChangesOf>[0][number]

const entry = (eventType: string, data: Entry["data"], more: Partial<Entry> = {}) =>
  ({
    ...{ eventType, data, status: "applied", isTransitive: false, oldValue: null, sequenceNumber: 1, timestamp: "" },
    ...{ actorName: "ada", actorDisplayName: "Ada L." },
    ...more
  }) as Entry

describe("The story of an objective", () => {
  it("has the notes of statuses and check-ins, newest first, each check-in on its day with the value before", () => {
    const sales = {
      ...measure({ id: "a", name: "Sales" }),
      checkIns: [checkIn(9, "2026-03-09", 5, "Last"), checkIn(2, "2026-03-01", 3, "First")]
    }
    const hours = {
      ...measure({ id: "b", name: "Hours" }),
      // Entered late.
      checkIns: [checkIn(12, "2026-03-04", 7, "Between"), checkIn(3, "2026-03-01", 8, "")]
    }
    const story = storyOf([sales, hours], [change(11, "2026-03-09", "Why"), change(4, "2026-03-05", "")])
    assert.deepStrictEqual(
      story.map((told) => ("to" in told ? [told.to, told.note] : [told.name, told.note, told.before, told.value])),
      [
        ["on_track", "Why"],
        ["Sales", "Last", 3, 5],
        ["Hours", "Between", 8, 7],
        ["Sales", "First", undefined, 3]
      ]
    )
  })

  it("takes statuses from a history: from which to which, by whom, and nothing that was rejected", () => {
    const history = [
      entry("update_objective_status", { status: "at_risk", note: "Late" }, { oldValue: "on_track" }),
      entry("update_objective_status", { status: "achieved", note: "No" }, { status: "rejected" }),
      entry("update_title", { title: "Other" }),
      entry("create_objective", { title: "One", status: "on_track", statusNote: "Funded" })
    ]
    assert.deepStrictEqual(
      statusChangesOf(history).map(({ from, to, note, actorName }) => [from, to, note, actorName]),
      [
        ["on_track", "at_risk", "Late", "Ada L."],
        [undefined, "on_track", "Funded", "Ada L."]
      ]
    )
  })
})
