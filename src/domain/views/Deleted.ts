import { HashMap, Option, Schema } from "effect"
import { EntityType } from "../Event.ts"
import { EntityId, SequenceNumber } from "../entities/Ids.ts"
import { deletedTitle } from "../events/Deletion.ts"
import type { State } from "../state/State.ts"

/** Something that was deleted alone and can come back: a create event with `{ id, asOf }` on its parent brings it back. */
const DeletedEntry = Schema.Struct({
  id: EntityId,
  type: EntityType,
  /** Cut to 60 characters. */
  title: Schema.String,
  parentId: EntityId,
  parentType: EntityType,
  /** ISO 8601 UTC. */
  deletedAt: Schema.String,
  /** Username at that time. */
  deletedBy: Schema.String,
  /** That of the deletion. */
  sequenceNumber: SequenceNumber,
  /** The last event after which it was there. */
  asOf: SequenceNumber,
  /** How many of each were deleted with it. */
  contains: Schema.Struct({ groups: Schema.Int, initiatives: Schema.Int, progress: Schema.Int })
}).annotate({ identifier: "DeletedEntry" })

export const DeletedPage = Schema.Struct({
  sequenceNumber: SequenceNumber,
  /** Newest first. What was deleted along with an objective comes back with it and is not listed. */
  entries: Schema.Array(DeletedEntry),
  /** Where the next page starts; null on the last one. */
  nextBefore: Schema.NullOr(SequenceNumber)
}).annotate({ identifier: "DeletedPage" })
export type DeletedPage = typeof DeletedPage.Type

/** The latest deletion of an entity that has not come back since. */
export interface Deletion {
  readonly entityId: EntityId
  readonly entityType: typeof EntityType.Type
  readonly parentId: EntityId
  readonly parentType: typeof EntityType.Type
  readonly sequenceNumber: number
  /** ISO 8601 UTC with milliseconds. */
  readonly timestamp: string
  readonly actorName: string
  /** The event's description. */
  readonly description: string
  /** How many of each were deleted with it. */
  readonly groups: number
  readonly initiatives: number
  readonly progress: number
}

const isAlive = ({ entities }: State, id: EntityId): boolean => Option.exists(HashMap.get(entities, id), (_) => _.alive)

/** `deletions` are newest first, and one more than `limit` if there are more. */
export const deletedPage = (state: State, deletions: ReadonlyArray<Deletion>, limit: number): DeletedPage => {
  const shown = deletions.slice(0, limit)
  return {
    sequenceNumber: state.sequenceNumber,
    entries: shown
      .filter(({ entityId }) => !isAlive(state, entityId))
      .map(({ groups, initiatives, progress, ...deletion }) => ({
        id: deletion.entityId,
        type: deletion.entityType,
        title: deletedTitle(deletion.entityType, deletion.description) ?? "",
        parentId: deletion.parentId,
        parentType: deletion.parentType,
        deletedAt: deletion.timestamp,
        deletedBy: deletion.actorName,
        sequenceNumber: deletion.sequenceNumber,
        asOf: deletion.sequenceNumber - 1,
        contains: { groups, initiatives, progress }
      })),
    nextBefore: deletions.length > limit ? (shown.at(-1)?.sequenceNumber ?? null) : null
  }
}
