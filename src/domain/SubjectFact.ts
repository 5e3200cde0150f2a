import { HashMap, Option } from "effect"
import type { FoldedEvent } from "./Event.ts"
import type { EntityId } from "./entities/Ids.ts"
import { linkedPrincipleId } from "./entities/LinkField.ts"
import { labelOf } from "./entities/Wording.ts"
import type { EventFact, Named } from "./Fact.ts"
import { type EntityType, findTeam, type State } from "./state/State.ts"
import * as Targets from "./state/Targets.ts"

const parentOf = (state: State, type: EntityType, id: EntityId): Named | null => {
  const ref = Option.getOrUndefined(HashMap.get(state.entities, id))
  if (ref === undefined || type === "team") return null
  if (ref.objectiveId !== null) {
    const objective = Targets.objective.find(state, ref.objectiveId)?.entity
    return objective === undefined ? null : { id: objective.id, title: objective.title }
  }
  return Option.match(findTeam(state, ref.teamId), {
    onNone: () => null,
    onSome: ({ id, name }) => ({ id, title: name })
  })
}

const groupOf = (state: State, id: EntityId): Named | null => {
  const place = Targets.initiative.find(state, id)
  const group = place?.objective.entity.groups.find((each) => each.id === place.entity.groupId)
  return group === undefined ? null : { id: group.id, title: group.name }
}

/** The objective that an objective supports. */
const goalOf = (state: State, id: EntityId): Named | null => {
  const parentId = Targets.objective.find(state, id)?.entity.parentId ?? null
  const parent = parentId === null ? undefined : Targets.objective.find(state, parentId)?.entity
  return parent === undefined ? null : { id: parent.id, title: parent.title }
}

const principleOf = (state: State, id: EntityId, fieldName: string | null): Named | undefined => {
  const principleId = linkedPrincipleId(fieldName ?? "")
  const team = principleId === undefined ? undefined : Targets.objective.find(state, id)?.team
  const principle = team?.principles.find((each) => each.id === principleId)
  return principle && { id: principle.id, title: principle.title }
}

/**
 * What was so at an event about its entity: after it, or before it where it deleted the entity. `type` and `id` are those of
 * the entity that the event is about.
 */
export const subjectFact = (
  before: State,
  after: State,
  { eventType, fieldName, data }: Pick<FoldedEvent, "eventType" | "fieldName" | "data">,
  type: EntityType,
  id: EntityId
): EventFact => {
  const now = Targets.entityIn(after, type, id)
  const state = now === undefined ? before : after
  const entity = now ?? Targets.entityIn(before, type, id)
  const principle = fieldName === null ? undefined : principleOf(after, id, fieldName)
  const checkIn = Targets.progress
    .find(before, id)
    ?.entity.checkIns.find((each) => each.sequenceNumber === data.retract)
  const isMove = eventType === "update_initiative_placement" && type === "initiative"
  return {
    code: "subject",
    title: entity === undefined ? null : labelOf(type, entity),
    parent: parentOf(state, type, id),
    unit: entity !== undefined && "unit" in entity && typeof entity.unit === "string" ? entity.unit : null,
    ...(principle && { principle }),
    ...(fieldName === "parent" && { parents: { before: goalOf(before, id), after: goalOf(after, id) } }),
    ...(checkIn && { checkIn: { value: checkIn.value, date: checkIn.date } }),
    ...(isMove && { groups: { before: groupOf(before, id), after: groupOf(after, id) } })
  }
}
