import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import { empty, findTeam, type State, type Team } from "../../../src/domain/state/State.ts"
import * as Views from "../../../src/domain/views/Views.ts"
import { law } from "../../support/laws.ts"
import { commands, entityId, instant, run, today } from "../Commands.ts"
import { creations, example, type Input, id, stateAfter } from "../ExampleStrategy.ts"

const teamOf = (state: State): Team => Option.getOrThrow(findTeam(state, id.team))

const created = (sequenceNumber: number) => ({
  createdAt: instant(sequenceNumber),
  createdBy: "ada",
  updatedAt: instant(sequenceNumber),
  updatedBy: "ada"
})

const north = { id: id.team, name: "North", color: "#aa0000" }
const grow = { id: id.objective, title: "Grow", status: "draft" } as const

describe("views", () => {
  it("teams are sorted by name without regard to case, then by id", () => {
    const names = ["b", "A", "a", "C"]
    const asks = names.map(
      (name, n): Input => ({
        eventType: "create_team",
        data: { id: entityId(9 - n), name, color: "#000000" }
      })
    )
    assert.deepStrictEqual(
      Views.teamList(stateAfter(empty, ...asks)).map(({ name, id }) => [name, id]),
      [
        ["a", entityId(7)],
        ["A", entityId(8)],
        ["b", entityId(9)],
        ["C", entityId(6)]
      ]
    )
  })

  const listen = {
    id: id.principle,
    teamId: id.team,
    title: "Listen",
    description: "",
    position: 0,
    objectives: [grow],
    ...created(creations.principle)
  }

  it("principlesView and principleView", () => {
    const team = teamOf(example)
    assert.deepStrictEqual(Views.principlesView(team), {
      team: north,
      sequenceNumber: team.touchedAt,
      principles: [
        listen,
        { ...listen, id: id.secondPrinciple, title: "Ship", position: 1, objectives: [], ...created(5) }
      ]
    })
    assert.deepStrictEqual(
      Views.principleView(team, id.principle),
      Option.some({ ...listen, sequenceNumber: team.touchedAt })
    )
    assert.deepStrictEqual(Views.principleView(team, id.otherTeamsPrinciple), Option.none())
  })

  it("objectiveView and objectivesView", () => {
    const state = stateAfter(
      example,
      {
        eventType: "update_objective_principle_link",
        targetId: id.objective,
        data: { principleId: id.secondPrinciple, linked: true }
      },
      { eventType: "update_position", targetId: id.secondPrinciple, data: { position: 0 } },
      { eventType: "update_progress_value", targetId: id.progress, data: { value: 7, confidence: 3, note: "n" } }
    )
    const now = state.sequenceNumber
    const sales = {
      id: id.progress,
      name: "Sales",
      unit: "%",
      start: 4,
      target: 10,
      value: 7,
      percent: 50,
      confidence: 3,
      note: "n",
      date: today,
      updatedAt: instant(now),
      updatedBy: "ada"
    }
    const objective = {
      id: id.objective,
      teamId: id.team,
      title: "Grow",
      description: "",
      status: "draft",
      statusNote: "",
      owner: "",
      startDate: null,
      dueDate: null,
      parentId: null,
      position: 0,
      percent: 50,
      baselinePercent: 50,
      staleAfter: 14,
      principles: [
        { id: id.secondPrinciple, title: "Ship", position: 0 },
        { id: id.principle, title: "Listen", position: 1 }
      ],
      groups: [
        { id: id.group, name: "Now" },
        { id: id.secondGroup, name: "Later" }
      ],
      initiatives: [
        { id: id.initiative, title: "Call", status: "planned", owner: "", groupId: id.group },
        { id: id.secondInitiative, title: "Write", status: "planned", owner: "", groupId: null },
        { id: id.thirdInitiative, title: "Visit", status: "planned", owner: "", groupId: null }
      ],
      createdAt: instant(creations.objective),
      createdBy: "ada",
      updatedAt: instant(now),
      updatedBy: "ada"
    } as const
    const checkIn = {
      sequenceNumber: now,
      date: today,
      value: 7,
      confidence: 3,
      note: "n",
      timestamp: instant(now),
      actorName: "ada"
    }
    const team = teamOf(state)
    assert.deepStrictEqual(
      Views.objectiveView(team, id.objective),
      Option.some({ ...objective, progress: [{ ...sales, checkIns: [checkIn] }], sequenceNumber: now })
    )
    const view = Views.objectivesView(team)
    assert.deepStrictEqual([view.team, view.sequenceNumber], [north, now])
    assert.deepStrictEqual(view.objectives[0], { ...objective, progress: [sales] })
    assert.deepStrictEqual([view.objectives[1]?.title, view.objectives[1]?.percent], ["Save", null])
    assert.deepStrictEqual(Views.objectiveView(team, id.deletedObjective), Option.none())
  })

  it.each([
    [0, 10, 5, 50],
    [10, 0, 7, 30],
    [0, 3, 1, 33],
    [0, 3, 2, 66],
    [0, 10, 11, 100],
    [0, 10, -1, 0],
    [0, -5, 0, 0],
    [-1e15, 1e15, 0, 50]
  ])("from %d to %d, %d is %i per cent", (start, target, value, percent) => {
    const state = stateAfter(example, {
      eventType: "create_progress",
      targetId: id.secondObjective,
      data: { name: "a", start, target, value }
    })
    const objective = Option.getOrThrow(Views.objectiveView(teamOf(state), id.secondObjective))
    assert.deepStrictEqual([objective.percent, objective.progress[0]?.percent], [percent, percent])
  })

  it("an objective's per cent is rounded once", () => {
    const measure = (n: number): Input => ({
      eventType: "create_progress",
      targetId: id.secondObjective,
      data: { id: entityId(n), name: "a", start: 0, target: 1000, value: 19 }
    })
    const state = stateAfter(example, measure(1), { ...measure(2), data: { ...measure(2).data, value: 21 } })
    const { percent, progress } = Option.getOrThrow(Views.objectiveView(teamOf(state), id.secondObjective))
    assert.deepStrictEqual([percent, ...progress.map((measure) => measure.percent)], [2, 1, 2])
  })

  law(
    "every view of every state matches its schema and is sorted by position",
    {
      sequence: commands({ minLength: 0, maxLength: 150 })
    },
    ({ sequence }) => {
      const state = run(sequence).at(-1)?.after ?? empty
      Schema.decodeSync(Views.TeamsBody)(Views.teamList(state))
      for (const { id } of Views.teamList(state)) {
        const team = Option.getOrThrow(findTeam(state, id))
        const principles = Schema.encodeSync(Views.PrinciplesBody)(Views.principlesView(team))
        const objectives = Schema.encodeSync(Views.ObjectivesBody)(Views.objectivesView(team))
        const places = [principles.principles, objectives.objectives].map((list) =>
          list.map(({ position }) => position)
        )
        assert.deepStrictEqual(
          places,
          places.map((list) => [...list.keys()])
        )
        for (const { sequenceNumber, ...one } of team.principles.flatMap((entity) =>
          Option.toArray(Views.principleView(team, entity.id))
        )) {
          assert.strictEqual(sequenceNumber, team.touchedAt)
          assert.deepStrictEqual<unknown>(one, principles.principles[one.position])
        }
        for (const entity of team.objectives) {
          Schema.encodeSync(Views.ObjectiveBody)(Option.getOrThrow(Views.objectiveView(team, entity.id)))
        }
      }
    },
    { arbitrary: { runs: 40, size: 150 } }
  )
})
