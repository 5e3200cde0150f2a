import { assert, describe, it } from "@effect/vitest"
import { answerOf, noChange as decidedNoChange, type Outcome } from "../../../../src/domain/Outcome.ts"
import type { CheckIn, EditedValue } from "../../../../src/shared/FieldEdits.ts"
import { type Field, field, rulesOf } from "../../../../src/web/workspace/Field.ts"
import * as Edit from "../../../../src/web/workspace/outbox/Edit.ts"
import { afterOutcome, afterRefusal } from "../../../../src/web/workspace/outbox/EditAnswer.ts"
import { conflictOf, hasNothingToSave } from "../../../../src/web/workspace/outbox/EditConflict.ts"

const noChange = answerOf(decidedNoChange)

const seen = (value: EditedValue, sequenceNumber: number): Edit.SeenValue => ({ value, sequenceNumber })

const title = field("objective.title", "t", "o")
const position = field("objective.position", "t", "o")
const checkIn = field("progress.value", "t", "m")

const edited = (before: EditedValue, mine: EditedValue): Edit.Edit =>
  Edit.withValue(Edit.newEdit(seen(before, 3)), mine)

const mine = edited("before", "mine")

const conflict = (edit: Edit.Edit | undefined, shown: Edit.SeenValue, of: Field) =>
  edit && conflictOf(edit, shown, rulesOf(of))

const applied = (sequenceNumber: number): Outcome => ({ ...noChange, status: "applied", sequenceNumber })

const rejected = (found: string, sequenceNumber: number): Outcome => ({
  ...noChange,
  status: "rejected",
  sequenceNumber,
  rejectionReason: "conflict",
  conflictingServerValue: found
})

describe("An edit", () => {
  it("is in conflict when the field has a new value, and no longer when it has the old one again", () => {
    assert.deepStrictEqual(conflict(mine, seen("theirs", 5), title), {
      before: "before",
      theirs: seen("theirs", 5),
      mine: "mine"
    })
    assert.isUndefined(conflict(mine, seen("before", 6), title))
  })

  it("is not in conflict with an equal text of another Unicode form, nor before anything is typed", () => {
    assert.isUndefined(conflict(edited("before", " Cafe\u0301\r\nbar"), seen("Caf\u00e9\nbar", 5), title))
    assert.isUndefined(conflict(Edit.newEdit(seen("before", 3)), seen("theirs", 5), title))
  })

  it("of a position is in conflict after a rejected move only, not when the position is shifted", () => {
    const moved = edited(1, 2)
    assert.isUndefined(conflict(moved, seen(4, 5), position))
    const next = afterOutcome(Edit.submitted(moved, "k"), rejected("4", 6), position, "next")
    assert.deepStrictEqual(conflict(next, seen(5, 5), position)?.theirs, seen(4, 6))
  })

  it("of a check-in shows their whole value, and is not sent again by itself", () => {
    const [before, ours, theirs]: ReadonlyArray<CheckIn> = [1, 2, 3].map((value) => ({
      ...{ value, confidence: value, note: `${value}` }
    }))
    const typed = edited(before ?? 0, ours ?? 0)
    const next = afterOutcome(Edit.submitted(typed, "k"), rejected("1", 6), checkIn, "next")
    assert.isUndefined(next?.sent)
    // Until the page shows it, their value is known in part and can't be overwritten.
    assert.deepStrictEqual(
      [seen(before ?? 0, 4), seen(theirs ?? 0, 5)].map((shown) => conflict(next, shown, checkIn)),
      [seen({ value: 1, confidence: null, note: "" }, 4), seen(theirs ?? 0, 5)].map((theirs) => ({
        ...{ before: before ?? 0, theirs, mine: ours ?? 0 }
      }))
    )
    assert.isUndefined(conflict(typed, seen({ value: 2, confidence: 2, note: "2 " }, 5), checkIn))
  })

  it("of a date is in conflict with the date that the server names, or with none", () => {
    const due = field("objective.dueDate", "t", "o")
    for (const found of ["2031-01-31", ""]) {
      const next = afterOutcome(
        Edit.submitted(edited("2030-01-01", "2032-02-29"), "k"),
        rejected(found, 6),
        due,
        "next"
      )
      assert.deepStrictEqual(conflict(next, seen("2030-01-01", 3), due)?.theirs, seen(found || null, 6))
    }
  })

  it("is compared with the value saved last while the page still shows the one before", () => {
    const sent = Edit.withValue(Edit.submitted(mine, "k"), "before")
    const next = afterOutcome(sent, applied(9), title, "next")
    assert.deepStrictEqual(next?.base, seen("mine", 9))
    assert.isFalse(next === undefined || hasNothingToSave(next, seen("before", 3)))
    assert.isUndefined(conflict(next, seen("before", 3), title))
  })

  it("whose field was changed and changed back is sent again by itself under another key", () => {
    assert.deepStrictEqual(afterOutcome(Edit.submitted(mine, "k"), rejected("before", 8), title, "next"), {
      ...Edit.submitted(mine, "k"),
      base: seen("before", 8),
      sent: { value: "mine", lastSeen: 8, key: "next" }
    })
  })

  it("keeps its first submission until it is answered, and then sends what was typed since", () => {
    const first = Edit.submitted(mine, "first")
    const more = Edit.submitted(Edit.withValue(first, "more"), "second")
    assert.deepStrictEqual([more.sent, more.mine], [{ value: "mine", lastSeen: 3, key: "first" }, "more"])
    assert.deepStrictEqual(afterOutcome(more, applied(7), title, "third")?.sent, {
      ...{ value: "more", lastSeen: 7, key: "third" }
    })
  })

  it("that is refused keeps its text and says why", () => {
    const { phase, mine: kept, reason } = afterRefusal(Edit.submitted(mine, "k"), "may not", "next")
    assert.deepStrictEqual([phase, kept, reason], ["refused", "mine", "may not"])
  })
})
