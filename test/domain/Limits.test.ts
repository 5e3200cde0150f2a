import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import type { EventData, EventType } from "../../src/domain/Event.ts"
import type { EntityId } from "../../src/domain/entities/Ids.ts"
import { empty, findTeam, type State } from "../../src/domain/state/State.ts"
import * as Limits from "../../src/shared/Limits.ts"
import { entityId } from "./Commands.ts"
import { eventOf, example, type Input, id, stateAfter } from "./ExampleStrategy.ts"
import { reasonOf } from "./Sentences.ts"

const rejectionReason = (state: State, ask: Input): string | null => reasonOf(eventOf(state, ask))

const texts: ReadonlyArray<readonly [EventType, EntityId | null, string, number, number, EventData]> = [
  ["create_team", null, "name", 1, 100, { color: "#000000" }],
  ["update_team_name", id.team, "name", 1, 100, {}],
  ["create_principle", id.team, "title", 1, 250, {}],
  ["create_principle", id.team, "description", 0, 4096, { title: "a" }],
  ["update_principle_title", id.principle, "title", 1, 250, {}],
  ["update_description", id.principle, "description", 0, 4096, {}],
  ["create_objective", id.team, "title", 1, 250, {}],
  ["create_objective", id.team, "description", 0, 4096, { title: "a" }],
  ["update_objective_title", id.objective, "title", 1, 250, {}],
  ["update_description", id.objective, "description", 0, 4096, {}],
  ["create_group", id.objective, "name", 1, 100, {}],
  ["update_group_name", id.group, "name", 1, 100, {}],
  ["create_initiative", id.objective, "title", 1, 250, {}],
  ["update_initiative_title", id.initiative, "title", 1, 250, {}],
  ["create_progress", id.objective, "name", 1, 100, { start: 0, target: 1 }],
  ["create_progress", id.objective, "unit", 0, 20, { name: "a", start: 0, target: 1 }],
  ["create_objective", id.team, "statusNote", 0, 1000, { title: "a" }],
  ["update_objective_status", id.objective, "note", 0, 1000, { status: "at_risk" }],
  ["create_objective", id.team, "owner", 0, 100, { title: "a" }],
  ["update_owner", id.initiative, "owner", 0, 100, {}],
  ["update_progress_value", id.progress, "note", 0, 1000, { value: 5 }]
]

describe("lengths", () => {
  it.each(texts)("%s of %s: %s has %i to %i characters", (eventType, targetId, key, minimum, maximum, rest) => {
    const ask = (length: number): Input => ({ eventType, targetId, data: { ...rest, [key]: "é".repeat(length) } })
    const rule = minimum === 0 ? `at most ${maximum}` : `${minimum} to ${maximum}`
    assert.strictEqual(rejectionReason(example, ask(maximum)), null)
    assert.strictEqual(rejectionReason(example, ask(maximum + 1)), `${key} must have ${rule} characters`)
    if (minimum > 0) {
      assert.strictEqual(rejectionReason(example, ask(minimum)), null)
      assert.strictEqual(rejectionReason(example, ask(minimum - 1)), `${key} must have ${rule} characters`)
    }
  })
})

describe("numbers", () => {
  const value = (value: number): Input => ({
    eventType: "update_progress_value",
    targetId: id.progress,
    data: { value }
  })

  it.each([1e15, -1e15, 5e-324, 0.1])("%d is accepted", (number) => {
    assert.strictEqual(rejectionReason(example, value(number)), null)
  })

  it.each([1e15 + 0.5, -1e15 - 0.5, Infinity, -Infinity, NaN])("%d is refused", (number) => {
    assert.strictEqual(rejectionReason(example, value(number)), "value must be a number between -1e15 and 1e15")
  })

  it("confidence is 0 to 10", () => {
    const ask = (confidence: number): Input => ({ ...value(5), data: { value: 5, confidence } })
    assert.deepStrictEqual(
      [-1, 0, 10, 11].map((confidence) => rejectionReason(example, ask(confidence)) === null),
      [false, true, true, false]
    )
  })
})

/** The state after as many creations as the limit allows, and the reason why one more is rejected. */
const atLimit = (start: State, limit: number, ask: (n: number) => Input) => {
  const asks = Array.from({ length: limit }, (_, n) => ({ ...ask(n), freshId: entityId(0x1000 + n) }))
  const full = stateAfter(start, ...asks)
  return { full, refusal: rejectionReason(full, { ...ask(limit), freshId: entityId(0x1000 + limit) }) }
}

const withTeam = stateAfter(empty, { eventType: "create_team", data: { id: id.team, name: "a", color: "#000000" } })
const withObjective = stateAfter(withTeam, {
  eventType: "create_objective",
  targetId: id.team,
  data: { id: id.objective, title: "o" }
})

describe("counts", () => {
  it("500 teams", () => {
    const make = (n: number): Input => ({ eventType: "create_team", data: { name: `${n}`, color: "#000000" } })
    assert.strictEqual(atLimit(empty, 500, make).refusal, "the limit of 500 teams is reached")
  })

  it.each<readonly [number, string, State, Input]>([
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
      "measures per objective",
      withObjective,
      { eventType: "create_progress", targetId: id.objective, data: { name: "a", start: 0, target: 1 } }
    ]
  ])("%i %s", (limit, what, start, ask) => {
    const { full, refusal } = atLimit(start, limit, () => ask)
    assert.strictEqual(refusal, `the limit of ${limit} ${what} is reached`)
    const deletion = ask.eventType.replace("create_", "delete_") as EventType
    const room = stateAfter(full, { eventType: deletion, targetId: entityId(0x1000) })
    assert.strictEqual(rejectionReason(room, ask), null)
  })

  it("20 linked principles per objective; linking one again is no change, and unlinking one makes room", () => {
    const make: Input = { eventType: "create_principle", targetId: id.team, data: { title: "a" } }
    const { full } = atLimit(withObjective, 21, () => make)
    const link = (n: number, linked = true): Input => ({
      eventType: "update_objective_principle_link",
      targetId: id.objective,
      data: { principleId: entityId(0x1000 + n), linked }
    })
    const linked = stateAfter(full, ...Array.from({ length: 20 }, (_, n) => link(n)))
    assert.strictEqual(rejectionReason(linked, link(20)), "the limit of 20 linked principles per objective is reached")
    assert.throws(() => eventOf(linked, link(19)), "changed nothing")
    assert.strictEqual(rejectionReason(stateAfter(linked, link(3, false)), link(20)), null)
  })

  it("a measure has its 100 latest check-ins, newest first", () => {
    const checkIn = (value: number): Input => ({
      eventType: "update_progress_value",
      targetId: id.progress,
      data: { value }
    })
    const state = stateAfter(example, ...Array.from({ length: Limits.checkInsKept + 5 }, (_, n) => checkIn(n + 100)))
    const team = Option.getOrThrow(findTeam(state, id.team))
    const kept = team.objectives[0]?.progress[0]?.checkIns.map(({ value }) => value) ?? []
    assert.deepStrictEqual(
      kept,
      Array.from({ length: 100 }, (_, n) => 204 - n)
    )
  })
})
