import { assert, describe, it } from "@effect/vitest"
import { HashMap, Option } from "effect"
import type { Effects, Touched } from "../../src/domain/Event.ts"
import { evolve } from "../../src/domain/Evolve.ts"
import { effectIn } from "../../src/domain/Fact.ts"
import { findTeam, type State, type Team } from "../../src/domain/state/State.ts"
import type { EffectCode } from "../../src/shared/words/Facts.ts"
import { instant, today } from "./Commands.ts"
import { creations, eventOf, example, type Input, id, stateAfter } from "./ExampleStrategy.ts"

const direct = (entityType: Touched["entityType"], entityId: Touched["entityId"]): Touched => ({
  entityId,
  entityType,
  transitive: false,
  fact: null
})

/** Without what was so then of the event's own entity. */
const withoutOwnFacts = ({ touched, teamIds }: Effects) => ({
  touched: touched.map((each) => (effectIn(each) === null ? { ...each, fact: null } : each)),
  teamIds
})

const transitive = (entityType: Touched["entityType"], entityId: Touched["entityId"], code: EffectCode): Touched => ({
  entityId,
  entityType,
  transitive: true,
  fact: { code }
})

const effectsOf = (ask: Input, state: State = example) => withoutOwnFacts(evolve(state, eventOf(state, ask)).effects)

const teamOf = (state: State): Team => Option.getOrThrow(findTeam(state, id.team))

describe("touched entities", () => {
  it("deleting a group touches its initiatives", () => {
    assert.deepStrictEqual(effectsOf({ eventType: "delete_group", targetId: id.group }).touched, [
      direct("group", id.group),
      transitive("initiative", id.initiative, "ungrouped"),
      transitive("objective", id.objective, "part_deleted")
    ])
  })

  const below = (words: EffectCode) => [
    transitive("group", id.group, words),
    transitive("group", id.secondGroup, words),
    transitive("initiative", id.initiative, words),
    transitive("initiative", id.secondInitiative, words),
    transitive("initiative", id.thirdInitiative, words),
    transitive("progress", id.progress, words)
  ]

  it("deleting an objective touches its descendants and the principles it linked", () => {
    assert.deepStrictEqual(effectsOf({ eventType: "delete_objective", targetId: id.objective }).touched, [
      direct("objective", id.objective),
      ...below("deleted_with"),
      transitive("principle", id.principle, "unlinked_by_deletion"),
      transitive("team", id.team, "part_deleted")
    ])
  })

  it("a rejection touches the entity it is about, and no team", () => {
    assert.deepStrictEqual(effectsOf({ eventType: "delete_group", targetId: id.deletedGroup }), {
      touched: [direct("group", id.deletedGroup)],
      teamIds: []
    })
    assert.deepStrictEqual(effectsOf({ eventType: "delete_group", targetId: id.unknown }), { touched: [], teamIds: [] })
  })
})

describe("the state", () => {
  it("knows the ids of deleted entities", () => {
    const state = stateAfter(example, { eventType: "delete_objective", targetId: id.objective })
    const ref = (entity: typeof id.objective) => Option.getOrNull(HashMap.get(state.entities, entity))
    assert.deepStrictEqual(ref(id.objective), { type: "objective", teamId: id.team, objectiveId: null, alive: false })
    assert.deepStrictEqual(ref(id.group), { type: "group", teamId: id.team, objectiveId: id.objective, alive: false })
    assert.deepStrictEqual(ref(id.otherObjectivesGroup)?.alive, true)
  })

  it("has a moved entity at the requested index", () => {
    const names = ["a", "b", "c", "d"]
    const start = stateAfter(
      example,
      ...names.map(
        (title, n): Input => ({
          eventType: "create_principle",
          targetId: id.otherTeam,
          data: { id: `0000000${n}-0000-4000-9000-000000000000`, title }
        })
      )
    )
    const titles = (state: State) => Option.getOrThrow(findTeam(state, id.otherTeam)).principles.map((p) => p.title)
    const move = (position: number) => {
      const targetId = Option.getOrThrow(findTeam(start, id.otherTeam)).principles[2]?.id ?? null
      return titles(stateAfter(start, { eventType: "update_position", targetId, data: { position } }))
    }
    assert.deepStrictEqual(titles(start), ["Elsewhere", "a", "b", "c", "d"])
    assert.deepStrictEqual(move(0), ["b", "Elsewhere", "a", "c", "d"])
    assert.deepStrictEqual(move(3), ["Elsewhere", "a", "c", "b", "d"])
    assert.deepStrictEqual(move(4), ["Elsewhere", "a", "c", "d", "b"])
  })

  it("loses the link to a deleted principle, and the objective gets a new updatedAt and updatedBy", () => {
    const before = teamOf(example).objectives[0]
    const state = stateAfter(example, { eventType: "delete_principle", targetId: id.principle })
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
    assert.strictEqual(teamOf(state).objectives[1], teamOf(example).objectives[1])
  })

  it("has check-ins with their actor, time and sequence number", () => {
    const ask: Input = {
      eventType: "update_progress_value",
      targetId: id.progress,
      data: { value: 7, confidence: 8, note: "up" }
    }
    const state = stateAfter(example, ask)
    const checkIn = { value: 7, confidence: 8, note: "up" }
    const { sequenceNumber } = state
    assert.deepStrictEqual(teamOf(state).objectives[0]?.progress[0], {
      id: id.progress,
      name: "Sales",
      unit: "%",
      start: 4,
      target: 10,
      initialValue: 4,
      ...checkIn,
      updatedAt: instant(sequenceNumber),
      updatedBy: "ada",
      checkIns: [{ sequenceNumber, date: today, ...checkIn, timestamp: instant(sequenceNumber), actorName: "ada" }],
      versions: { definition: creations.progress, value: sequenceNumber }
    })
  })

  it("shares unchanged parts with the state before", () => {
    const state = stateAfter(example, { eventType: "update_group_name", targetId: id.group, data: { name: "x" } })
    assert.strictEqual(teamOf(state).principles, teamOf(example).principles)
    assert.strictEqual(teamOf(state).objectives[1], teamOf(example).objectives[1])
    assert.strictEqual(state.entities, example.entities)
  })

  it("folds logged events that exceed today's limits", () => {
    const event = eventOf(example, { eventType: "update_team_name", targetId: id.team, data: { name: "x" } })
    const name = "y".repeat(5000)
    assert.strictEqual(teamOf(evolve(example, { ...event, data: { name } }).state).name, name)
  })
})
