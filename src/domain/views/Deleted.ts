import { HashMap, Option, Schema } from "effect"
import { EntityType } from "../Event.ts"
import { EntityId, SequenceNumber } from "../entities/Ids.ts"
import { deletedTitle, isDeletionOf } from "../events/Deletion.ts"
import type { State } from "../state/State.ts"

/**
 * Something that was deleted alone, or that went with a restore while its parent stayed, and can come back: a create event
 * with `{ id, asOf }` on its parent brings it back.
 */
const DeletedEntry = Schema.Struct({
  id: EntityId,
  type: EntityType,
  /** The title or name that it had. */
  title: Schema.String,
  parentId: EntityId,
  parentType: EntityType,
  /** Whether an event of its own deleted it, or it went with a restore to an earlier event. */
  cause: Schema.Literals(["deletion", "restore"]),
  /** ISO 8601 UTC. */
  deletedAt: Schema.String,
  /** Username at that time. */
  deletedBy: Schema.String,
  /** That of the deletion or of the restore. */
  sequenceNumber: SequenceNumber,
  /** The last event after which it was there. */
  asOf: SequenceNumber,
  /** How many of each were deleted with it. */
  contains: Schema.Struct({ groups: Schema.Int, initiatives: Schema.Int, progress: Schema.Int })
}).annotate({ identifier: "DeletedEntry" })

export const DeletedPage = Schema.Struct({
  sequenceNumber: SequenceNumber,
  /**
   * Newest first. What was deleted along with an objective comes back with it and is not listed. What went with one restore
   * is on one page, also beyond the limit, up to `listedPerPage`.
   */
  entries: Schema.Array(DeletedEntry),
  /** Where the next page starts; null on the last one. */
  nextBefore: Schema.NullOr(SequenceNumber)
}).annotate({ identifier: "DeletedPage" })
export type DeletedPage = typeof DeletedPage.Type

/** The most entries of a page, whatever one restore took. */
export const listedPerPage = 500

/** How many titles of an entity are looked at for the one that it had. */
export const titlesKept = 20

/** The latest deletion of an entity that has not come back since; by an event of its own, or by a restore. */
export interface Deletion {
  readonly entityId: EntityId
  readonly entityType: typeof EntityType.Type
  readonly parentId: EntityId
  readonly parentType: typeof EntityType.Type
  readonly sequenceNumber: number
  /** ISO 8601 UTC with milliseconds. */
  readonly timestamp: string
  readonly actorName: string
  /** What is said of the entity: the description of its deletion, or what the restore did to it. */
  readonly description: string
  /** The latest titles or names it was given by events of its own, at most `titlesKept`, newest first. */
  readonly titles: ReadonlyArray<string>
  /** How many of each were deleted with it. */
  readonly groups: number
  readonly initiatives: number
  readonly progress: number
}

const isAlive = ({ entities }: State, id: EntityId): boolean => Option.exists(HashMap.get(entities, id), (_) => _.alive)

/** The whole title, of which the description of a deletion has the beginning. A restore may have given an older one. */
const titleOf = ({ entityType, description, titles }: Deletion): string => {
  const cut = deletedTitle(entityType, description)
  return titles.find((title) => cut === undefined || isDeletionOf(entityType, title, description)) ?? cut ?? ""
}

/** The first rows of a list, newest first, and the following ones of the same event: one restore is not cut in two. */
export const firstEvents = <A extends Pick<Deletion, "sequenceNumber">>(rows: ReadonlyArray<A>, limit: number) => {
  const last = rows[limit - 1]?.sequenceNumber ?? Number.NEGATIVE_INFINITY
  return rows.filter(({ sequenceNumber }) => sequenceNumber >= last).slice(0, listedPerPage)
}

/** `deletions` are newest first, and more than `limit` if there are more. */
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
