import { HashMap, Option, Schema } from "effect"
import { EntityType } from "../Event.ts"
import { EntityId, SequenceNumber } from "../entities/Ids.ts"
import type { RemovedEntity, State } from "../state/State.ts"

/**
 * Something that was deleted alone, or that went with a restore while its parent stayed, and can come back: a create
 * event with `{ id, asOf }` on its parent brings it back.
 */
const DeletedEntry = Schema.Struct({
  id: EntityId,
  type: EntityType,
  /** The title or name that it had. */
  title: Schema.String,
  parentId: EntityId,
  parentType: EntityType,
  /** Whether a deletion of its own or a restore to an earlier event removed it. */
  cause: Schema.Literals(["deletion", "restore"]),
  /** ISO 8601 UTC. */
  deletedAt: Schema.String,
  /** Username at that time. */
  deletedBy: Schema.String,
  /** The sequence number of the deletion or of the restore. */
  sequenceNumber: SequenceNumber,
  /** The last event after which the entity still existed. */
  asOf: SequenceNumber,
  /** How many entities of each type were deleted with it. */
  contains: Schema.Struct({ groups: Schema.Int, initiatives: Schema.Int, progress: Schema.Int })
}).annotate({ identifier: "DeletedEntry" })

export const DeletedPage = Schema.Struct({
  sequenceNumber: SequenceNumber,
  /**
   * Newest first. What was deleted along with an objective comes back with it and is not listed. Everything that one
   * restore removed is on one page: the page may exceed its limit for that, up to `listedPerPage` entries.
   */
  entries: Schema.Array(DeletedEntry),
  /** Where the next page starts; null on the last one. */
  nextBefore: Schema.NullOr(SequenceNumber)
}).annotate({ identifier: "DeletedPage" })
export type DeletedPage = typeof DeletedPage.Type

/** The largest number of entries on a page, even if one restore removed more. */
export const listedPerPage = 500

interface Row extends RemovedEntity {
  readonly id: EntityId
}

const newestFirst = (one: Row, other: Row): number =>
  other.sequenceNumber - one.sequenceNumber || (one.id < other.id ? -1 : 1)

/** What was removed from a team before an event, newest first; without that of which the parent does not live. */
const rowsBefore = ({ removed, entities }: State, teamId: EntityId, before: number): ReadonlyArray<Row> => {
  const isAlive = (id: EntityId) => Option.exists(HashMap.get(entities, id), ({ alive }) => alive)
  const rows: Array<Row> = []
  for (const [id, entity] of Option.getOrElse(HashMap.get(removed, teamId), () =>
    HashMap.empty<EntityId, RemovedEntity>()
  )) {
    const { objectiveId, sequenceNumber } = entity
    if (sequenceNumber < before && (objectiveId === null || isAlive(objectiveId))) rows.push({ id, ...entity })
  }
  return rows.sort(newestFirst)
}

/** The first `limit` rows, and further rows of the last event, so that no restore is split between pages. */
const firstEvents = (rows: ReadonlyArray<Row>, limit: number): ReadonlyArray<Row> => {
  const last = rows[limit - 1]?.sequenceNumber ?? Number.NEGATIVE_INFINITY
  return rows.filter(({ sequenceNumber }) => sequenceNumber >= last).slice(0, listedPerPage)
}

/** What was removed from a living team before an event, in pages of `limit` entries. */
export const deletedPage = (
  state: State,
  teamId: EntityId,
  { before = Number.POSITIVE_INFINITY, limit }: { readonly before?: number | undefined; readonly limit: number }
): DeletedPage => {
  const rows = rowsBefore(state, teamId, before)
  const shown = firstEvents(rows, limit)
  return {
    sequenceNumber: state.sequenceNumber,
    entries: shown.map(({ id, type, title, objectiveId, sequenceNumber, timestamp, actorName, cause, contains }) => ({
      id,
      type,
      title,
      parentId: objectiveId ?? teamId,
      parentType: objectiveId === null ? "team" : "objective",
      cause,
      deletedAt: timestamp,
      deletedBy: actorName,
      sequenceNumber,
      asOf: sequenceNumber - 1,
      contains
    })),
    nextBefore: rows.length > shown.length ? (shown.at(-1)?.sequenceNumber ?? null) : null
  }
}
