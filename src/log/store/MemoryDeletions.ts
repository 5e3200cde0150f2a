import type { LoggedEvent } from "../../domain/Event.ts"
import type { EntityId } from "../../domain/entities/Ids.ts"
import { isForParentOfDeleted } from "../../domain/events/Deletion.ts"
import { wentWithRestore } from "../../domain/events/TeamRestore.ts"
import type { EntityType } from "../../domain/state/State.ts"
import { type Deletion, titlesKept } from "../../domain/views/Deleted.ts"
import type { Association } from "./Association.ts"
import type { MemoryLog } from "./MemoryLog.ts"

type Log = MemoryLog["Service"]

const countOf = (associations: ReadonlyArray<Association>, type: EntityType): number =>
  associations.filter(({ entityType }) => entityType === type).length

/** The events that the log associates with an entity, in order. */
const eventsOf = ({ events, serving }: Log, id: EntityId): ReadonlyArray<LoggedEvent> =>
  (serving.associations.get(id) ?? []).flatMap(({ sequenceNumber }) => events[sequenceNumber - 1] ?? [])

const titleIn = ({ data }: LoggedEvent): ReadonlyArray<string> => {
  const title = data.title ?? data.name
  return typeof title === "string" ? [title] : []
}

/** How an entity went by an event, with all that went with it; nothing if another event concerns it later. */
const deletionOf = (
  log: Log,
  { sequenceNumber, timestamp, actorName }: LoggedEvent,
  gone: Pick<Deletion, "entityId" | "entityType" | "parentId" | "parentType" | "description">
): ReadonlyArray<Deletion> => {
  const { entityId, entityType } = gone
  const applied = eventsOf(log, entityId).filter(({ status }) => status === "applied")
  if (applied.some((each) => each.sequenceNumber > sequenceNumber)) return []
  const isBelow = (id: EntityId) => eventsOf(log, id).some((each) => each.entityId === id && each.targetId === entityId)
  const parts = [...log.serving.associations]
    .flatMap(([id, touched]) => (entityType === "objective" && isBelow(id) ? touched : []))
    .filter((each) => each.sequenceNumber === sequenceNumber)
  const own = applied.filter((each) => each.entityId === entityId && each.sequenceNumber < sequenceNumber)
  return [
    {
      ...gone,
      ...{ sequenceNumber, timestamp, actorName },
      titles: own.flatMap(titleIn).reverse().slice(0, titlesKept),
      groups: countOf(parts, "group"),
      initiatives: countOf(parts, "initiative"),
      progress: countOf(parts, "progress")
    }
  ]
}

const deletionsBelowOne = (log: Log, parentId: EntityId): ReadonlyArray<Deletion> =>
  (log.serving.associations.get(parentId) ?? []).flatMap((touched) => {
    const event = log.events[touched.sequenceNumber - 1]
    if (event === undefined || event.entityId === null || event.entityType === null) return []
    if (!touched.transitive || !isForParentOfDeleted(event, touched)) return []
    const { entityId, entityType, description } = event
    return deletionOf(log, event, { entityId, entityType, parentId, parentType: touched.entityType, description })
  })

/** What was created below a parent and went with a restore. */
const goneWithRestores = (log: Log, parentId: EntityId): ReadonlyArray<Deletion> =>
  (log.serving.associations.get(parentId) ?? []).flatMap(({ sequenceNumber, entityType: parentType }) => {
    const created = log.events[sequenceNumber - 1]
    if (created?.targetId !== parentId || created.entityId === null || created.entityType === null) return []
    const isCreation = created.status === "applied" && created.eventType.startsWith("create_")
    if (!isCreation || created.data.asOf !== undefined) return []
    const { entityId, entityType } = created
    return (log.serving.associations.get(entityId) ?? []).flatMap(({ sequenceNumber, description }) => {
      const restore = log.events[sequenceNumber - 1]
      if (restore === undefined || description?.startsWith(wentWithRestore) !== true) return []
      return deletionOf(log, restore, { entityId, entityType, parentId, parentType, description })
    })
  })

const newestFirst = (one: Deletion, other: Deletion): number =>
  other.sequenceNumber - one.sequenceNumber || (one.entityId < other.entityId ? -1 : 1)

/** `EventStore.deletions` on the maps of the log in memory, without a limit. */
export const deletionsBelow = (log: Log, parentIds: ReadonlyArray<EntityId>, before: number) =>
  [...new Set(parentIds)]
    .flatMap((id) => [...deletionsBelowOne(log, id), ...goneWithRestores(log, id)])
    .filter(({ sequenceNumber }) => sequenceNumber < before)
    .sort(newestFirst)
