import { Effect } from "effect"
import type { Submission } from "../../src/domain/Event.ts"
import { EntityId, UserId } from "../../src/domain/entities/Ids.ts"
import type { LogPosition } from "../../src/log/projection/LogPosition.ts"
import { EventStore } from "../../src/log/store/EventStore.ts"
import { planBatch } from "../../src/log/writer/WriteBatch.ts"

/** The number of events that one statement appends: as many as a server keeps checkpoints apart. */
const batchSize = 10_000

/** The principles of a team, and its objectives. */
const each = 25

/** One event in this many is an edit of the first principle, so that one history is long. */
const eventsPerHotEdit = 100

const hex = (n: number) => n.toString(16).padStart(12, "0")
const entityId = (kind: number, n: number) => EntityId.make(`00000000-0000-4000-800${kind}-${hex(n)}`)
const teamId = (n: number) => entityId(0, n)
export const principleId = (n: number) => entityId(1, n)
const objectiveId = (n: number) => entityId(2, n)
const kinds = [
  { noun: "principle", id: principleId },
  { noun: "objective", id: objectiveId }
] as const
const actorId = UserId.make("00000000-0000-4000-9000-000000000001")

/** The events that create the teams with their entities, then edits of titles and statuses. */
const draftOf = (teams: number, serial: number): Pick<Submission, "eventType" | "targetId" | "data"> => {
  if (serial < teams) {
    const data = { id: teamId(serial), name: `Team ${serial}`, color: "#123456" }
    return { eventType: "create_team", targetId: null, data }
  }
  const count = teams * each
  const kind = kinds[Math.floor((serial - teams) / count)]
  if (kind !== undefined) {
    const n = (serial - teams) % count
    const data = { id: kind.id(n), title: `The ${kind.noun} ${n}` }
    return { eventType: `create_${kind.noun}`, targetId: teamId(n % teams), data }
  }
  const isHot = serial % eventsPerHotEdit === 0
  if (serial % 3 === 0 && !isHot) {
    const statuses = ["draft", "on_track", "at_risk", "off_track", "achieved"]
    const data = { status: statuses[serial % 5] ?? "draft" }
    return { eventType: "update_objective_status", targetId: objectiveId((serial * 7) % count), data }
  }
  const targetId = principleId(isHot ? 0 : (serial * 13) % count)
  return { eventType: "update_principle_title", targetId, data: { title: `Principle renamed by event ${serial}` } }
}

const timestamp = "2026-01-01T00:00:00.000Z"

/** A submission that differs from others of its serial number only in the number of teams. */
const requestOf = (teams: number, serial: number) => {
  const submission: Submission = {
    ...draftOf(teams, serial),
    timestamp,
    today: timestamp.slice(0, 10),
    submissionId: entityId(4, serial),
    actorId,
    actorName: "generator",
    lastSeenSequence: null,
    freshId: entityId(5, serial)
  }
  return { submission, idempotency: null }
}

interface Options<E> {
  readonly teams?: number
  /** A sequence number at which a batch ends. */
  readonly stop?: number
  /** Called after each batch that is in the log. */
  readonly appended?: (position: LogPosition) => Effect.Effect<void, E>
}

/**
 * Appends events of a plausible strategy until the log has `upTo`: teams with 25 principles and 25 objectives each. They are
 * decided as usual, in large batches. The first submission has the serial number of the position.
 */
export const generate = Effect.fn("generate")(function* <E = never>(
  from: LogPosition,
  upTo: number,
  { teams = 20, stop = upTo, appended = () => Effect.void }: Options<E> = {}
) {
  const store = yield* EventStore
  let position = from
  let serial = from.state.sequenceNumber
  while (position.state.sequenceNumber < upTo) {
    const { sequenceNumber } = position.state
    const end = Math.min(sequenceNumber + batchSize, upTo, stop > sequenceNumber ? stop : upTo)
    const requests = Array.from({ length: end - sequenceNumber }, () => requestOf(teams, serial++))
    const batch = planBatch(position, requests)({ events: [], outcomes: [] })
    yield* store.append(sequenceNumber, [], () => batch)
    position = batch.projection.position
    yield* appended(position)
  }
  return position
})
