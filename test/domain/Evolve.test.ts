import { assert, describe, it } from "@effect/vitest"
import { HashMap, Option } from "effect"
import type { Touched } from "../../src/domain/Event.ts"
import { evolve } from "../../src/domain/Evolve.ts"
import { findTeam, type State, type Team } from "../../src/domain/state/State.ts"
import { instant } from "./Commands.ts"
import { type Ask, eventOf, house, id, reached } from "./House.ts"

const direct = (entityType: Touched["entityType"], entityId: Touched["entityId"]): Touched => ({
  entityId,
  entityType,
  transitive: false,
  description: null
})

const also = (entityType: Touched["entityType"], entityId: Touched["entityId"], description: string): Touched => ({
  entityId,
  entityType,
  transitive: true,
  description
})

const effectsOf = (ask: Ask, state: State = house) => evolve(state, eventOf(state, ask)).effects

const teamOf = (state: State): Team => Option.getOrThrow(findTeam(state, id.team))

describe("touched entities", () => {
  it("of a creation: itself and its parent", () => {
    assert.deepStrictEqual(effectsOf({ eventType: "create_team", data: { name: "a", color: "#000000" } }), {
      touched: [direct("team", id.fresh)],
      teamIds: [id.fresh]
    })
    assert.deepStrictEqual(effectsOf({ eventType: "create_group", targetId: id.objective, data: { name: "a" } }), {
      touched: [direct("group", id.fresh), direct("objective", id.objective)],
      teamIds: [id.team]
    })
  })

  it("of a link: the principle too", () => {
    const ask: Ask = {
      eventType: "update_objective_principle_link",
      targetId: id.objective,
      data: { principleId: id.secondPrinciple, linked: true }
    }
    assert.deepStrictEqual(effectsOf(ask), {
      touched: [direct("objective", id.objective), also("principle", id.secondPrinciple, "linked to objective 'Grow'")],
      teamIds: [id.team]
    })
  })

  it("of a deleted principle: the objectives that linked it", () => {
    assert.deepStrictEqual(effectsOf({ eventType: "delete_principle", targetId: id.principle }), {
      touched: [
        direct("principle", id.principle),
        also("objective", id.objective, "unlinked from deleted principle 'Listen'")
      ],
      teamIds: [id.team]
    })
  })

  it("of a deleted group: its initiatives", () => {
    assert.deepStrictEqual(effectsOf({ eventType: "delete_group", targetId: id.group }).touched, [
      direct("group", id.group),
      also("initiative", id.initiative, "ungrouped: group 'Now' was deleted")
    ])
  })

  const below = (words: string) => [
    also("group", id.group, words),
    also("group", id.secondGroup, words),
    also("initiative", id.initiative, words),
    also("initiative", id.secondInitiative, words),
    also("initiative", id.thirdInitiative, words),
    also("progress", id.progress, words)
  ]

  it("of a deleted objective: all below it, and the principles it linked", () => {
    assert.deepStrictEqual(effectsOf({ eventType: "delete_objective", targetId: id.objective }).touched, [
      direct("objective", id.objective),
      ...below("deleted with objective 'Grow'"),
      also("principle", id.principle, "unlinked from deleted objective 'Grow'")
    ])
  })

  it("of a deleted team: all below it", () => {
    const words = "deleted with team 'North'"
    assert.deepStrictEqual(effectsOf({ eventType: "delete_team", targetId: id.team }), {
      touched: [
        direct("team", id.team),
        also("principle", id.principle, words),
        also("principle", id.secondPrinciple, words),
        also("objective", id.objective, words),
        ...below(words),
        also("objective", id.secondObjective, words),
        also("group", id.foreignGroup, words)
      ],
      teamIds: [id.team]
    })
  })

  it("of a rejection: what it was about, and no team", () => {
    assert.deepStrictEqual(effectsOf({ eventType: "delete_group", targetId: id.goneGroup }), {
      touched: [direct("group", id.goneGroup)],
      teamIds: []
    })
    assert.deepStrictEqual(effectsOf({ eventType: "delete_group", targetId: id.unknown }), { touched: [], teamIds: [] })
  })
})

