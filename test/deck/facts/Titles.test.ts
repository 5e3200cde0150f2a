import { assert, describe, it } from "@effect/vitest"
import { changesBetween } from "../../../src/deck/facts/Changes.ts"
import {
  attentionTitle,
  changesTitle,
  coverFacts,
  principleFacts,
  principleTitle,
  progressTitle,
  strategyTitle,
  unlinkedTitle
} from "../../../src/deck/facts/Titles.ts"
import type { Team } from "../../../src/domain/state/State.ts"
import type { ObjectiveStatus } from "../../../src/shared/Statuses.ts"
import { example, type Input, id } from "../../domain/ExampleStrategy.ts"
import { ask, inputOf, objectiveIn, teamAfter, teamIn } from "./House.ts"

const objectives = (...statuses: ReadonlyArray<ObjectiveStatus>): ReadonlyArray<Input> =>
  statuses.map((status, index) => ask("create_objective", id.team, { title: `Objective ${index}`, status }))

const noPrinciples = [id.principle, id.secondPrinciple].map((principle) => ask("delete_principle", principle, {}))
const noObjectives = [id.objective, id.secondObjective].map((objective) => ask("delete_objective", objective, {}))

/** Two principles and two drafts, unless more happens. */
const deckOf = (...asks: ReadonlyArray<Input>) => inputOf(teamAfter(...asks))

describe("Titles", () => {
  it("of the strategy state the facts", () => {
    assert.deepStrictEqual(
      [
        strategyTitle(deckOf()),
        strategyTitle(deckOf(...objectives("on_track", "on_track", "at_risk", "off_track", "achieved", "missed"))),
        strategyTitle(deckOf(...noObjectives, ask("delete_principle", id.principle, {}), ...objectives("at_risk"))),
        strategyTitle(deckOf(...noObjectives, ...objectives("draft"))),
        strategyTitle(deckOf(...noPrinciples, ...objectives("on_track"))),
        strategyTitle(deckOf(...noObjectives)),
        strategyTitle(deckOf(...noPrinciples, ...noObjectives))
      ],
      [
        "2 principles, 2 objectives: all drafts",
        "2 principles, 8 objectives: 2 on track, 1 achieved, 3 need attention",
        "1 principle, 1 objective: 1 needs attention",
        "2 principles, 1 objective: a draft",
        "No principles yet, 3 objectives: 1 on track",
        "2 principles, no objectives yet",
        "No principles and no objectives yet"
      ]
    )
  })

  it("of the progress tell the average", () => {
    const measured = (target: typeof id.objective, value: number) =>
      ask("create_progress", target, { name: "M", start: 0, target: 10, value })
    assert.deepStrictEqual(
      [
        progressTitle(deckOf()),
        progressTitle(deckOf(measured(id.secondObjective, 6))),
        progressTitle(deckOf(measured(id.secondObjective, 5))),
        progressTitle(deckOf(ask("update_progress_value", id.progress, { value: 9 }), measured(id.secondObjective, 6))),
        progressTitle(deckOf(ask("delete_progress", id.progress, {}))),
        progressTitle(deckOf(...noObjectives))
      ],
      [
        "The one measured objective is at 0\u00A0%",
        "On average 30\u00A0%: 1 of 2 measured objectives is past half way",
        "On average 25\u00A0%: 0 of 2 measured objectives are past half way",
        "On average 72\u00A0%: 2 of 2 measured objectives are past half way",
        "No progress is measured yet",
        "No objectives yet"
      ]
    )
  })

  it("of what needs attention count it", () => {
    assert.deepStrictEqual(
      [
        attentionTitle(deckOf()),
        attentionTitle(deckOf(...objectives("missed"))),
        attentionTitle(deckOf(...objectives("missed", "at_risk"))),
        attentionTitle(deckOf(...noObjectives, ...objectives("missed")))
      ],
      [
        "Nothing needs attention",
        "1 of 3 objectives needs attention",
        "2 of 4 objectives need attention",
        "The one objective needs attention"
      ]
    )
  })

  it("of principles and of what has none", () => {
    const input = deckOf(ask("update_objective_status", id.objective, { status: "off_track" }))
    const [listen, ship] = input.team.principles
    assert.isDefined(listen)
    assert.isDefined(ship)
    assert.deepStrictEqual(
      [principleTitle(ship, 1), principleFacts(input, listen), principleFacts(input, ship)],
      ["P2 · Ship", "1 objective: 1 needs attention", "No objective is linked to it yet"]
    )
    const link = ask("update_objective_principle_link", id.secondObjective, { principleId: id.principle, linked: true })
    assert.deepStrictEqual(
      [
        unlinkedTitle(input),
        unlinkedTitle(deckOf(...noPrinciples)),
        unlinkedTitle(deckOf(link)),
        unlinkedTitle(deckOf(...noObjectives))
      ],
      [
        "1 objective is linked to no principle",
        "2 objectives are linked to no principle",
        "Every objective is linked to a principle",
        "No objectives yet"
      ]
    )
    assert.deepStrictEqual(
      [coverFacts(deckOf()), coverFacts(deckOf(...noPrinciples, ...noObjectives))],
      ["2 principles, 2 objectives", "No principles, no objectives"]
    )
  })

  it("of the changes count them since a day", () => {
    const before = teamIn(example)
    const since = (team: Team, from: Team | null, date = "2026-11-14") =>
      changesTitle(inputOf(team, { before: from, date }), changesBetween(from, team))
    const many = teamAfter(
      ...objectives("draft"),
      ask("delete_initiative", id.initiative, {}),
      ask("update_objective_status", id.objective, { status: "at_risk" }),
      ask("update_initiative_status", id.secondInitiative, { status: "done" }),
      ask("update_progress_value", id.progress, { value: 7 }),
      ask("update_objective_title", id.objective, { title: "Grow up" }),
      ask("update_principle_title", id.principle, { title: "Hear" })
    )
    assert.strictEqual(objectiveIn(many).title, "Grow up")
    assert.deepStrictEqual(
      [since(many, before), since(before, before), since(before, null), since(before, before, "2026-01-19")],
      [
        "Since 15 October: 1 added, 1 removed, 2 moved, 1 value updated, 2 other changes",
        "Nothing has changed since 15 October",
        "New since 15 October: 2 principles, 2 objectives",
        "Nothing has changed since 20 December 2025"
      ]
    )
  })
})
