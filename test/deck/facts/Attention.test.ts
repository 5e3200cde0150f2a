import { assert, describe, it } from "@effect/vitest"
import { attentionOn } from "../../../src/deck/facts/Attention.ts"
import type { ObjectiveStatus } from "../../../src/shared/Statuses.ts"
import { entityId } from "../../domain/Commands.ts"
import { type Input, id } from "../../domain/ExampleStrategy.ts"
import { ask, objectiveIn, teamAfter } from "./House.ts"

const status = (to: ObjectiveStatus): Input => ask("update_objective_status", id.objective, { status: to })
const due = (dueDate: string): Input => ask("update_objective_due_date", id.objective, { dueDate })
const checkIn = (value: number, confidence: number | null = null): Input =>
  ask("update_progress_value", id.progress, { value, confidence })

/** The reasons of the example's first objective, which has one measure: from 4 to 10. */
const reasons = (date: string, ...asks: ReadonlyArray<Input>) =>
  attentionOn([objectiveIn(teamAfter(...asks))], date).flatMap((entry) => entry.reasons.map(({ words }) => words))

describe("Attention", () => {
  it("goes by the status", () => {
    const of = (to: ObjectiveStatus) => reasons("2026-01-20", status(to))
    assert.deepStrictEqual(
      [of("on_track"), of("at_risk"), of("off_track"), of("achieved"), of("missed")],
      [[], ["No check-in yet"], ["No check-in yet"], [], ["No check-in yet"]]
    )
    assert.deepStrictEqual(reasons("2026-01-20"), [])
  })

  it("goes to what is overdue and still open", () => {
    assert.deepStrictEqual(reasons("2026-01-20", due("2026-01-19")), ["Overdue by 1 day"])
    assert.deepStrictEqual(reasons("2026-01-20", due("2026-01-01"), status("on_track")), ["Overdue by 19 days"])
    assert.deepStrictEqual(reasons("2026-01-20", due("2026-01-01"), status("achieved")), [])
    assert.deepStrictEqual(reasons("2026-01-20", due("2026-01-01"), status("missed")), ["Due date passed 19 days ago"])
  })

  const risk = status("at_risk")
  const another = (start: number, target: number) =>
    ask("create_progress", id.objective, { id: id.unknown, name: "Calls", start, target })

  it("says of a status that asks for it how much of the time is gone", () => {
    const dueOn = (dueDate: string, ...asks: ReadonlyArray<Input>) => reasons("2026-01-20", risk, due(dueDate), ...asks)
    assert.deepStrictEqual(
      [dueOn("2026-02-08"), dueOn("2026-02-08", checkIn(7)), dueOn("2026-02-08", checkIn(7, 2))],
      [["At 0\u00A0% with 50\u00A0% of time gone"], ["Last check-in 19 days ago"], [null, "Confidence 2 of 10"]]
    )
    assert.deepStrictEqual(dueOn("2026-01-30", checkIn(5)), [null, "Due in 10 days, at 17\u00A0%"], "not told twice")
    assert.deepStrictEqual(dueOn("2026-01-10"), [null, "Overdue by 10 days"])
    assert.deepStrictEqual(reasons("2026-01-20", risk, due("2026-02-08"), checkIn(5, 1)), [
      "At 17\u00A0% with 50\u00A0% of time gone",
      "Confidence 1 of 10"
    ])
  })

  it("says of a status that asks for it where confidence fell, and most of all", () => {
    const calls = (value: number, confidence: number | null) =>
      ask("update_progress_value", id.unknown, { value, confidence })
    assert.deepStrictEqual(
      [
        reasons("2026-01-20", risk, checkIn(5, 8), checkIn(6, 5)),
        reasons("2026-01-20", risk, checkIn(5, 8), checkIn(6), checkIn(7, 5)),
        reasons("2026-01-20", risk, checkIn(5, 5), checkIn(6, 8)),
        reasons("2026-01-20", risk, checkIn(5, 8), checkIn(6, 5), another(0, 4), calls(1, 9), calls(2, 4)),
        reasons("2026-01-20", risk, checkIn(5, 8), checkIn(6, 3)),
        reasons("2026-01-20", status("on_track"), checkIn(5, 8), checkIn(6, 5))
      ],
      [
        ["Confidence fell from 8 to 5"],
        ["Confidence fell from 8 to 5"],
        ["Last check-in 19 days ago"],
        ["Confidence fell from 9 to 4 in Calls"],
        [null, "Confidence 3 of 10"],
        []
      ]
    )
  })

  it("says of a status that asks for it what lags, or when somebody looked last", () => {
    const without = ask("delete_progress", id.progress, {})
    assert.deepStrictEqual(
      [
        reasons("2026-01-20", risk, checkIn(5), another(0, 4)),
        reasons("2026-01-20", risk, without),
        reasons("2026-01-20", risk, without, another(0, 4)),
        reasons("2026-01-01", risk, checkIn(5)),
        reasons("2026-01-02", risk, checkIn(5)),
        reasons("2026-01-03", risk, checkIn(5))
      ],
      [
        ["Lowest: Calls, at 0\u00A0%"],
        ["No measures yet"],
        ["No check-in yet"],
        ["Last check-in today"],
        ["Last check-in yesterday"],
        ["Last check-in 2 days ago"]
      ]
    )
  })

  it("goes to what is due soon and not half way", () => {
    const dueOn = (dueDate: string, value: number) => reasons("2026-01-20", due(dueDate), checkIn(value))
    assert.deepStrictEqual(
      [dueOn("2026-01-20", 5), dueOn("2026-01-21", 5), dueOn("2026-02-03", 5), dueOn("2026-02-04", 5)],
      [["Due today, at 17\u00A0%"], ["Due tomorrow, at 17\u00A0%"], ["Due in 14 days, at 17\u00A0%"], []]
    )
    assert.deepStrictEqual(dueOn("2026-01-21", 7), [])
    assert.deepStrictEqual(
      reasons("2026-01-20", due("2026-01-21"), ask("delete_progress", id.progress, {})),
      [],
      "without measures nobody knows how far it is"
    )
  })

  it("goes to measures nobody has looked at, drafts excepted", () => {
    assert.deepStrictEqual(
      [
        reasons("2026-03-01", status("on_track")),
        reasons("2026-03-02", status("on_track")),
        reasons("2026-03-05", status("on_track"), checkIn(5)),
        reasons("2026-03-05"),
        reasons("2026-03-05", status("achieved")),
        reasons("2026-03-05", status("on_track"), ask("delete_progress", id.progress, {}))
      ],
      [[], ["No check-in for 60 days"], ["No check-in for 63 days"], [], [], []]
    )
  })

  it("goes to low confidence, the lowest by name where there are several", () => {
    const another = ask("create_progress", id.objective, { id: id.unknown, name: "Calls", start: 0, target: 1 })
    const doubt = ask("update_progress_value", id.unknown, { value: 1, confidence: 1 })
    assert.deepStrictEqual(
      [
        reasons("2026-01-20", checkIn(9, 4)),
        reasons("2026-01-20", checkIn(9, 3)),
        reasons("2026-01-20", checkIn(9, 0), status("achieved")),
        reasons("2026-01-20", checkIn(9, 3), another, doubt),
        reasons("2026-01-20", checkIn(9, 3), another)
      ],
      [[], ["Confidence 3 of 10"], [], ["Confidence 1 of 10 in Calls"], ["Confidence 3 of 10 in Sales"]]
    )
  })

  it("is one entry per objective with all its reasons, worst first", () => {
    const first = [status("at_risk"), due("2026-02-01"), checkIn(5, 2)]
    const second = ask("update_objective_status", id.secondObjective, { status: "off_track" })
    const third = ask("create_objective", id.team, { id: id.unknown, title: "Late", dueDate: "2026-01-30" })
    const fourth = ask("create_objective", id.team, { id: id.fresh, title: "Later", dueDate: "2026-01-12" })
    const fine = ask("create_objective", id.team, { id: entityId(0x35), title: "Fine", status: "on_track" })
    const team = teamAfter(...first, second, third, fourth, fine)
    assert.deepStrictEqual(
      attentionOn(team.objectives, "2026-03-10").map(({ objective, reasons }) => [
        objective.title,
        ...reasons.map(({ kind }) => kind)
      ]),
      [
        ["Save", "off_track"],
        ["Grow", "at_risk", "overdue", "silent", "doubted"],
        ["Later", "overdue"],
        ["Late", "overdue"]
      ]
    )
  })

  it("puts more reasons before fewer, and leaves the rest in order", () => {
    const risk = (target: typeof id.objective) => ask("update_objective_status", target, { status: "at_risk" })
    const named = (...asks: ReadonlyArray<Input>) =>
      attentionOn(teamAfter(...asks).objectives, "2026-01-20").map(({ objective }) => objective.title)
    assert.deepStrictEqual(named(risk(id.objective), risk(id.secondObjective)), ["Grow", "Save"])
    const late = ask("update_objective_due_date", id.secondObjective, { dueDate: "2026-01-02" })
    assert.deepStrictEqual(named(risk(id.objective), risk(id.secondObjective), late), ["Save", "Grow"])
    assert.deepStrictEqual(attentionOn([], "2026-01-20"), [])
  })
})
