import { HashMap, Option } from "effect"
import { rowOf } from "../../shared/EventTypes.ts"
import { fieldEdits, isFieldKind } from "../../shared/FieldEdits.ts"
import * as Limits from "../../shared/Limits.ts"
import type { EventData, LoggedEvent, Submission } from "../Event.ts"
import { checkInValuesOf } from "../entities/FieldValues.ts"
import type { EntityId } from "../entities/Ids.ts"
import { nounAndLabel } from "../entities/Wording.ts"
import { linkedPrincipleId } from "../events/LinkEvent.ts"
import { restoreData } from "../events/RestoreData.ts"
import { laterChange } from "../LaterChange.ts"
import { type EntityType, findTeam, type Progress, type State } from "../state/State.ts"
import * as Targets from "../state/Targets.ts"
import type { LeftCode } from "./Inverse.ts"

type EventSubmission = Pick<Submission, "eventType" | "targetId" | "data" | "lastSeenSequence" | "guard">

/** What takes an applied event back, or why it is left. */
export type Inverse =
  | { readonly kind: "submission"; readonly submission: EventSubmission }
  /** `later` is the event that stands in the way, if it is one. */
  | { readonly kind: "left"; readonly code: LeftCode; readonly reason: string; readonly later?: number }
  /** The state right before the event is needed. */
  | { readonly kind: "past" }

export interface InverseContext {
  readonly state: State
  /** The events whose changes may be taken back with it: those of its change set, and what has taken them back. */
  readonly own: ReadonlySet<number>
  /** The state right before the event, once it was asked for. */
  readonly before?: State
}

const submission = (
  eventType: Submission["eventType"],
  targetId: EntityId | null,
  data: EventData,
  rest: Partial<EventSubmission> = {}
): Inverse => ({ kind: "submission", submission: { eventType, targetId, data, lastSeenSequence: null, ...rest } })

const left = (code: LeftCode, reason: string, later?: number): Inverse =>
  later === undefined ? { kind: "left", code, reason } : { kind: "left", code, reason, later }

const targets = {
  team: Targets.team,
  principle: Targets.principle,
  objective: Targets.objective,
  group: Targets.group,
  initiative: Targets.initiative,
  progress: Targets.progress
}

const locationIn = (state: State, type: EntityType, id: EntityId | null) => targets[type].find(state, id)

/** The check-in before that of an event; undefined if this measure does not know it. */
const checkInBefore = ({ checkIns }: Progress, event: LoggedEvent): EventData | undefined => {
  const index = checkIns.findIndex(({ sequenceNumber }) => sequenceNumber === event.sequenceNumber)
  const previous = index < 0 ? undefined : checkIns[index + 1]
  if (previous !== undefined) return { value: previous.value, ...checkInValuesOf(previous) }
  const isFirst = index >= 0 && checkIns.length < Limits.checkInsKept
  return isFirst ? { value: Number(event.oldValue), confidence: null, note: "" } : undefined
}

/** The data of the edit that sets the field to what it was before the event. */
const dataBefore = (event: LoggedEvent, { state, before }: InverseContext): EventData | "past" | undefined => {
  const { entityType, fieldName, oldValue, targetId } = event
  if (fieldName === "value") {
    const known = Targets.progress.find(state, targetId)?.entity
    const data = known && checkInBefore(known, event)
    if (data !== undefined) return data
    if (before === undefined) return "past"
    const then = Targets.progress.find(before, targetId)?.entity
    return then && { value: then.value, ...checkInValuesOf(then) }
  }
  const linked = linkedPrincipleId(fieldName ?? "")
  const kind = `${entityType}.${linked === undefined ? fieldName : "principle"}`
  if (!isFieldKind(kind) || oldValue === null) return undefined
  const { valueOf, dataOf } = fieldEdits[kind]
  return dataOf(valueOf(oldValue), linked ?? "")
}

const siblingsOf = (state: State, { eventType, targetId }: LoggedEvent): number => {
  if (eventType === "update_initiative_placement") {
    return Targets.initiative.find(state, targetId)?.objective.entity.initiatives.length ?? 0
  }
  const team = (Targets.objective.find(state, targetId) ?? Targets.principle.find(state, targetId))?.team
  return (eventType === "update_principle_position" ? team?.principles : team?.objectives)?.length ?? 0
}

