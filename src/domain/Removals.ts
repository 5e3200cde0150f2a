import { HashMap, Option } from "effect"
import type { FoldedEvent } from "./Event.ts"
import type { EntityId } from "./entities/Ids.ts"
import { labelOf } from "./entities/Wording.ts"
import type { Change } from "./events/EventDefinition.ts"
import type { EntityRef, RemovedEntities, RemovedEntity, State } from "./state/State.ts"
import * as Targets from "./state/Targets.ts"

type Removed = State["removed"]

const none: RemovedEntities = HashMap.empty()

const removedOf = (removed: Removed, teamId: EntityId): RemovedEntities =>
  Option.getOrElse(HashMap.get(removed, teamId), () => none)

/** Teams without anything removed have no entry, so that equal states have equal texts. */
const withTeam = (removed: Removed, teamId: EntityId, entities: RemovedEntities): Removed =>
  HashMap.size(entities) === 0 ? HashMap.remove(removed, teamId) : HashMap.set(removed, teamId, entities)

const removedEntity = (
  { type, objectiveId }: EntityRef,
  entity: object,
  parts: Targets.LocationOf<"objective">["entity"] | undefined,
  { sequenceNumber, timestamp, actorName, eventType }: FoldedEvent
): RemovedEntity => ({
  type,
  title: labelOf(type, entity),
  objectiveId,
  sequenceNumber,
  timestamp,
  actorName,
  cause: eventType === "restore_history" ? "restore" : "deletion",
  contains: {
    groups: parts?.groups.length ?? 0,
    initiatives: parts?.initiatives.length ?? 0,
    progress: parts?.progress.length ?? 0
  }
})

const wentWithParent = ({ type, objectiveId, teamId }: EntityRef, gone: ReadonlySet<EntityId>): boolean =>
  type !== "team" && gone.has(objectiveId ?? teamId)

/** What was removed, after an event: what it removed without its parent is added, what came back is left out. */
export const withRemovals = (before: State, event: FoldedEvent, { added, deletedIds }: Change): Removed => {
  let { removed } = before
  const gone = new Set(deletedIds)
  for (const id of deletedIds) {
    const ref = Option.getOrUndefined(HashMap.get(before.entities, id))
    if (ref === undefined || wentWithParent(ref, gone)) continue
    const entity = Targets.entityIn(before, ref.type, id)
    if (entity === undefined) continue
    const parts = ref.type === "objective" ? Targets.objective.find(before, id)?.entity : undefined
    const known = removedOf(removed, ref.teamId)
    removed = withTeam(removed, ref.teamId, HashMap.set(known, id, removedEntity(ref, entity, parts, event)))
  }
  for (const { id, ref } of added) {
    const known = removedOf(removed, ref.teamId)
    if (HashMap.has(known, id)) removed = withTeam(removed, ref.teamId, HashMap.remove(known, id))
  }
  return removed
}

/** How a dead entity was removed: by itself, or with its objective or team; undefined if it lives or that is not known. */
export const removalOf = ({ entities, removed }: State, id: EntityId): RemovedEntity | undefined => {
  const ref = Option.getOrUndefined(HashMap.get(entities, id))
  if (ref === undefined || ref.alive) return undefined
  const ofTeam = removedOf(removed, ref.teamId)
  const candidates = [id, ...(ref.objectiveId === null ? [] : [ref.objectiveId]), ref.teamId]
  return candidates.map((each) => Option.getOrUndefined(HashMap.get(ofTeam, each))).find((found) => found !== undefined)
}
