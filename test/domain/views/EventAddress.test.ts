import { assert, describe, it } from "@effect/vitest"
import { HashMap } from "effect"
import type { EventType } from "../../../src/domain/Event.ts"
import type { EntityId } from "../../../src/domain/entities/Ids.ts"
import { type EntityRef, empty, type State } from "../../../src/domain/state/State.ts"
import { eventAddress } from "../../../src/domain/views/EventAddress.ts"
import { entityId } from "../../log/Samples.ts"

const [team, objective, part] = [entityId(1), entityId(2), entityId(3)]

const refs: ReadonlyArray<readonly [EntityId, Pick<EntityRef, "type" | "objectiveId">]> = [
  [team, { type: "team", objectiveId: null }],
  [objective, { type: "objective", objectiveId: null }],
  [entityId(4), { type: "principle", objectiveId: null }],
  [part, { type: "initiative", objectiveId: objective }],
  [entityId(5), { type: "progress", objectiveId: objective }],
  [entityId(6), { type: "group", objectiveId: objective }]
]

const stateWith = (alive: boolean): State => ({
  ...empty,
  entities: HashMap.fromIterable(refs.map(([id, ref]) => [id, { ...ref, teamId: team, alive }] as const))
})

const addressOf = (eventType: EventType, id: EntityId | null, alive = true): string =>
  eventAddress("https://x/strategy/", { sequenceNumber: 7, eventType, entityId: id }, stateWith(alive))

const ofTeam = `https://x/strategy/teams/${team}`

describe("The address in a message", () => {
  it.each<readonly [EventType, EntityId | null, string]>([
    ["update_team_name", team, ofTeam],
    ["create_objective", objective, `${ofTeam}/objectives/${objective}`],
    ["update_principle_title", entityId(4), `${ofTeam}/principles/${entityId(4)}`],
    ["create_initiative", part, `${ofTeam}/objectives/${objective}#${part}`],
    ["update_progress_value", entityId(5), `${ofTeam}/objectives/${objective}#${entityId(5)}`],
    ["create_group", entityId(6), `${ofTeam}/objectives/${objective}`],
    ["delete_objective", objective, `${ofTeam}?history=${objective}&event=7`],
    ["delete_progress", entityId(5), `${ofTeam}?history=${entityId(5)}&event=7`],
    ["delete_team", team, "https://x/strategy/log?event=7"],
    ["restore_history", null, "https://x/strategy/log?event=7"],
    ["update_team_name", entityId(99), "https://x/strategy/log?event=7"]
  ])("of %s of %s is %s, whatever became of it", (eventType, id, address) => {
    assert.strictEqual(addressOf(eventType, id), address)
    assert.strictEqual(addressOf(eventType, id, false), address)
  })
})
