import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { firstSentences, lastNote, notedCheckIns, noteSince, objectiveNotes } from "../../../src/deck/facts/LastNote.ts"
import { id } from "../../domain/ExampleStrategy.ts"
import { sample } from "../SampleDeck.ts"
import { anyInput } from "../Teams.ts"
import { ask, objectiveIn, teamAfter } from "./ExampleTeams.ts"

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
      fc.property(anyInput, ({ team, reasons }) => {
        for (const objective of team.objectives) {
          const [newest] = notedCheckIns(objective)
          const note = lastNote(objective, { reasons })
          assert.strictEqual(note?.words, newest === undefined ? undefined : firstSentences(newest.note))
          assert.strictEqual(note?.timestamp, newest?.timestamp)
          assert.notInclude(note?.words ?? "", "\n")
        }
      }),
      { numRuns: 50 }
    )
  })

  it("is the reason of the status unless a check-in was noted later, once it is known who gave it", () => {
    const [first] = sample.team.objectives
    assert(first !== undefined)
    const objective = { ...first, statusNote: "Vendor **insolvent**." }
    const signature = { timestamp: "2026-12-01T08:00:00.000Z", actorName: "Ada" }
    assert.deepStrictEqual(lastNote(objective, { reasons: new Map([[objective.id, signature]]) }), {
      ...signature,
      words: "Vendor insolvent.",
      typed: "Vendor **insolvent**."
    })
    const early = { ...signature, timestamp: "2026-01-01T08:00:00.000Z" }
    const unknown = { reasons: new Map() }
    assert.deepStrictEqual(lastNote(objective, { reasons: new Map([[objective.id, early]]) }), lastNote(first, unknown))
    assert.deepStrictEqual(lastNote(objective, unknown), lastNote(first, unknown))
  })

  it("is the newest one since a day, and none before it", () => {
    const [first] = sample.team.objectives.filter((each) => lastNote(each, sample) !== null)
    assert(first !== undefined)
    const said = lastNote(first, sample)
    const day = said?.timestamp.slice(0, 10) ?? ""
    const objective = { ...first, statusNote: "Late." }
    const reasons = new Map([[objective.id, { timestamp: `${day.slice(0, 4)}-01-01T08:00:00.000Z`, actorName: "Ada" }]])
    assert.deepStrictEqual(noteSince(objective, { reasons }, day), said)
    assert.isNull(noteSince(objective, { reasons }, "2999-01-01"))
  })
})

describe("Speaker notes of an objective", () => {
  const said = (value: number, note?: string) =>
    ask("update_progress_value", id.progress, { value, ...(note !== undefined && { note }) })

  it("contain its whole description and what was said last, in full", () => {
    const team = teamAfter(
      ask("update_description", id.objective, { description: "Why it matters.\n\nIn two paragraphs." }),
      said(5, "It began."),
      said(6),
      said(7, "slow\nstart")
    )
    assert.deepStrictEqual(objectiveNotes(objectiveIn(team)).split("\n\n"), [
      "Why it matters.",
      "In two paragraphs.",
      "1 Jan 2026, ada: slow\nstart",
      "1 Jan 2026, ada: It began."
    ])
  })

  it("are empty of a bare objective, and have at most ten notes", () => {
    assert.strictEqual(objectiveNotes(objectiveIn(teamAfter(), id.secondObjective)), "")
    const many = Array.from({ length: 12 }, (_, at) => said(at + 5, `Note ${at}`))
    assert.lengthOf(objectiveNotes(objectiveIn(teamAfter(...many))).split("\n\n"), 10)
  })
})
