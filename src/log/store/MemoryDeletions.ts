import type { EntityId } from "../../domain/entities/Ids.ts"
import { isForParentOfDeleted } from "../../domain/events/Deletion.ts"
import type { EntityType } from "../../domain/state/State.ts"
import type { Deletion } from "../../domain/views/Deleted.ts"
import type { Association } from "./Association.ts"
import type { MemoryLog } from "./MemoryLog.ts"

const countOf = (associations: ReadonlyArray<Association>, type: EntityType): number =>
  associations.filter(({ entityType }) => entityType === type).length

const deletionsBelowOne = ({ events, serving }: MemoryLog["Service"], parentId: EntityId, before: number) =>
  (serving.associations.get(parentId) ?? []).flatMap((touched): ReadonlyArray<Deletion> => {
    const event = events[touched.sequenceNumber - 1]
    if (event === undefined || event.sequenceNumber >= before || event.entityId === null || event.entityType === null)
      return []
    const { entityId, entityType, sequenceNumber, timestamp, actorName, description } = event
    if (!touched.transitive || !isForParentOfDeleted(event, touched)) return []
    const later = (serving.associations.get(entityId) ?? []).filter((each) => each.sequenceNumber > sequenceNumber)
    if (later.some((each) => events[each.sequenceNumber - 1]?.status === "applied")) return []
    const below = entityType === "objective" ? [...serving.associations.values()].flat() : []
    const parts = below.filter((each) => each.sequenceNumber === sequenceNumber)
    return [
      {
        ...{ entityId, entityType, sequenceNumber, timestamp, actorName, description },
        parentId,
        parentType: touched.entityType,
        groups: countOf(parts, "group"),
        initiatives: countOf(parts, "initiative"),
        progress: countOf(parts, "progress")
      }
    ]
  })

/** `EventStore.deletions` on the maps of the log in memory, without a limit. */
export const deletionsBelow = (log: MemoryLog["Service"], parentIds: ReadonlyArray<EntityId>, before: number) =>
  [...new Set(parentIds)]
    .flatMap((id) => deletionsBelowOne(log, id, before))
    .sort((one, other) => other.sequenceNumber - one.sequenceNumber)
