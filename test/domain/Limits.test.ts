import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import type { EventData, EventType } from "../../src/domain/Event.ts"
import type { EntityId } from "../../src/domain/entities/Ids.ts"
import { empty, findTeam, type State } from "../../src/domain/state/State.ts"
import * as Limits from "../../src/shared/Limits.ts"
import { entityId } from "./Commands.ts"
import { type Ask, eventOf, house, id, reached } from "./House.ts"

const reason = (state: State, ask: Ask): string | null => eventOf(state, ask).rejectionReason

const texts: ReadonlyArray<readonly [EventType, EntityId | null, string, number, number, EventData]> = [
  ["create_team", null, "name", 1, 100, { color: "#000000" }],
  ["update_team_name", id.team, "name", 1, 100, {}],
  ["create_principle", id.team, "title", 1, 250, {}],
  ["create_principle", id.team, "description", 0, 4096, { title: "a" }],
  ["update_principle_title", id.principle, "title", 1, 250, {}],
  ["update_principle_description", id.principle, "description", 0, 4096, {}],
  ["create_objective", id.team, "title", 1, 250, {}],
  ["create_objective", id.team, "description", 0, 4096, { title: "a" }],
  ["update_objective_title", id.objective, "title", 1, 250, {}],
  ["update_objective_description", id.objective, "description", 0, 4096, {}],
  ["create_group", id.objective, "name", 1, 100, {}],
  ["update_group_name", id.group, "name", 1, 100, {}],
  ["create_initiative", id.objective, "title", 1, 250, {}],
  ["update_initiative_title", id.initiative, "title", 1, 250, {}],
  ["create_progress", id.objective, "name", 1, 100, { start: 0, target: 1 }],
  ["create_progress", id.objective, "unit", 0, 20, { name: "a", start: 0, target: 1 }],
  ["update_progress_value", id.progress, "note", 0, 1000, { value: 5 }]
]

describe("lengths", () => {
  it.each(texts)("%s of %s: %s has %i to %i characters", (eventType, targetId, key, minimum, maximum, rest) => {
    const ask = (length: number): Ask => ({ eventType, targetId, data: { ...rest, [key]: "é".repeat(length) } })
    const rule = minimum === 0 ? `at most ${maximum}` : `${minimum} to ${maximum}`
    assert.strictEqual(reason(house, ask(maximum)), null)
    assert.strictEqual(reason(house, ask(maximum + 1)), `${key} must have ${rule} characters`)
    if (minimum > 0) {
      assert.strictEqual(reason(house, ask(minimum)), null)
      assert.strictEqual(reason(house, ask(minimum - 1)), `${key} must have ${rule} characters`)
    }
  })
})

describe("numbers", () => {
  const value = (value: number): Ask => ({ eventType: "update_progress_value", targetId: id.progress, data: { value } })

  it.each([1e15, -1e15, 5e-324, 0.1])("%d is a value", (number) => {
    assert.strictEqual(reason(house, value(number)), null)
  })

  it.each([1e15 + 0.5, -1e15 - 0.5, Infinity, -Infinity, NaN])("%d is none", (number) => {
    assert.strictEqual(reason(house, value(number)), "value must be a number between -1e15 and 1e15")
  })

  it("confidence is 0 to 10", () => {
    const ask = (confidence: number): Ask => ({ ...value(5), data: { value: 5, confidence } })
    assert.deepStrictEqual(
      [-1, 0, 10, 11].map((confidence) => reason(house, ask(confidence)) === null),
      [false, true, true, false]
    )
  })
})

/** The state after as many creations as the limit allows, and what one more comes to. */
const crowd = (start: State, limit: number, ask: (n: number) => Ask) => {
  const asks = Array.from({ length: limit }, (_, n) => ({ ...ask(n), freshId: entityId(0x1000 + n) }))
  const full = reached(start, ...asks)
  return { full, refusal: reason(full, { ...ask(limit), freshId: entityId(0x1000 + limit) }) }
}

const withTeam = reached(empty, { eventType: "create_team", data: { id: id.team, name: "a", color: "#000000" } })
const withObjective = reached(withTeam, {
  eventType: "create_objective",
  targetId: id.team,
  data: { id: id.objective, title: "o" }
})

describe("counts", () => {
  it("500 teams", () => {
    const make = (n: number): Ask => ({ eventType: "create_team", data: { name: `${n}`, color: "#000000" } })
    assert.strictEqual(crowd(empty, 500, make).refusal, "the limit of 500 teams is reached")
  })

  it.each<readonly [number, string, State, Ask]>([
    [50, "principles per team", withTeam, { eventType: "create_principle", targetId: id.team, data: { title: "a" } }],
    [300, "objectives per team", withTeam, { eventType: "create_objective", targetId: id.team, data: { title: "a" } }],
    [
      20,
      "groups per objective",
      withObjective,
      { eventType: "create_group", targetId: id.objective, data: { name: "a" } }
    ],
    [
      100,
      "initiatives per objective",
      withObjective,
      { eventType: "create_initiative", targetId: id.objective, data: { title: "a" } }
    ],
    [
      20,
      "progress measures per objective",
      withObjective,
      { eventType: "create_progress", targetId: id.objective, data: { name: "a", start: 0, target: 1 } }
    ]
  ])("%i %s", (limit, what, start, ask) => {
    const { full, refusal } = crowd(start, limit, () => ask)
    assert.strictEqual(refusal, `the limit of ${limit} ${what} is reached`)
    const deletion = ask.eventType.replace("create_", "delete_") as EventType
    const room = reached(full, { eventType: deletion, targetId: entityId(0x1000) })
    assert.strictEqual(reason(room, ask), null)
  })

  it("20 linked principles per objective; to link one again is no change, to unlink one makes room", () => {
    const make: Ask = { eventType: "create_principle", targetId: id.team, data: { title: "a" } }
    const { full } = crowd(withObjective, 21, () => make)
    const link = (n: number, linked = true): Ask => ({
      eventType: "update_objective_principle_link",
      targetId: id.objective,
      data: { principleId: entityId(0x1000 + n), linked }
    })
    const linked = reached(full, ...Array.from({ length: 20 }, (_, n) => link(n)))
    assert.strictEqual(reason(linked, link(20)), "the limit of 20 linked principles per objective is reached")
    assert.throws(() => eventOf(linked, link(19)), "changed nothing")
    assert.strictEqual(reason(reached(linked, link(3, false)), link(20)), null)
  })

  it("100 check-ins are kept, newest first", () => {
    const checkIn = (value: number): Ask => ({
      eventType: "update_progress_value",
      targetId: id.progress,
      data: { value }
    })
    const state = reached(house, ...Array.from({ length: Limits.checkInsKept + 5 }, (_, n) => checkIn(n + 100)))
    const team = Option.getOrThrow(findTeam(state, id.team))
    const kept = team.objectives[0]?.progress[0]?.checkIns.map(({ value }) => value) ?? []
    assert.deepStrictEqual(
      kept,
      Array.from({ length: 100 }, (_, n) => 204 - n)
    )
  })
})
