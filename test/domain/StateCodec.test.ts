import { assert, describe, it } from "@effect/vitest"
import { HashMap, Result } from "effect"
import { empty, type State } from "../../src/domain/state/State.ts"
import { contentOf, fromParts, toParts } from "../../src/domain/state/StateCodec.ts"
import { entityId, plain } from "./Commands.ts"
import { house, id, reached } from "./House.ts"

describe("a state as texts", () => {
  it("has the keys in one order, whatever order the events left", () => {
    const [north = ""] = toParts(house).teams
    assert.match(
      north,
      /^\{"id":"[^"]+","name":"North","color":"#aa0000","touchedAt":27,"versions":\{"color":1,"name":1\}/
    )
    const turned: State = {
      ...house,
      teams: HashMap.map(house.teams, (team) =>
        JSON.parse(JSON.stringify(Object.fromEntries(Object.entries(team).reverse())))
      )
    }
    assert.deepStrictEqual(toParts(turned), toParts(house))
  })

  it("has one text per team and a row per id, by id", () => {
    const { sequenceNumber, teams, entities } = toParts(house)
    assert.strictEqual(sequenceNumber, house.sequenceNumber)
    assert.deepStrictEqual(
      teams.map((text) => JSON.parse(text).name),
      ["North", "South"]
    )
    assert.strictEqual(entities.length, 1)
    const rows: ReadonlyArray<ReadonlyArray<unknown>> = JSON.parse(entities[0] ?? "")
    assert.deepStrictEqual(rows[0], [id.team, "team", id.team, null, true])
    assert.deepStrictEqual(rows.at(-1), [id.goneProgress, "progress", id.team, id.objective, false])
    assert.strictEqual(rows.length, HashMap.size(house.entities))
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

  it("is not written again for a team that did not change", () => {
    const next = reached(house, { eventType: "update_team_name", targetId: id.otherTeam, data: { name: "x" } })
    assert.strictEqual(toParts(next).teams[0], toParts(house).teams[0])
    assert.notStrictEqual(toParts(next).teams[1], toParts(house).teams[1])
  })

  it.each([
    ["no JSON", (text: string) => text.slice(1)],
    ["a missing key", (text: string) => text.replace('"title"', '"titel"')],
    ["an unknown status", (text: string) => text.replace('"draft"', '"great"')],
    ["an id that is none", (text: string) => text.replace(id.objective, "x")]
  ])("with %s cannot be read", (_, spoil) => {
    const parts = toParts(house)
    const [north = "", ...rest] = parts.teams
    assert.deepStrictEqual(
      fromParts({ ...parts, teams: [spoil(north), ...rest] }),
      Result.fail("team 1 cannot be read")
    )
  })

  it("with bad rows cannot be read", () => {
    const parts = toParts(house)
    assert.deepStrictEqual(
      fromParts({ ...parts, entities: [...parts.entities, '[["x"]]'] }),
      Result.fail(`the ids after ${HashMap.size(house.entities)} cannot be read`)
    )
  })
})

describe("what a strategy says", () => {
  it("is not when and by whom it came to say so", () => {
    const there = reached(house, { eventType: "update_team_name", targetId: id.team, data: { name: "x" } })
    const back = reached(there, { eventType: "update_team_name", targetId: id.team, data: { name: "North" } })
    assert.notDeepEqual(contentOf(there), contentOf(house))
    assert.deepStrictEqual(contentOf(back), contentOf(house))
    assert.notDeepEqual(plain(back), plain({ ...house, sequenceNumber: back.sequenceNumber }))
  })
})
