import { HashMap, Option, Predicate } from "effect"
import type { EventType } from "../../shared/EventTypes.ts"
import { fieldEdits, isFieldKind } from "../../shared/FieldEdits.ts"
import type { EventData, LoggedEvent } from "../Event.ts"
import type { EntityId } from "../entities/Ids.ts"
import { linkedPrincipleId } from "../entities/LinkField.ts"
import { type ComparedValue, historyValues } from "../state/EntityChanges.ts"
import { type EntityByType, type EntityType, type State, teamIn } from "../state/State.ts"
import { targets } from "../state/Targets.ts"

/** A living entity with its type and its index among its siblings. */
export interface Located<T extends EntityType = EntityType> {
  readonly type: T
  readonly entity: EntityByType[T]
  readonly index: number
}

/** The entity with this id, if it lives in the state. */
export const locate = (state: State, id: EntityId): Located | undefined => {
  const type = Option.getOrUndefined(HashMap.get(state.entities, id))?.type
  const found = type && targets[type].find(state, id)
  return found && { type, entity: found.entity, index: found.index }
}

/** The fields that are a place among siblings. */
export const placeFields: Readonly<Partial<Record<EntityType, string>>> = {
  principle: "position",
  objective: "position",
  initiative: "placement"
}

export const isPlace = (field: string): boolean => field === "position" || field === "placement"

/** The ids of an entity and its siblings in order, of a type that can be moved; none if their parent does not live. */
export const siblingIds = (state: State, id: EntityId): ReadonlyArray<EntityId> => {
  const ref = Option.getOrUndefined(HashMap.get(state.entities, id))
  const team = ref && teamIn(state, ref.teamId)
  const siblings =
    ref?.type === "initiative"
      ? team?.objectives.find((each) => each.id === ref.objectiveId)?.initiatives
      : team?.[ref?.type === "principle" ? "principles" : "objectives"]
  return siblings?.map((each) => each.id) ?? []
}

const editing = (type: EntityType, field: string) => {
  const kind = `${type}.${linkedPrincipleId(field) === undefined ? field : "principle"}`
  return isFieldKind(kind) ? fieldEdits[kind] : undefined
}

/** The type of the event that edits a field; undefined for one that no event edits. */
export const editTypeOf = (type: EntityType, field: string): EventType | undefined => editing(type, field)?.eventType

const dataOf = (field: string, value: ComparedValue): EventData => {
  const principleId = linkedPrincipleId(field)
  if (principleId !== undefined) return { principleId, linked: value === true }
  if (field === "parent") return { parentId: value as string | null }
  return Predicate.isObject(value) ? { ...value } : { [field]: value as Exclude<ComparedValue, object> }
}

const valuesOf = <T extends EntityType>({ type, entity, index }: Located<T>) =>
  historyValues[type](entity, index, undefined)

/** The data of the edit that sets a field to the value that it has. */
export const dataIn = (located: Located, field: string): EventData => {
  // A link that is absent is false.
  const { [field]: value = false } = valuesOf(located)
  return dataOf(field, value)
}

/** The data of the edit that sets the field to what it was before an edit; undefined if the event does not say it. */
export const dataBefore = (type: EntityType, { fieldName, oldValue }: LoggedEvent): EventData | undefined => {
  if (fieldName === null || oldValue === null) return undefined
  const edit = editing(type, fieldName)
  return edit?.dataOf(edit.valueOf(oldValue), linkedPrincipleId(fieldName) ?? "")
}
