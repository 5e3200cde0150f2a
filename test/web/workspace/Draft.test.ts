import { assert, describe, it } from "@effect/vitest"
import { answerOf, noChange as decidedNoChange } from "../../../src/domain/Outcome.ts"
import * as Draft from "../../../src/web/workspace/Draft.ts"
import { afterOutcome, afterRefusal } from "../../../src/web/workspace/DraftAnswers.ts"
import { readDraft } from "../../../src/web/workspace/DraftStorage.ts"
import { field, rulesOf } from "../../../src/web/workspace/Field.ts"

const noChange = answerOf(decidedNoChange)

const seen = (text: string, sequenceNumber: number): Draft.SeenValue => ({ text, sequenceNumber })

const title = rulesOf(field("objective.title", "t", "o"))
const position = rulesOf(field("objective.position", "t", "o"))
const checkIn = rulesOf(field("progress.value", "t", "m"))

const mine = Draft.withText(Draft.newDraft(seen("before", 3)), "mine")

const conflict = (found: string, sequenceNumber: number) => ({
  ...noChange,
  status: "rejected" as const,
  sequenceNumber,
  rejectionReason: "conflict",
  conflictingServerValue: found
})

describe("A draft", () => {
  it("is in conflict when the field has a new value, and no longer when it has the old one again", () => {
    assert.deepStrictEqual(Draft.conflictOf(mine, seen("theirs", 5), title), {
      before: "before",
      theirs: seen("theirs", 5),
      mine: "mine"
    })
    assert.isUndefined(Draft.conflictOf(mine, seen("before", 6), title))
  })

  it("is not in conflict with an equal text of another Unicode form, nor before anything is typed", () => {
    const accent = Draft.withText(Draft.newDraft(seen("before", 3)), " Cafe\u0301\r\nbar")
    assert.isUndefined(Draft.conflictOf(accent, seen("Caf\u00e9\nbar", 5), title))
    assert.isUndefined(Draft.conflictOf(Draft.newDraft(seen("before", 3)), seen("theirs", 5), title))
  })

  it("of a position is in conflict after a rejected move only, not when the position is shifted", () => {
    assert.isUndefined(Draft.conflictOf(mine, seen("4", 5), position))
    const next = afterOutcome(Draft.submitted(mine, "k"), conflict("4", 6), position, "next")
    assert.deepStrictEqual(next.draft && Draft.conflictOf(next.draft, seen("5", 5), position)?.theirs, seen("4", 6))
  })

  it("of a check-in shows their whole value, and is not sent again by itself", () => {
    const next = afterOutcome(Draft.submitted(mine, "k"), conflict("before", 6), checkIn, "next")
    assert.strictEqual(next.sendsAgain, false)
    assert.deepStrictEqual(next.draft && Draft.conflictOf(next.draft, seen('{"value":1}', 5), checkIn), {
      before: "before",
      theirs: seen('{"value":1}', 5),
      mine: "mine"
    })
  })

  it("is compared with the value saved last while the page still shows the one before", () => {
    const sent = Draft.withText(Draft.submitted(mine, "k"), "before")
    const { draft } = afterOutcome(sent, { ...noChange, status: "applied", sequenceNumber: 9 }, title, "next")
    assert.deepStrictEqual(draft?.base, seen("mine", 9))
    assert.isFalse(draft === undefined || Draft.hasNothingToSave(draft, seen("before", 3)))
    assert.isUndefined(draft && Draft.conflictOf(draft, seen("before", 3), title))
  })

  it("whose field was changed and changed back is sent again by itself under another key", () => {
    assert.deepStrictEqual(afterOutcome(Draft.submitted(mine, "k"), conflict("before", 8), title, "next"), {
      sendsAgain: true,
      draft: {
        ...Draft.submitted(mine, "k"),
        base: seen("before", 8),
        sent: { text: "mine", lastSeen: 8, key: "next" }
      }
    })
  })

  it("keeps its first submission until it is answered, and then sends what was typed since", () => {
    const waiting = Draft.unanswered(Draft.submitted(mine, "first"))
    assert.strictEqual(waiting.phase, "waiting")
    const more = Draft.submitted(Draft.withText(waiting, "more"), "second")
    assert.deepStrictEqual([more.sent, more.wanted], [{ text: "mine", lastSeen: 3, key: "first" }, true])
    const { draft, sendsAgain } = afterOutcome(
      more,
      { ...noChange, status: "applied", sequenceNumber: 7 },
      title,
      "third"
    )
    assert.deepStrictEqual([draft?.sent, sendsAgain], [{ text: "more", lastSeen: 7, key: "third" }, true])
  })

  it("that is refused keeps its text and says why", () => {
    const { draft } = afterRefusal(Draft.submitted(mine, "k"), "may not", "next")
    assert.deepStrictEqual([draft?.phase, draft?.mine, draft?.reason], ["refused", "mine", "may not"])
  })
})

describe("A stored draft", () => {
  const kept = { field: field("objective.title", "t", "o"), draft: Draft.submitted(mine, "k") }

  it("is read back; one that was being saved is waiting", () => {
    assert.deepStrictEqual(readDraft(JSON.parse(JSON.stringify(kept))), {
      field: kept.field,
      draft: { ...kept.draft, phase: "waiting" }
    })
  })

  it("of another shape is ignored", () => {
    const others = [
      null,
      7,
      "text",
      [],
      {},
      { ...kept, field: { ...kept.field, kind: "objective.colour" } },
      { ...kept, field: { ...kept.field, kind: "toString" } },
      { ...kept, draft: { ...kept.draft, base: "before" } },
      { ...kept, draft: { ...kept.draft, mine: undefined } }
    ]
    assert.deepStrictEqual(
      others.map(readDraft),
      others.map(() => undefined)
    )
  })
})
