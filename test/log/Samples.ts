import { EntityId, UserId } from "../../src/domain/entities/Ids.ts"
import type { ChainedEvent } from "../../src/log/store/EventHash.ts"
import type { Addition, MissedChanges } from "../../src/log/store/EventStore.ts"
import type { Envelope } from "../../src/log/writer/Planner.ts"

const hex = (n: number) => n.toString(16).padStart(12, "0")

export const entityId = (n: number) => EntityId.make(`00000000-0000-4000-8000-${hex(n)}`)
export const userId = (n: number) => UserId.make(`00000000-0000-4000-9000-${hex(n)}`)
export const submissionId = (n: number) => `00000000-0000-4000-a000-${hex(n)}`

export const event = (sequenceNumber: number, over: Partial<ChainedEvent> = {}): ChainedEvent => ({
  sequenceNumber,
  submissionId: submissionId(sequenceNumber),
  timestamp: "2026-01-02T03:04:05.678Z",
  actorId: userId(1),
  actorName: "ada",
  eventType: "update_team_name",
  targetId: entityId(1),
  data: { name: "Beta" },
  lastSeenSequence: 3,
  status: "applied",
  rejectionReason: null,
  conflictingServerValue: null,
  entityId: entityId(1),
  entityType: "team",
  fieldName: "name",
  previousSequence: 1,
  oldValue: "Alpha",
  newValue: "Beta",
  description: "renamed team 'Alpha' to 'Beta'",
  rejection: null,
  fact: null,
  hash: `hash of ${sequenceNumber}`,
  ...over
})

/** A submission by ada about the first entity. */
export const envelope = (over: Partial<Envelope>): Envelope => ({
  actorId: userId(1),
  actorName: "ada",
  eventType: "update_team_name",
  targetId: entityId(1),
  data: {},
  lastSeenSequence: null,
  idempotency: null,
  ...over
})

export const createTeam = (n: number, over: Partial<Envelope> = {}): Envelope =>
  envelope({
    eventType: "create_team",
    targetId: null,
    data: { id: entityId(n), name: `Team ${n}`, color: "#102030" },
    ...over
  })

export const nothing: Addition = { events: [], associations: [], outcomes: [] }

/** Plans one event about entity `n` right after the log's end. */
export const oneMore =
  (known: number, n: number) =>
  (since: MissedChanges): Addition => {
    const sequenceNumber = known + since.events.length + 1
    const about = { entityId: entityId(n), entityType: "team" } as const
    return {
      events: [event(sequenceNumber, { ...about, targetId: about.entityId, submissionId: submissionId(n) })],
      associations: [{ ...about, transitive: false, fact: null, sequenceNumber }],
      outcomes: []
    }
  }
