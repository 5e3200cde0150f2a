import { assert, describe, it } from "@effect/vitest"
import { changesBetween } from "../../../src/deck/facts/Changes.ts"
import { changeDetail, changeHeadings, changeWords } from "../../../src/deck/facts/ChangeWords.ts"
import { entityId } from "../../domain/Commands.ts"
import { example, type Input, id } from "../../domain/ExampleStrategy.ts"
import { ask, teamAfter, teamIn } from "./House.ts"

const before = teamIn(example)

const words = (...asks: ReadonlyArray<Input>) => changesBetween(before, teamAfter(...asks)).map(changeWords)

describe("Changes", () => {
  it("are told by kind, with words for each", () => {
    assert.deepStrictEqual(
      words(
        ask("update_initiative_status", id.initiative, { status: "done" }),
        ask("update_initiative_title", id.secondInitiative, { title: "Write well" }),
        ask("update_progress_value", id.progress, { value: 7 }),
        ask("update_objective_due_date", id.objective, { dueDate: "2026-11-14" }),
        ask("update_objective_status", id.objective, { status: "at_risk" }),
        ask("update_objective_description", id.objective, { description: "why" }),
        ask("update_objective_principle_link", id.objective, { principleId: id.principle, linked: false }),
        ask("update_objective_principle_link", id.objective, { principleId: id.secondPrinciple, linked: true }),
        ask("update_principle_title", id.principle, { title: "Listen first" }),
        ask("create_principle", id.team, { title: "Decide" }),
        ask("create_progress", id.objective, { name: "Calls", start: 0, target: 1 }),
        ask("create_initiative", id.objective, { title: "Ask" }),
        ask("delete_initiative", id.thirdInitiative, {}),
        ask("delete_objective", id.secondObjective, {}),
        ask("update_team_name", id.team, { name: "Far North" })
      ),
      [
        "Principle 'Decide' added",
        "Measure 'Calls' of 'Grow' added",
        "Initiative 'Ask' of 'Grow' added",
        "Objective 'Save' removed",
        "Initiative 'Visit' of 'Grow' removed",
        "Objective 'Grow': Draft → At risk",
        "Initiative 'Call' of 'Grow': Planned → Done",
        "Measure 'Sales' of 'Grow': 4\u00A0% → 7\u00A0% (0\u00A0% → 50\u00A0%)",
        "Objective 'Grow': none → 14 Nov 2026",
        "Team 'Far North': was 'North'",
        "Principle 'Listen first': was 'Listen'",
        "Initiative 'Write well' of 'Grow': was 'Write'",
        "Objective 'Grow': description changed",
        "Objective 'Grow': linked to 'Ship'",
        "Objective 'Grow': no longer linked to 'Listen first'"
      ]
    )
  })

  it("carry the values as they were and are", () => {
    const [change] = changesBetween(before, teamAfter(ask("update_progress_value", id.progress, { value: 7 })))
    assert.deepStrictEqual(change, {
      kind: "value",
      subject: { type: "measure", id: id.progress, name: "Sales", within: "Grow" },
      unit: "%",
      from: 4,
      to: 7,
      fromPercent: 0,
      toPercent: 50
    })
  })

  it("name the parts of an objective with it", () => {
    const more = ask("create_objective", id.team, { id: id.fresh, title: "New" })
    const parts = [
      ask("create_progress", id.fresh, { id: entityId(1), name: "One", start: 0, target: 1 }),
      ask("create_initiative", id.fresh, { id: entityId(2), title: "Two" }),
      ask("create_initiative", id.fresh, { id: entityId(3), title: "Three" })
    ]
    assert.deepStrictEqual(changesBetween(before, teamAfter(more, ...parts)), [
      {
        kind: "added",
        subject: { type: "objective", id: id.fresh, name: "New", within: null },
        parts: [
          { type: "measure", id: entityId(1), name: "One", within: "New" },
          { type: "initiative", id: entityId(2), name: "Two", within: "New" },
          { type: "initiative", id: entityId(3), name: "Three", within: "New" }
        ]
      }
    ])
    assert.deepStrictEqual(words(more, ...parts), ["Objective 'New' added with 1 measure and 2 initiatives"])
    assert.deepStrictEqual(words(ask("delete_objective", id.objective, {})), [
      "Objective 'Grow' removed with 1 measure and 3 initiatives"
    ])
  })

  it("of a team that did not exist are all it has", () => {
    assert.deepStrictEqual(changesBetween(null, before).map(changeWords), [
      "Principle 'Listen' added",
      "Principle 'Ship' added",
      "Objective 'Grow' added with 1 measure and 3 initiatives",
      "Objective 'Save' added"
    ])
  })

  it("leave out positions, placements, groups, colours, and what was done and undone", () => {
    assert.deepStrictEqual(
      words(
        ask("update_principle_position", id.principle, { position: 1 }),
        ask("update_objective_position", id.objective, { position: 1 }),
        ask("update_initiative_placement", id.initiative, { groupId: null, position: 2 }),
        ask("update_group_name", id.group, { name: "Soon" }),
        ask("update_team_color", id.team, { color: "#123456" }),
        ask("update_objective_status", id.objective, { status: "at_risk" }),
        ask("update_objective_status", id.objective, { status: "draft" })
      ),
      []
    )
  })

  it("leave out links that went with their principle, or came with it", () => {
    assert.deepStrictEqual(words(ask("delete_principle", id.principle, {})), ["Principle 'Listen' removed"])
    const decide = ask("create_principle", id.team, { id: id.fresh, title: "Decide" })
    const link = ask("update_objective_principle_link", id.objective, { principleId: id.fresh, linked: true })
    assert.deepStrictEqual(words(decide, link), ["Principle 'Decide' added"])
  })

  it("say what was taken away", () => {
    const filled = teamAfter(
      ask("update_principle_description", id.principle, { description: "why" }),
      ask("update_objective_due_date", id.objective, { dueDate: "2026-11-14" })
    )
    assert.deepStrictEqual(changesBetween(filled, before).map(changeDetail), [
      "14 Nov 2026 → none",
      "description removed"
    ])
    assert.lengthOf(new Set(Object.values(changeHeadings)), 10)
  })
})
