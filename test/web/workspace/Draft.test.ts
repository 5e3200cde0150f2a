import { assert, describe, it } from "@effect/vitest"
import { noChange } from "../../../src/domain/Outcome.ts"
import { answered, refused } from "../../../src/web/workspace/Answer.ts"
import * as Draft from "../../../src/web/workspace/Draft.ts"
import { readDraft } from "../../../src/web/workspace/DraftStorage.ts"
import { field, rulesOf } from "../../../src/web/workspace/Field.ts"

const seen = (text: string, sequenceNumber: number): Draft.Seen => ({ text, sequenceNumber })

const title = rulesOf(field("objective.title", "t", "o"))
const position = rulesOf(field("objective.position", "t", "o"))
const checkIn = rulesOf(field("progress.value", "t", "m"))

const mine = Draft.typed(Draft.begin(seen("before", 3)), "mine")

const conflict = (found: string, sequenceNumber: number) => ({
  ...noChange,
  status: "rejected" as const,
  sequenceNumber,
  rejectionReason: "conflict",
  conflictingServerValue: found
})

describe("A draft", () => {
  it("is in conflict once the field says something new, and no more when it says the old again", () => {
    assert.deepStrictEqual(Draft.conflictOf(mine, seen("theirs", 5), title), {
      before: "before",
      theirs: seen("theirs", 5),
      mine: "mine"
    })
    assert.isUndefined(Draft.conflictOf(mine, seen("before", 6), title))
  })

  it("is not in conflict with the same text in other letters, nor before anything is typed", () => {
    const accent = Draft.typed(Draft.begin(seen("before", 3)), " Cafe\u0301\r\nbar")
    assert.isUndefined(Draft.conflictOf(accent, seen("Caf\u00e9\nbar", 5), title))
    assert.isUndefined(Draft.conflictOf(Draft.begin(seen("before", 3)), seen("theirs", 5), title))
  })

  it("of a position is not in conflict for being shifted, only for a rejected move", () => {
    assert.isUndefined(Draft.conflictOf(mine, seen("4", 5), position))
    const next = answered(Draft.asked(mine, "k"), conflict("4", 6), position, "next")
    assert.deepStrictEqual(next.draft && Draft.conflictOf(next.draft, seen("5", 5), position)?.theirs, seen("4", 6))
  })

  it("of a check-in shows all the page knows of theirs, and is never sent again unasked", () => {
    const next = answered(Draft.asked(mine, "k"), conflict("before", 6), checkIn, "next")
    assert.strictEqual(next.again, false)
    assert.deepStrictEqual(next.draft && Draft.conflictOf(next.draft, seen('{"value":1}', 5), checkIn), {
      before: "before",
      theirs: seen('{"value":1}', 5),
      mine: "mine"
    })
  })

  it("is measured by what was saved last while the page still shows what was before", () => {
    const sent = Draft.typed(Draft.asked(mine, "k"), "before")
    const { draft } = answered(sent, { ...noChange, status: "applied", sequenceNumber: 9 }, title, "next")
    assert.deepStrictEqual(draft?.base, seen("mine", 9))
    assert.isFalse(draft === undefined || Draft.isIdle(draft, seen("before", 3)))
    assert.isUndefined(draft && Draft.conflictOf(draft, seen("before", 3), title))
  })

  it("that was changed and changed back meanwhile is sent again by itself, under another key", () => {
    assert.deepStrictEqual(answered(Draft.asked(mine, "k"), conflict("before", 8), title, "next"), {
      again: true,
      draft: {
        ...Draft.asked(mine, "k"),
        base: seen("before", 8),
        sent: { text: "mine", lastSeen: 8, key: "next" }
      }
    })
  })

  it("keeps its first submission until that is answered, and then sends what was typed since", () => {
    const waiting = Draft.unanswered(Draft.asked(mine, "first"))
    assert.strictEqual(waiting.phase, "waiting")
    const more = Draft.asked(Draft.typed(waiting, "more"), "second")
    assert.deepStrictEqual([more.sent, more.wanted], [{ text: "mine", lastSeen: 3, key: "first" }, true])
    const { draft, again } = answered(more, { ...noChange, status: "applied", sequenceNumber: 7 }, title, "third")
    assert.deepStrictEqual([draft?.sent, again], [{ text: "more", lastSeen: 7, key: "third" }, true])
  })

  it("that is refused keeps its text and says why", () => {
    const { draft } = refused(Draft.asked(mine, "k"), "may not", "next")
    assert.deepStrictEqual([draft?.phase, draft?.mine, draft?.reason], ["refused", "mine", "may not"])
  })
})

describe("A kept draft", () => {
  const kept = { field: field("objective.title", "t", "o"), draft: Draft.asked(mine, "k") }

  it("comes back; what was on its way waits", () => {
    assert.deepStrictEqual(readDraft(JSON.parse(JSON.stringify(kept))), {
      field: kept.field,
      draft: { ...kept.draft, phase: "waiting" }
    })
  })

  it("of another shape is none", () => {
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