describe("the state", () => {
  it("keeps deleted ids", () => {
    const state = reached(house, { eventType: "delete_objective", targetId: id.objective })
    const ref = (entity: typeof id.objective) => Option.getOrNull(HashMap.get(state.entities, entity))
    assert.deepStrictEqual(ref(id.objective), { type: "objective", teamId: id.team, objectiveId: null, alive: false })
    assert.deepStrictEqual(ref(id.group), { type: "group", teamId: id.team, objectiveId: id.objective, alive: false })
    assert.deepStrictEqual(ref(id.foreignGroup)?.alive, true)
  })

  it("moves an entity to the index that was asked for", () => {
    const names = ["a", "b", "c", "d"]
    const start = reached(
      house,
      ...names.map(
        (title, n): Ask => ({
          eventType: "create_principle",
          targetId: id.otherTeam,
          data: { id: `0000000${n}-0000-4000-9000-000000000000`, title }
        })
      )
    )
    const titles = (state: State) => Option.getOrThrow(findTeam(state, id.otherTeam)).principles.map((p) => p.title)
    const move = (position: number) => {
      const targetId = Option.getOrThrow(findTeam(start, id.otherTeam)).principles[2]?.id ?? null
      return titles(reached(start, { eventType: "update_principle_position", targetId, data: { position } }))
    }
    assert.deepStrictEqual(titles(start), ["Elsewhere", "a", "b", "c", "d"])
    assert.deepStrictEqual(move(0), ["b", "Elsewhere", "a", "c", "d"])
    assert.deepStrictEqual(move(3), ["Elsewhere", "a", "c", "b", "d"])
    assert.deepStrictEqual(move(4), ["Elsewhere", "a", "c", "d", "b"])
  })

  it("forgets the link of a deleted principle and signs the objective", () => {
    const before = teamOf(house).objectives[0]
    const state = reached(house, { eventType: "delete_principle", targetId: id.principle })
    const objective = teamOf(state).objectives[0]
    const { [`principle:${id.principle}`]: link, ...versions } = before?.versions ?? {}
    assert.isNumber(link)
    assert.deepStrictEqual(
      objective,
      before && {
        ...before,
        principleIds: [],
        versions,
        updatedAt: instant(state.sequenceNumber),
        updatedBy: "ada"
      }
    )
    assert.strictEqual(teamOf(state).objectives[1], teamOf(house).objectives[1])
  })

  it("keeps a check-in with who, when and under which number", () => {
    const ask: Ask = {
      eventType: "update_progress_value",
      targetId: id.progress,
      data: { value: 7, confidence: 8, note: "up" }
    }
    const state = reached(house, ask)
    const checkIn = { value: 7, confidence: 8, note: "up" }
    const { sequenceNumber } = state
    assert.deepStrictEqual(teamOf(state).objectives[0]?.progress[0], {
      id: id.progress,
      name: "Sales",
      unit: "%",
      start: 4,
      target: 10,
      ...checkIn,
      updatedAt: instant(sequenceNumber),
      updatedBy: "ada",
      checkIns: [{ sequenceNumber, ...checkIn, timestamp: instant(sequenceNumber), actorName: "ada" }],
      versions: { value: sequenceNumber }
    })
  })

  it("shares what did not change", () => {
    const state = reached(house, { eventType: "update_group_name", targetId: id.group, data: { name: "x" } })
    assert.strictEqual(teamOf(state).principles, teamOf(house).principles)
    assert.strictEqual(teamOf(state).objectives[1], teamOf(house).objectives[1])
    assert.strictEqual(state.entities, house.entities)
  })

  it("still folds events that today's limits would refuse", () => {
    const event = eventOf(house, { eventType: "update_team_name", targetId: id.team, data: { name: "x" } })
    const name = "y".repeat(5000)
    assert.strictEqual(teamOf(evolve(house, { ...event, data: { name } }).state).name, name)
  })
})
