import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { firstSentences, lastNote, notedCheckIns } from "../../../src/deck/facts/LastNote.ts"
import { anyInput } from "../Teams.ts"

describe("LastNote", () => {
  it.each([
    ["", ""],
    ["Vendor insolvent", "Vendor insolvent"],
    ["Vendor insolvent. New one found.", "Vendor insolvent. New one found."],
    ["First line\nsecond line\n\nthird", "First line second line third"],
    ["Is it 3.5 now? Yes!", "Is it 3.5 now? Yes!"],
    [`${"a".repeat(100)}. ${"b".repeat(100)}.`, `${"a".repeat(100)}.`],
    ["x".repeat(300), `${"x".repeat(159)}…`],
    ["לא הספקנו. נמשיך מחר.", "לא הספקנו. נמשיך מחר."]
  ])("of %j is %j", (text, sentences) => {
    assert.strictEqual(firstSentences(text), sentences)
  })

  it("takes no long for a long note without sentences", () => {
    for (const text of [" ".repeat(4000), "\n".repeat(4000), ".".repeat(4000), "a ".repeat(2000)]) {
      assert.isAtMost([...firstSentences(text)].length, 160)
    }
  })

  it("is the note of the newest check-in that has one, in one line", () => {
    fc.assert(
      fc.property(anyInput, ({ team }) => {
        for (const objective of team.objectives) {
          const [newest] = notedCheckIns(objective)
          const note = lastNote(objective)
          assert.strictEqual(note?.words, newest === undefined ? undefined : firstSentences(newest.note))
          assert.strictEqual(note?.timestamp, newest?.timestamp)
          assert.notInclude(note?.words ?? "", "\n")
        }
      }),
      { numRuns: 50 }
    )
  })
})
