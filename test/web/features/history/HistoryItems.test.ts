import { assert, describe, it } from "@effect/vitest"
import { ChangeSetId } from "../../../../src/domain/entities/Ids.ts"
import { historyItems } from "../../../../src/web/features/history/HistoryItems.ts"
import { changes } from "../../../../src/web/features/history/HistoryTexts.ts"
import { outcome } from "../../../../src/web/texts/UndoTexts.ts"
import { historyEntry } from "../HistoryEntries.ts"

const [one, two] = ["1", "2"].map((digit) => ({
  id: ChangeSetId.make(`00000000-0000-4000-8000-00000000000${digit}`),
  name: `Set ${digit}`
}))
if (!one || !two) throw new Error("no sets")

describe("Change sets in a history", () => {
  it("are one item each, where their newest entry is, whoever wrote in between", () => {
    const entries = [
      historyEntry({ sequenceNumber: 9 }),
      historyEntry({ sequenceNumber: 8, changeSet: two }),
      historyEntry({ sequenceNumber: 7 }),
      historyEntry({ sequenceNumber: 6, changeSet: one }),
      historyEntry({ sequenceNumber: 5, changeSet: two })
    ]
    assert.deepStrictEqual(
      historyItems(entries).map(({ entries, changeSet }) => [
        changeSet?.name,
        ...entries.map(({ sequenceNumber }) => sequenceNumber)
      ]),
      [
        [undefined, 9],
        ["Set 2", 8, 5],
        [undefined, 7],
        ["Set 1", 6]
      ]
    )
  })

  it("have a sitting of check-ins by one person as one item, which a pause ends", () => {
    const checkIn = (sequenceNumber: number, minute: string, actorName = "ada") =>
      historyEntry({
        ...{ sequenceNumber, actorName, eventType: "update_progress_value" },
        timestamp: `2026-11-23T09:${minute}:00Z`
      })
    const entries = [
      checkIn(9, "59"),
      checkIn(8, "20"),
      checkIn(7, "19", "bo"),
      historyEntry({ sequenceNumber: 6, timestamp: "2026-11-23T09:15:00Z" }),
      checkIn(5, "05"),
      checkIn(4, "00")
    ]
    const numbers = (hasSittings: boolean) =>
      historyItems(entries, hasSittings).map((item) => item.entries.map(({ sequenceNumber }) => sequenceNumber))
    assert.deepStrictEqual(numbers(true), [[9], [8, 5, 4], [7], [6]])
    assert.deepStrictEqual(numbers(false), [[9], [8], [7], [6], [5], [4]])
  })

  it("say how many changes they have, and what an undo came to", () => {
    const entries = [historyEntry(), historyEntry(), historyEntry({ status: "rejected" })]
    assert.deepStrictEqual(
      [changes(entries, false), changes(entries.slice(0, 1), false), changes(entries.slice(0, 2), true)],
      ["2 changes, 1 rejected", "1 change", "2+ changes"]
    )
    const cases = [
      [0, 0, "Nothing to undo."],
      [2, 0, "Undid it."],
      [0, 1, "Nothing of it was undone:"],
      [2, 1, "Undid it, except for 1 change:"]
    ] as const
    for (const [undone, left, text] of cases) assert.strictEqual(outcome("it", undone, left), text)
  })
})
