import { EntityId } from "../../../src/domain/entities/Ids.ts"
import type { HistoryEntry } from "../../../src/domain/views/History.ts"

export const entityId = EntityId.make("00000000-0000-4000-8000-000000000001")

/** A history entry with default values for what is not given. */
export const historyEntry = (given: Partial<HistoryEntry> = {}): HistoryEntry => ({
  sequenceNumber: 7,
  timestamp: "2026-03-14T10:12:00.000Z",
  actorName: "ada",
  actorDisplayName: null,
  eventType: "update_objective_title",
  status: "applied",
  description: "renamed",
  fieldName: "title",
  oldValue: "a",
  newValue: "b",
  isTransitive: false,
  canReapply: true,
  entityId,
  entityType: "objective",
  targetId: entityId,
  teamId: entityId,
  data: { title: "b" },
  entityTitle: "b",
  parentTitle: null,
  unit: null,
  fact: null,
  effect: null,
  rejectionReason: null,
  rejectionCode: null,
  rejection: null,
  tokenName: null,
  changeSet: null,
  undoes: null,
  ...given
})
