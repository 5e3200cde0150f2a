import { assert, describe, it } from "@effect/vitest"
import { HashMap } from "effect"
import { restoredPart, withParts } from "../../src/domain/events/RestoredPart.ts"
import { startOfLog } from "../../src/log/projection/LogPosition.ts"
import { planBatch } from "../../src/log/writer/Batch.ts"
import { createTeam, entityId, envelope, submissionId } from "../log/Samples.ts"

const bothTeams = [
  createTeam(1),
  createTeam(2),
  envelope({ eventType: "create_principle", targetId: entityId(2), data: { id: entityId(3), title: "Principle" } })
]

const { state } = planBatch(
  startOfLog,
  bothTeams.map(({ idempotency, ...each }, n) => ({
    idempotency,
    submission: { ...each, submissionId: submissionId(n), timestamp: "2026-01-01T00:00:00.000Z", freshId: entityId(9) }
  })),
  () => undefined
)({ events: [], outcomes: [] }).projection.position

const team = restoredPart({ eventType: "restore_history", data: { sequenceNumber: 1, teamId: entityId(1) } })
const all = restoredPart({ eventType: "restore_history", data: { sequenceNumber: 1 } })
const principle = restoredPart({ eventType: "create_principle", data: { id: entityId(3), asOf: 3 } })

describe("The part of an earlier state that a restore needs", () => {
  it("is the restored team, the team of the entity that comes back, or everything", () => {
    const kept = (...parts: ReadonlyArray<typeof team>) => [...HashMap.keys(withParts(state, parts).teams)].sort()
    assert.deepStrictEqual(kept(team), [entityId(1)])
    assert.deepStrictEqual(kept(principle), [entityId(2)])
    assert.deepStrictEqual(kept(team, principle), [entityId(1), entityId(2)])
    assert.strictEqual(withParts(state, [principle, all]), state)
    assert.deepStrictEqual(kept({ teamId: entityId(7), entityId: null }), [])
  })

  it("has only the ids of living entities of these teams", () => {
    const ids = (...parts: ReadonlyArray<typeof team>) => [...HashMap.keys(withParts(state, parts).entities)].sort()
    assert.deepStrictEqual(ids(team), [entityId(1)])
    assert.deepStrictEqual(ids(principle), [entityId(2), entityId(3)])
  })
})