/** A place that the list no longer has becomes its last one. */
const withPlace = (data: EventData, state: State, event: LoggedEvent): EventData =>
  typeof data.position === "number"
    ? { ...data, position: Math.min(data.position, Math.max(0, siblingsOf(state, event) - 1)) }
    : data

const inverseOfEdit = (event: LoggedEvent, type: EntityType, context: InverseContext): Inverse => {
  const { state, own } = context
  const entity = locationIn(state, type, event.targetId)?.entity
  if (entity === undefined || event.fieldName === null)
    return left("deleted_since", `The ${rowOf(type).noun} was deleted since.`)
  const version = entity.versions[event.fieldName] ?? event.sequenceNumber
  if (version !== event.sequenceNumber && !own.has(version)) {
    return left(
      "changed_since",
      `This field of ${nounAndLabel(type, entity)} was changed again by event ${version}.`,
      version
    )
  }
  const data = dataBefore(event, context)
  if (data === "past") return { kind: "past" }
  if (data === undefined) return left("not_known", "What it was before is not known.")
  return submission(event.eventType, event.targetId, withPlace(data, state, event), { lastSeenSequence: version })
}

const inverseOfCreation = (event: LoggedEvent, type: EntityType, { state, own }: InverseContext): Inverse => {
  const id = event.entityId
  const entity = locationIn(state, type, id)?.entity
  if (id === null || entity === undefined) return left("deleted_since", `The ${rowOf(type).noun} was deleted since.`)
  const later = laterChange(state, id, ({ version }) => own.has(version))
  if (later !== undefined) {
    const where = later.entity === entity ? "It" : `With it, ${nounAndLabel(later.type, later.entity)}`
    return left("changed_since", `${where} was changed by event ${later.version}; it would be deleted.`, later.version)
  }
  return submission(`delete_${type}`, id, {}, { guard: { seen: 0, own } })
}

const inverseOfDeletion = (event: LoggedEvent, type: EntityType, { state }: InverseContext): Inverse => {
  const id = event.targetId
  const ref = id === null ? undefined : Option.getOrUndefined(HashMap.get(state.entities, id))
  if (id === null || ref === undefined) return left("not_known", "What was deleted is not known.")
  if (ref.alive) return left("brought_back_since", `The ${rowOf(type).noun} was brought back since.`)
  const asOf = event.sequenceNumber - 1
  if (type === "team") return submission("restore_history", null, { sequenceNumber: asOf, teamId: id })
  return submission(`create_${type}`, ref.objectiveId ?? ref.teamId, { id, asOf })
}

/** A restore is taken back by another one, which must not take anything else along. */
const inverseOfRestore = (event: LoggedEvent, { state, own }: InverseContext): Inverse => {
  const teamId = Option.getOrUndefined(restoreData(event))?.teamId
  const before = event.sequenceNumber - 1
  if (teamId === undefined) {
    for (let later = event.sequenceNumber + 1; later <= state.sequenceNumber; later++) {
      if (!own.has(later))
        return left("changed_since", `Event ${later} came after this restore, and would be lost.`, later)
    }
    return submission("restore_history", null, { sequenceNumber: before })
  }
  const touchedAt = Option.match(findTeam(state, teamId), { onNone: () => 0, onSome: (team) => team.touchedAt })
  return touchedAt > event.sequenceNumber && !own.has(touchedAt)
    ? left("changed_since", `Event ${touchedAt} changed the team after this restore, and would be lost.`, touchedAt)
    : submission("restore_history", null, { sequenceNumber: before, teamId })
}

/** What takes an applied event back exactly, without changing anything that others have changed since. */
export const inverseOf = (event: LoggedEvent, context: InverseContext): Inverse => {
  const { eventType, entityType } = event
  if (eventType === "restore_history") return inverseOfRestore(event, context)
  if (entityType === null) return left("not_known", "What it changed is not known.")
  if (eventType.startsWith("create_")) return inverseOfCreation(event, entityType, context)
  if (eventType.startsWith("delete_")) return inverseOfDeletion(event, entityType, context)
  return inverseOfEdit(event, entityType, context)
}
