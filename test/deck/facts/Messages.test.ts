import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { messageCounts } from "../../../src/deck/facts/Findings.ts"
import { type MessageKind, messageKinds, messagesOf } from "../../../src/deck/facts/Messages.ts"
import type { ObjectiveStatus } from "../../../src/shared/Statuses.ts"
import { type Input, id } from "../../domain/ExampleStrategy.ts"
import { anyInput } from "../Teams.ts"
import { ask, inputOf, teamAfter } from "./ExampleTeams.ts"

const status = (to: ObjectiveStatus): Input => ask("update_objective_status", id.objective, { status: to })

const messageTexts = (before: ReadonlyArray<Input>, ...after: ReadonlyArray<Input>) =>
  messagesOf(inputOf(teamAfter(...before, ...after), { before: teamAfter(...before) })).map(({ kind, title, words }) =>
    `${kind}: ${title}, ${words}`.replaceAll("\u00A0", " ")
  )

describe("Messages", () => {
  it.each<readonly [ObjectiveStatus, ObjectiveStatus, string]>([
    ["on_track", "achieved", "achieved: Grow, at 0 %, below its target"],
    ["on_track", "at_risk", "slipped: Grow, At risk, was on track"],
    ["at_risk", "off_track", "slipped: Grow, Off track, was at risk"],
    ["off_track", "missed", "slipped: Grow, Missed, was off track"],
    ["draft", "off_track", "started: Grow, Off track, was draft"],
    ["on_track", "draft", "slipped: Grow, Draft, was on track"],
    ["achieved", "on_track", "slipped: Grow, On track, was achieved"],
    ["off_track", "at_risk", "recovered: Grow, At risk, was off track"],
    ["at_risk", "on_track", "recovered: Grow, On track, was at risk"],
    ["missed", "on_track", "recovered: Grow, On track, was missed"],
    ["draft", "on_track", "started: Grow, On track, was draft"]
  ])("from %s to %s", (from, to, words) => {
    assert.deepStrictEqual(messageTexts(from === "draft" ? [] : [status(from)], status(to)), [words])
  })

  it("tell a later due date from an earlier one", () => {
    const due = (dueDate: string | null) => ask("update_objective_dates", id.objective, { dueDate })
    const [first, later] = ["2026-10-30", "2026-11-30"]
    assert.deepStrictEqual(messageTexts([due(first)], due(later)), [
      "postponed: Grow, due 30 Nov 2026, previously due 30 Oct 2026"
    ])
    assert.match(messageTexts([due(later)], due(first)).join(), /^retargeted: Grow, due 30 Oct/)
    assert.match(messageTexts([due(first)], due(null)).join(), /^retargeted: Grow, no due date/)
  })

  it("do not call it a recovery that there is more time", () => {
    const due = (dueDate: string) => ask("update_objective_dates", id.objective, { dueDate })
    assert.deepStrictEqual(
      messageTexts([due("2026-10-30"), status("off_track")], due("2026-11-30"), status("at_risk")),
      ["postponed: Grow, At risk, was off track; due 30 Nov 2026, previously due 30 Oct 2026"]
    )
    assert.match(
      messageTexts([due("2026-11-30"), status("off_track")], due("2026-10-30"), status("at_risk")).join(),
      /^retargeted: .*recovered: /
    )
  })

  it("say of a due date that moved again how often, and since when", () => {
    const due = (dueDate: string) => ask("update_objective_dates", id.objective, { dueDate })
    const [then, now] = [teamAfter(due("2026-11-30")), teamAfter(due("2027-02-28"))]
    const changes = [
      { sequenceNumber: 1, from: "2026-10-30", to: "2026-11-30" },
      { sequenceNumber: 2, from: "2026-11-30", to: "2027-02-28" }
    ]
    const [message] = messagesOf(inputOf(now, { before: then, postponements: new Map([[id.objective, changes]]) }))
    assert.strictEqual(
      message?.words,
      "due 28 Feb 2027, previously due 30 Nov 2026; postponed twice, by 4 months (first due 30 Oct 2026)"
    )
  })

  it("are of what came, went, and has another target", () => {
    assert.deepStrictEqual(
      messageTexts(
        [],
        ask("create_objective", id.team, { title: "Listen" }),
        ask("delete_objective", id.secondObjective, {}),
        ask("create_principle", id.team, { title: "Decide" }),
        ask("update_objective_dates", id.objective, { dueDate: "2026-11-14" })
      ),
      [
        "dropped: Save, was draft",
        "retargeted: Grow, due 14 Nov 2026, previously no due date",
        "added: Listen, draft, no due date",
        "added: Decide, principle"
      ]
    )
  })

  it("are empty for a team that did not exist or was empty, since everything would be new", () => {
    const team = teamAfter()
    assert.deepStrictEqual(messagesOf(inputOf(team, { before: null })), [])
    assert.deepStrictEqual(messagesOf(inputOf(team, { before: { ...team, objectives: [], principles: [] } })), [])
    assert.deepStrictEqual(messagesOf(inputOf(team, { before: team })), [])
  })

  it("are ordered by kind, and their counts add up", () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const messages = messagesOf(input)
        const order = messages.map(({ kind }) => messageKinds.indexOf(kind))
        assert.deepStrictEqual(
          order,
          order.toSorted((one, other) => one - other)
        )
        const numbers = (messageCounts(messages).match(/\d+/g) ?? []).map(Number)
        assert.strictEqual(
          numbers.reduce((sum, count) => sum + count, 0),
          messages.length
        )
        const kindsOf = (kinds: ReadonlyArray<MessageKind>) => messages.filter(({ kind }) => kinds.includes(kind))
        const moves = [
          ...kindsOf(["achieved", "slipped", "recovered", "started"]),
          ...kindsOf(["postponed"]).filter(({ words }) => /^[^;]*, was /.test(words))
        ]
        const before = new Map(input.before?.objectives.map((objective) => [objective.id as string, objective.status]))
        if (before.size === 0) return
        const changed = input.team.objectives.filter(({ id, status }) => (before.get(id) ?? status) !== status)
        assert.sameMembers(
          moves.map((message) => message.id),
          changed.map((objective) => objective.id as string)
        )
      }),
      { numRuns: 50 }
    )
  })
})
