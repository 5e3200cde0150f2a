import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { quoted } from "../../../../src/shared/Quoted.ts"
import { sentenceOf } from "../../../../src/web/features/history/Sentence.ts"

type Entry = Parameters<typeof sentenceOf>[0]

const entry = (
  eventType: Entry["eventType"],
  fieldName: string | null,
  values: readonly [string | null, string | null],
  description: string
): Entry => ({ eventType, fieldName, oldValue: values[0], newValue: values[1], description })

const place = (position: number) => JSON.stringify({ groupId: null, position })

const cases: ReadonlyArray<readonly [entry: Entry, sentence: string, showsValues: boolean]> = [
  [
    entry("restore_history", null, [null, null], "went with the restore to event 5"),
    "removed this with the restore to event 5",
    false
  ],
  [
    entry("restore_history", null, [null, null], "came back with the restore to event 5"),
    "brought this back with the restore to event 5",
    false
  ],
  [
    entry(
      "update_objective_status",
      "status",
      ["draft", "at_risk"],
      "changed the status of objective 'A' from draft to at risk"
    ),
    "changed the status of objective 'A'",
    true
  ],
  [
    entry(
      "update_objective_status",
      "status",
      ["off_track", "achieved"],
      "changed the status of objective 'A' from off track to achieved"
    ),
    "changed the status of objective 'A'",
    true
  ],
  [
    entry(
      "update_progress_value",
      "definition",
      ["{}", "{}"],
      "corrected progress measure 'A: from 1 to 2': from 1 to 5 %, now from 2 to 7 %"
    ),
    "corrected progress measure 'A: from 1 to 2'",
    true
  ],
  [
    entry(
      "update_objective_status",
      "status",
      [null, null],
      "changed the status of objective 'A' from draft to at risk"
    ),
    "changed the status of objective 'A' from draft to at risk",
    false
  ],
  [
    entry(
      "update_objective_due_date",
      "dueDate",
      ["", "2026-03-01"],
      "set the due date of objective 'A to B' to 2026-03-01"
    ),
    "set the due date of objective 'A to B'",
    true
  ],
  [
    entry("update_objective_due_date", "dueDate", ["2026-03-01", ""], "removed the due date of objective 'A'"),
    "removed the due date of objective 'A'",
    true
  ],
  [
    entry("update_objective_position", "position", ["0", "2"], "moved objective 'A' from position 1 to 3"),
    "moved objective 'A'",
    true
  ],
  [
    entry(
      "update_initiative_placement",
      "placement",
      [place(0), place(2)],
      "moved initiative 'A' from position 1 to 3"
    ),
    "moved initiative 'A'",
    true
  ],
  [
    entry("update_initiative_placement", "placement", [place(0), place(2)], "moved initiative 'A' to group 'B'"),
    "moved initiative 'A' to group 'B'",
    false
  ],
  [
    entry("update_objective_principle_link", "principle:1", ["false", "true"], "linked principle 'P' to objective 'A'"),
    "linked principle 'P' to objective 'A'",
    false
  ],
  [
    entry("update_progress_value", "value", ["3", "4.5"], "checked in 'Tickets: 1 -> 2': 3 -> 4.5 of 10 %"),
    "checked in 'Tickets: 1 -> 2'",
    true
  ],
  [
    entry("update_progress_value", "value", [null, null], "checked in 'Tickets': 3 -> 4.5 of 10 %"),
    "checked in 'Tickets': 3 → 4.5 of 10 %",
    false
  ],
  [entry("create_objective", null, [null, null], "created objective 'A'"), "created objective 'A'", false]
]

describe("the sentence of an entry", () => {
  it("leaves out the values that are shown below it, and nothing else", () => {
    for (const [one, sentence, isShown] of cases) {
      assert.deepStrictEqual(sentenceOf(one), [sentence, isShown])
    }
  })

  it("names a renamed entity by its old name, whatever both names are", () => {
    const name = fc.oneof(
      fc.string({ minLength: 1, maxLength: 90, unit: "grapheme" }),
      fc.constantFrom("' to '", "a' to 'b", "a\u2028b", "\t", "\ud800")
    )
    fc.assert(
      fc.property(name, name, (before, after) => {
        const description = `renamed objective ${quoted(before)} to ${quoted(after)}`
        const renamed = entry("update_objective_title", "title", [before, after], description)
        assert.strictEqual(sentenceOf(renamed)[0], `renamed objective ${quoted(before)}`)
      })
    )
  })
})
