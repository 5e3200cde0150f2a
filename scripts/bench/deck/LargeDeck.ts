import { Option } from "effect"
import type { DeckInput } from "../../../src/deck/Input.ts"
import { EntityId, UserId } from "../../../src/domain/entities/Ids.ts"
import { findTeam } from "../../../src/domain/state/State.ts"
import { startOfLog } from "../../../src/log/projection/LogPosition.ts"
import { planBatch } from "../../../src/log/writer/Batch.ts"
import { eventsOf, type Size } from "../FullTeam.ts"

const timestamp = "2026-01-02T03:04:05.678Z"
const actorName = "ada"

/** The input for the deck of a full team, compared with its own state, with one line of history for each entity. */
export const largeDeck = (size: Size): DeckInput => {
  const { team, principles, objectives, teamId, principleIds, objectiveIds } = eventsOf(1, size)
  const requests = [team, ...principles, ...objectives.flat()].map(({ eventType, targetId, data }, serial) => {
    const id = EntityId.make(`00000000-0000-4000-9000-${String(serial).padStart(12, "0")}`)
    const actorId = UserId.make("00000000-0000-4000-9000-000000000000")
    const target = targetId === null ? null : EntityId.make(targetId)
    const common = { submissionId: id, freshId: id, timestamp, actorId, actorName, lastSeenSequence: null }
    return { submission: { ...common, eventType, targetId: target, data }, idempotency: null }
  })
  const { position } = planBatch(startOfLog, requests, () => undefined)({ events: [], outcomes: [] }).projection
  const found = Option.getOrThrow(findTeam(position.state, EntityId.make(teamId)))
  const line = { timestamp, actorName, description: "changed the description" }
  return {
    ...{ team: found, before: found, sequenceNumber: position.state.sequenceNumber, date: timestamp.slice(0, 10) },
    ...{ since: "2025-12-03", detail: "full", notes: true, pageUrl: null, statuses: [], selection: null },
    latest: new Map([...principleIds, ...objectiveIds].map((id) => [id, [line]]))
  }
}
