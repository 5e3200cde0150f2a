import { Equal, HashMap, Option } from "effect"
import type { EventData } from "../Event.ts"
import type { EntityId } from "../entities/Ids.ts"
import { linkedPrincipleId } from "../entities/LinkField.ts"
import { type EntityRef, findTeam, type State } from "../state/State.ts"
import { dataIn, editTypeOf, type Located, locate } from "./FieldData.ts"
import { type FieldRun, fieldRun, lastingChanges } from "./FieldRun.ts"
import { type LifeSteps, ranks, type Step, subjectOf } from "./LifeSteps.ts"
import type { FieldHistory, OwnChanges } from "./OwnChanges.ts"
import { formerPlace, siblingIds } from "./Places.ts"
import type { Simulation } from "./Simulation.ts"

const isPlace = (field: string): boolean => field === "position" || field === "placement"

/** Links are removed before others are added, since their number is limited. */
const rankOf = ({ field }: FieldHistory, { base }: FieldRun): number =>
  linkedPrincipleId(field) !== undefined && base?.linked === true ? ranks.link : ranks.edit

/** The data that sets a field back in the simulated state; null if it has that value, undefined if it cannot have it. */
type DataFor = (located: Located, run: FieldRun) => EventData | null | undefined

const makePlaces = (now: State, changes: OwnChanges, simulation: Simulation) => {
  /** The entities that are still to be moved. */
  const pending = new Set<EntityId>()
  /** Whether an entity is where it was before the run, or is there again. */
  const hasPlace = (id: EntityId, { since }: FieldRun): boolean => {
    const { position, placement } = locate(simulation.state, id)?.entity.versions ?? {}
    const version = position ?? placement ?? 0
    return !pending.has(id) && (version < since || version > simulation.head || changes.isOwn(version))
  }

  const formerIndex = (ref: EntityRef, id: EntityId, index: number, run: FieldRun): number => {
    const { isWhole, team, base } = run
    const parentId = ref.objectiveId ?? ref.teamId
    const present = Option.getOrUndefined(findTeam(simulation.state, ref.teamId))
    const former = (isWhole ? changes.listBefore(parentId, ref.type) : undefined) ?? team
    if (present === undefined) return index
    const list = siblingIds(present, ref.type, ref.objectiveId)
    if (former !== undefined) {
      const places = (each: EntityId) => hasPlace(each, run)
      return formerPlace(id, siblingIds(former, ref.type, ref.objectiveId), list, places)
    }
    return typeof base?.position === "number" ? Math.min(base.position, list.length - 1) : index
  }

  const dataFor =
    (id: EntityId, field: string): DataFor =>
    ({ index, entity }, run) => {
      pending.delete(id)
      const ref = Option.getOrUndefined(HashMap.get(now.entities, id))
      if (ref === undefined || run.base === undefined) return undefined
      const position = formerIndex(ref, id, index, run)
      if (field === "position") return position === index ? null : { position }
      const groupId = (run.base.groupId ?? null) as EntityId | null
      if (groupId !== null && locate(simulation.state, groupId) === undefined) return undefined
      const isSame = "groupId" in entity && entity.groupId === groupId && position === index
      return isSame ? null : { groupId, position }
    }

  return { pending, dataFor }
}

const valueFor =
  (field: string): DataFor =>
  (located, { base }) =>
    base === undefined ? undefined : Equal.equals(base, dataIn(located, field)) ? null : base

/** The steps that set fields back, which nobody else has changed since; the others are left. */
export const fieldSteps = (
  now: State,
  changes: OwnChanges,
  simulation: Simulation,
  { isGoing }: LifeSteps
): ReadonlyArray<Step> => {
  const places = makePlaces(now, changes, simulation)

  /** The entity now, or when it went with one of the events. */
  const latest = (id: EntityId): Located | undefined => {
    const life = changes.lives.get(id)?.at(-1)
    return locate(now, id) ?? (life?.came === false && life.before ? locate(life.before, id) : undefined)
  }

  const stepOf = (history: FieldHistory): Step | undefined => {
    const { id, type, field } = history
    const run = fieldRun(history, changes)
    const linkedId = linkedPrincipleId(field)
    if (run === undefined || isGoing(id) || (linkedId !== undefined && isGoing(linkedId))) return undefined
    const entity = subjectOf(now, type, id, changes.lives.get(id))
    const subject = { ...entity, field }
    for (const { by, later } of run.overwritten) {
      simulation.leave(by, "changed_since", subject, later ?? undefined)
    }
    const lasting = lastingChanges(history, changes)
    const found = latest(id)
    if (found === undefined) {
      // What the events made, and somebody deleted, is as it was before them.
      if (changes.lives.get(id)?.[0]?.came === true) return undefined
      for (const by of lasting) simulation.leave(by, "deleted_since", entity, { deletedId: id })
      return undefined
    }
    const version = found.entity.versions[field]
    if (version !== undefined && version !== run.last) {
      for (const by of lasting) simulation.leave(by, "changed_since", subject, version)
      return undefined
    }
    const undoes = changes.latestOfSet(history.sets) ?? changes.latestOfSet(changes.lives.get(id) ?? [])
    const eventType = editTypeOf(type, field)
    if (undoes === undefined || eventType === undefined) return undefined
    const dataFor = isPlace(field) ? places.dataFor(id, field) : valueFor(field)
    if (isPlace(field)) places.pending.add(id)
    return {
      at: run.since,
      rank: rankOf(history, run),
      take: () => {
        const located = locate(simulation.state, id)
        if (located === undefined) return
        if (linkedId !== undefined && locate(simulation.state, linkedId) === undefined) return
        const data = dataFor(located, run)
        if (data === undefined) return simulation.leave(undoes, run.base ? "not_possible" : "not_known", subject)
        if (data === null) return
        if ((located.entity.versions[field] ?? 0) > simulation.head) {
          return simulation.leave(undoes, "needs_return", subject)
        }
        const lastSeenSequence = version ?? simulation.head
        simulation.send({ submission: { undoes, eventType, targetId: id, data, lastSeenSequence }, subject })
      }
    }
  }

  return [...changes.fields.values()].flatMap((history) => stepOf(history) ?? [])
}
