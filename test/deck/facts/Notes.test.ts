import { assert, describe, it } from "@effect/vitest"
import { objectiveNotes } from "../../../src/deck/facts/SpeakerNotes.ts"
import { type Input, id } from "../../domain/ExampleStrategy.ts"
import { ask, objectiveIn, teamAfter } from "./ExampleTeams.ts"

const checkIns = (count: number): ReadonlyArray<Input> =>
  Array.from({ length: count }, (_, index) => ask("update_progress_value", id.progress, { value: index + 5 }))

describe("Notes", () => {
  it("of an objective contain its description and its check-ins", () => {
    const team = teamAfter(
      ask("update_description", id.objective, { description: "Why it matters.\n\nIn two paragraphs." }),
      ask("update_progress_value", id.progress, { value: 6 }),
      ask("update_progress_value", id.progress, { value: 7, confidence: 3, note: "slow\nstart" }),
      ask("create_progress", id.objective, { name: "Calls", start: 1200, target: 0 })
    )
    assert.deepStrictEqual(objectiveNotes(objectiveIn(team)).split("\n"), [
      "Why it matters.",
      "",
      "In two paragraphs.",
      "",
      "Sales: 7 of 10\u00A0%, from 4\u00A0% (50\u00A0%)",
      "- 1 Jan 2026, ada: 7\u00A0%, confidence 3 of 10: slow start",
      "- 1 Jan 2026, ada: 6\u00A0%",
      "",
      "Calls: 1,200, target 0 (0\u00A0%)",
      "- No check-ins yet"
    ])
  })

  it("of a bare objective are empty", () => {
    assert.strictEqual(objectiveNotes(objectiveIn(teamAfter(), id.secondObjective)), "")
  })

  it("show the latest 20 check-ins of a measure and count the others", () => {
    const lines = (count: number) => {
      const team = teamAfter(...checkIns(count))
      return objectiveNotes(objectiveIn(team)).split("\n- ").slice(1)
    }
    assert.lengthOf(lines(20), 20)
    assert.deepStrictEqual([lines(21).length, lines(21).at(-1)], [21, "and 1 earlier"])
    assert.deepStrictEqual([lines(25)[0], lines(25).at(-1)], ["1 Jan 2026, ada: 29\u00A0%", "and 5 earlier"])
  })
})
