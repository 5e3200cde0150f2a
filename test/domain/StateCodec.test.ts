import { assert, describe, it } from "@effect/vitest"
import { HashMap, Result } from "effect"
import { empty, type State } from "../../src/domain/state/State.ts"
import { fromParts, toParts } from "../../src/domain/state/StateCodec.ts"
import { entityId, plain } from "./Commands.ts"
import { example, id, stateAfter } from "./ExampleStrategy.ts"

describe("a state as texts", () => {
  it("has its keys in one order, whatever order the events left them in", () => {
    const [north = ""] = toParts(example).teams
    assert.match(
      north,
      /^\{"id":"[^"]+","name":"North","color":"#aa0000","touchedAt":27,"versions":\{"color":1,"name":1\}/
    )
    const turned: State = {
      ...example,
      teams: HashMap.map(example.teams, (team) =>
        JSON.parse(JSON.stringify(Object.fromEntries(Object.entries(team).reverse())))
      )
    }
    assert.deepStrictEqual(toParts(turned), toParts(example))
  })

  it("has one text per team and one row per id, sorted by id", () => {
    const { sequenceNumber, teams, entities } = toParts(example)
    assert.strictEqual(sequenceNumber, example.sequenceNumber)
    assert.deepStrictEqual(
      teams.map((text) => JSON.parse(text).name),
      ["North", "South"]
    )
    assert.strictEqual(entities.length, 1)
    const rows: ReadonlyArray<ReadonlyArray<unknown>> = JSON.parse(entities[0] ?? "")
    assert.deepStrictEqual(rows[0], [id.team, "team", id.team, null, true])
    assert.deepStrictEqual(rows.at(-1), [id.deletedProgress, "progress", id.team, id.objective, false])
    assert.strictEqual(rows.length, HashMap.size(example.entities))
  })

  it("splits the ids after 5,000", () => {
    const ref = { type: "team", teamId: id.team, objectiveId: null, alive: false } as const
    const many = Array.from({ length: 10_001 }, (_, n) => [entityId(n), ref] as const)
    const state: State = { ...empty, entities: HashMap.fromIterable(many) }
    const parts = toParts(state)
    assert.deepStrictEqual(
      parts.entities.map((text) => JSON.parse(text).length),
      [5_000, 5_000, 1]
    )
    assert.deepStrictEqual(plain(Result.getOrThrow(fromParts(parts))), plain(state))
  })

  it("has the same text for an unchanged team", () => {
    const next = stateAfter(example, { eventType: "update_team_name", targetId: id.otherTeam, data: { name: "x" } })
    assert.strictEqual(toParts(next).teams[0], toParts(example).teams[0])
    assert.notStrictEqual(toParts(next).teams[1], toParts(example).teams[1])
  })

  it.each([
    ["no JSON", (text: string) => text.slice(1)],
    ["a missing key", (text: string) => text.replace('"title"', '"titel"')],
    ["an unknown status", (text: string) => text.replace('"draft"', '"great"')],
    ["an id that is none", (text: string) => text.replace(id.objective, "x")]
  ])("with %s cannot be read", (_, spoil) => {
    const parts = toParts(example)
    const [north = "", ...rest] = parts.teams
    assert.deepStrictEqual(
      fromParts({ ...parts, teams: [spoil(north), ...rest] }),
      Result.fail("team 1 cannot be read")
    )
  })

  it("with malformed rows cannot be read", () => {
    const parts = toParts(example)
    assert.deepStrictEqual(
      fromParts({ ...parts, entities: [...parts.entities, '[["x"]]'] }),
      Result.fail(`the ids after ${HashMap.size(example.entities)} cannot be read`)
    )
  })
})
