import { assert, describe, it } from "@effect/vitest"
import { EntityId } from "../../../../src/domain/entities/Ids.ts"
import type { TeamChanges } from "../../../../src/domain/views/OverviewChanges.ts"
import { objectiveStatuses, statusMove } from "../../../../src/shared/Statuses.ts"
import { plainFormats } from "../../../../src/shared/words/Formats.ts"
import { changeSentences } from "../../../../src/shared/words/NetChanges.ts"
import { changeParts, statusFlows } from "../../../../src/web/features/overview/ChangeSentences.ts"

const id = EntityId.make("00000000-0000-4000-8000-000000000001")

const none: TeamChanges = {
  team: { id, name: "Data", color: "#225588" },
  objectives: { created: 0, deleted: 0 },
  principles: { created: 0, deleted: 0, edited: 0 },
  statusChanges: [],
  dueDateChanges: [],
  progressChanges: [],
  wrongWayChanges: [],
  initiativeChanges: []
}

const changed = <A>(from: A, to: A, title = "Grow") => ({ objectiveId: id, title, from, to })

const worse = (by: number) => ({ id, name: "DSO", unit: "days", by })

const many: TeamChanges = {
  ...none,
  objectives: { created: 4, deleted: 1 },
  principles: { created: 1, deleted: 0, edited: 2 },
  statusChanges: [
    changed("draft", "on_track"),
    changed("on_track", "at_risk"),
    changed("on_track", "achieved"),
    changed("on_track", "off_track"),
    changed("at_risk", "achieved")
  ],
  dueDateChanges: [changed("2026-01-01", "2026-02-01"), changed(null, "2026-02-01"), changed("2026-03-01", null)],
  progressChanges: [changed(10, 20), changed(20, 10), changed(null, 5), changed(5, null)],
  wrongWayChanges: [
    changed(null, worse(2)),
    changed(worse(2), worse(5)),
    changed(worse(5), worse(2)),
    changed(worse(2), null)
  ],
  initiativeChanges: [{ objectiveId: id, title: "Grow", added: 2, done: 1, dropped: 0, deleted: 1 }]
}

describe("What has changed in a team", () => {
  it("is told in parts, the weightiest first", () => {
    assert.deepStrictEqual(changeParts([many]), [
      "2 achieved",
      "2 slipped from on track",
      "1 started",
      "4 new objectives",
      "1 deleted objective",
      "1 postponed",
      "1 given a due date",
      "1 left without a due date",
      "1 progressed",
      "1 fell back",
      "1 now measured",
      "1 no longer measured",
      "2 moved the wrong way",
      "1 less far the wrong way",
      "1 no longer worse than at the start",
      "1 initiative done",
      "2 initiatives added",
      "1 initiative deleted",
      "1 new principle",
      "2 reworded principles"
    ])
    assert.deepStrictEqual(changeParts([none]), [])
  })

  it.each(
    objectiveStatuses.flatMap((from) => objectiveStatuses.filter((to) => to !== from).map((to) => [from, to] as const))
  )("has words for %s to %s, which slips as in decks", (from, to) => {
    const [part, ...more] = changeParts([{ ...none, statusChanges: [changed(from, to)] }])
    assert.deepStrictEqual(more, [])
    const word = /^1 (achieved|missed|slipped|back on track|improved|started|from draft|reopened|back to draft)/.exec(
      part ?? ""
    )?.[1]
    assert.isDefined(word)
    assert.strictEqual(["missed", "slipped", "back to draft"].includes(word ?? ""), statusMove(from, to) === "slipped")
  })

  it("has a sentence for each objective", () => {
    const sentences = changeSentences(many, { ...plainFormats, day: (date) => date }).map(({ text }) => text)
    assert.lengthOf(sentences, 17)
    assert.include(sentences, "“Grow” changed from on track to at risk.")
    assert.include(sentences, "“Grow” is now due 2026-02-01 instead of 2026-01-01.")
    assert.include(sentences, "“Grow” is now due 2026-02-01. It had no due date before.")
    assert.include(sentences, "“Grow” no longer has a due date. It was due 2026-03-01.")
    assert.include(sentences, "“Grow” moved from 10% to 20%.")
    assert.include(sentences, "“Grow” is now measured, at 5%.")
    assert.include(sentences, "“Grow” is now 2 days the wrong way in “DSO”.")
    assert.include(sentences, "“Grow” went from 2 days to 5 days the wrong way in “DSO”.")
    assert.include(sentences, "“Grow” went from 5 days to 2 days the wrong way in “DSO”.")
    assert.include(sentences, "“Grow” is no longer worse than at its start.")
    assert.include(sentences, "“Grow”: 1 initiative done, 2 initiatives added, 1 initiative deleted.")
  })

  it("counts changes of status, the worst outcome first", () => {
    assert.deepStrictEqual(
      statusFlows([many, many]).map(({ from, to, changes }) => [from, to, changes.length]),
      [
        ["on_track", "off_track", 2],
        ["on_track", "at_risk", 2],
        ["draft", "on_track", 2],
        ["on_track", "achieved", 2],
        ["at_risk", "achieved", 2]
      ]
    )
  })

  it("is added up over all teams", () => {
    assert.deepStrictEqual(changeParts([]), [])
    const parts = changeParts([many, many, none])
    assert.deepStrictEqual(parts.slice(0, 4), [
      "4 achieved",
      "4 slipped from on track",
      "2 started",
      "8 new objectives"
    ])
    assert.strictEqual(parts.at(-1), "4 reworded principles")
  })
})
