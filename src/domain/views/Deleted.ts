import { HashMap, Option, Schema } from "effect"
import { EntityType } from "../Event.ts"
import { described, listOf } from "../entities/Documented.ts"
import { EntityId, SequenceNumber, ViewPosition } from "../entities/Ids.ts"
import { Time } from "../entities/Time.ts"
import type { RemovedEntity, State } from "../state/State.ts"

/**
 * Something that was deleted alone, or that went with a restore while its parent stayed, and can come back: a create
 * event with `{ id, asOf }` on its parent brings it back.
 */
const DeletedEntry = Schema.Struct({
  id: EntityId,
  type: described("Its type", EntityType),
  title: described("The title or name it had", Schema.String),
  parentId: described("The id of its parent", EntityId),
  parentType: described("The type of its parent", EntityType),
  cause: described("Whether it was deleted, or removed by a restore", Schema.Literals(["deletion", "restore"])),
  deletedAt: described("When it was deleted", Time),
  deletedBy: described("The name, at that time, of the user who removed it", Schema.String),
  sequenceNumber: described("The event that removed it", SequenceNumber),
  asOf: described(
    "The last event after which it still existed: send it with `id` in a create event to bring it back",
    SequenceNumber
  ),
  contains: described(
    "The numbers of entities that were deleted with it",
    Schema.Struct({
      groups: described("The number of groups", Schema.Int),
      initiatives: described("The number of initiatives", Schema.Int),
      progress: described("The number of measures", Schema.Int)
    })
  )
}).annotate({ identifier: "DeletedEntry" })

/** The largest number of entries on a page, even if one restore removed more. */
export const listedPerPage = 500

/** Everything that one restore removed is on one page, which may exceed its limit for that. */
export const DeletedPage = Schema.Struct({
  sequenceNumber: ViewPosition,
  entries: described(
    "Deleted entities, newest first; those deleted along with an objective come back with it and are not listed",
    listOf(DeletedEntry, listedPerPage)
  ),
  nextBefore: described("The `before` of the next page; null on the last one", Schema.NullOr(SequenceNumber))
}).annotate({ identifier: "DeletedPage" })
export type DeletedPage = typeof DeletedPage.Type

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
