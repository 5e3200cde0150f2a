import { HashMap, Option, Schema } from "effect"
import { EntityType } from "../Event.ts"
import { EntityId, SequenceNumber } from "../entities/Ids.ts"
import { deletedTitle, isDeletionOf } from "../events/Deletion.ts"
import type { State } from "../state/State.ts"

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

/** How many of an entity's earlier titles are searched for the one that its deletion names. */
export const titlesKept = 20

/** The latest deletion of an entity that has not come back since: by a deletion of its own or by a restore. */
export interface Deletion {
  readonly entityId: EntityId
  readonly entityType: typeof EntityType.Type
  readonly parentId: EntityId
  readonly parentType: typeof EntityType.Type
  readonly sequenceNumber: number
  /** ISO 8601 UTC with milliseconds. */
  readonly timestamp: string
  readonly actorName: string
  /** The description of the deletion, or what the restore says about this entity. */
  readonly description: string
  /** The latest titles or names that its creation and edits gave it, at most `titlesKept`, newest first. */
  readonly titles: ReadonlyArray<string>
  /** How many entities of each type were deleted with it. */
  readonly groups: number
  readonly initiatives: number
  readonly progress: number
}

const isAlive = ({ entities }: State, id: EntityId): boolean => Option.exists(HashMap.get(entities, id), (_) => _.alive)

/** The whole title, since the description of a deletion may cut it. The entity may have had it only by a restore. */
const titleOf = ({ entityType, description, titles }: Deletion): string => {
  const cut = deletedTitle(entityType, description)
  return titles.find((title) => cut === undefined || isDeletionOf(entityType, title, description)) ?? cut ?? ""
}

/**
 * The first `limit` rows, newest first, and further rows of the last event, so that no restore is split between pages.
 */
export const firstEvents = <A extends Pick<Deletion, "sequenceNumber">>(rows: ReadonlyArray<A>, limit: number) => {
  const last = rows[limit - 1]?.sequenceNumber ?? Number.NEGATIVE_INFINITY
  return rows.filter(({ sequenceNumber }) => sequenceNumber >= last).slice(0, listedPerPage)
}

/** `deletions` are newest first. More than `limit` of them mean that another page follows. */
export const deletedPage = (state: State, deletions: ReadonlyArray<Deletion>, limit: number): DeletedPage => {
  const shown = firstEvents(deletions, limit)
  return {
    sequenceNumber: state.sequenceNumber,
    entries: shown
      .filter(({ entityId }) => !isAlive(state, entityId))
      .map((deletion) => ({
        id: deletion.entityId,
        type: deletion.entityType,
        title: titleOf(deletion),
        parentId: deletion.parentId,
        parentType: deletion.parentType,
        cause: deletedTitle(deletion.entityType, deletion.description) === undefined ? "restore" : "deletion",
        deletedAt: deletion.timestamp,
        deletedBy: deletion.actorName,
        sequenceNumber: deletion.sequenceNumber,
        asOf: deletion.sequenceNumber - 1,
        contains: { groups: deletion.groups, initiatives: deletion.initiatives, progress: deletion.progress }
      })),
    nextBefore: deletions.length > limit ? (shown.at(-1)?.sequenceNumber ?? null) : null
  }
}
