import { HashMap, Option, Result, Schema } from "effect"
import { rowOf } from "../../shared/EventTypes.ts"
import { perObjective } from "../../shared/Limits.ts"
import type { Submission, Touched } from "../Event.ts"
import type { EntityId } from "../entities/Ids.ts"
import { linkedPrincipleId, linkField } from "../entities/LinkField.ts"
import type { Rejection } from "../Rejection.ts"
import type { EntityByType, EntityRef, EntityType, Objective, State, Team } from "../state/State.ts"
import * as Targets from "../state/Targets.ts"
import { limitRefusal, parentTouched } from "./Creation.ts"
import { touchedPartsOf, transitivelyTouched } from "./Deletion.ts"
import * as EntityRestore from "./EntityRestore.ts"
import { type EventDefinition, noEventDetails, rejected, submissionReader } from "./EventDefinition.ts"
import { BringBackData, earlierState, isBringBack } from "./RestoreData.ts"

/** The team with the entity back in it. The lists have every other entity that came back or changed. */
interface Return {
  readonly team: Team
  readonly returned: ReadonlyArray<Touched>
  readonly changed: ReadonlyArray<Touched>
}

interface BringBackOptions<T extends EntityType, L extends Targets.LocationOf<T>, P> {
  readonly target: Targets.EntityTarget<T, L>
  readonly parent: Targets.Target<P>
  readonly siblings: (parent: P) => number
  /** Why the entity's children cannot come back; null if they can. */
  readonly refusal?: (entity: EntityByType[T]) => Rejection | null
  /** What somebody changed in other entities after `lastSeenSequence` stays. */
  readonly insert: (parent: P, then: L, stamp: Targets.ChangeStamp & Pick<Submission, "lastSeenSequence">) => Return
}

const parentIdOf = ({ objectiveId, teamId }: EntityRef): EntityId => objectiveId ?? teamId

type NotRestorable = Extract<Rejection, { readonly code: "not_restorable" }>

const refusalOf = (
  type: EntityType,
  problem: NotRestorable["problem"],
  values: Partial<Pick<NotRestorable, "found" | "sequenceNumber">> = {}
): Rejection => ({ code: "not_restorable", problem, type, found: null, sequenceNumber: null, ...values })

/** Why no entity with this id can come back below this parent; null if one can. */
const idRefusal = (state: State, type: EntityType, id: EntityId, parentId: EntityId | null): Rejection | null => {
  const ref = Option.getOrUndefined(HashMap.get(state.entities, id))
  if (ref === undefined) return refusalOf(type, "unknown")
  if (ref.type !== type) return refusalOf(type, "other_type", { found: ref.type })
  if (ref.alive) return refusalOf(type, "not_deleted")
  return parentIdOf(ref) === parentId ? null : refusalOf(type, "other_parent")
}

/** Where the entity was right after the event `asOf`, or why it cannot be found there. */
const findThen = <L>(
  target: Targets.Target<L> & { readonly type: EntityType },
  state: State,
  { id, asOf }: typeof BringBackData.Type,
  submission: Submission
): Result.Result<L, Rejection> => {
  const { type } = target
  const latest = state.sequenceNumber
  if (asOf > latest) return Result.fail(refusalOf(type, "beyond_latest", { sequenceNumber: latest }))
  const absent = () => refusalOf(type, "not_there_then", { sequenceNumber: asOf })
  if (asOf === latest) return Result.fail(absent())
  const then = earlierState(submission, asOf)
  if (then === undefined) return Result.fail(refusalOf(type, "state_unavailable", { sequenceNumber: asOf }))
  return Result.fromNullishOr(target.find(then, id), absent)
}

/** The form of a create event that brings back a deleted entity and everything below it, as they were earlier. */
const bringBack = <T extends EntityType, L extends Targets.LocationOf<T>, P>(
  options: BringBackOptions<T, L, P>
): EventDefinition => {
  const { target, parent } = options
  const readSubmission = submissionReader(parent, BringBackData)
  return {
    role: rowOf(target.type).role,
    target: parent.type,
    data: BringBackData,
    decide: (state, submission) => {
      const parsed = readSubmission(state, submission)
      if (Result.isFailure(parsed)) return rejected(state, submission, parsed.failure)
      const { location, data } = parsed.success
      const refusedId = idRefusal(state, target.type, data.id, submission.targetId)
      if (refusedId !== null) return rejected(state, submission, refusedId)
      const found = findThen(target, state, data, submission)
      if (Result.isFailure(found)) return rejected(state, submission, found.failure)
      const { entity } = found.success
      const refusal = limitRefusal(target.type, options.siblings(location)) ?? options.refusal?.(entity) ?? null
      if (refusal !== null) return rejected(state, submission, refusal)
      const stamp = { ...submission, sequenceNumber: state.sequenceNumber + 1 }
      const { team, returned, changed } = options.insert(location, found.success, stamp)
      return {
        ...noEventDetails,
        status: "applied",
        data: { id: data.id, asOf: data.asOf },
        entityId: data.id,
        entityType: target.type,
        change: {
          teams: [{ id: team.id, team }],
          touched: [...parentTouched(parent.type, submission.targetId), ...returned, ...changed]
        }
      }
    },
    evolve: () => null
  }
}

/** A create event that makes a new entity, or brings back a deleted one when its data has `asOf`. */
const orBringBack = (creation: EventDefinition, returning: EventDefinition): EventDefinition => ({
  ...creation,
  data: Schema.Union([creation.data, returning.data]),
  decide: (state, submission) => (isBringBack(submission.data) ? returning : creation).decide(state, submission),
  evolve: (state, event) => (isBringBack(event.data) ? returning : creation).evolve(state, event)
})

/** Inserts at the end if the index is beyond it. */
const inserted = <A>(list: ReadonlyArray<A>, index: number, entity: A): ReadonlyArray<A> =>
  list.toSpliced(index, 0, entity)

const returnedList = <T extends EntityType>(
  restorer: EntityRestore.Restorer<T>,
  list: ReadonlyArray<EntityByType[T]>,
  stamp: Targets.ChangeStamp
) => list.map((entity) => EntityRestore.restoredDeleted(restorer, entity, stamp))

const parts = { group: "groups", initiative: "initiatives", progress: "progress" } as const

const partsRefusal = (objective: Objective): Rejection | null => {
  const refusals = (["group", "initiative", "progress"] as const).map((type) =>
    limitRefusal(type, objective[parts[type]].length - 1)
  )
  return refusals.find((refusal) => refusal !== null) ?? null
}

export const principle = (creation: EventDefinition) =>
  orBringBack(
    creation,
    bringBack({
      target: Targets.principle,
      parent: Targets.team,
      siblings: ({ team }) => team.principles.length,
      insert: ({ team }, then, stamp) => {
        const { id } = then.entity
        const field = linkField(id)
        const linkedThen = new Set(
          then.team.objectives.filter((each) => each.principleIds.includes(id)).map((_) => _.id)
        )
        const isLinked = (objective: Objective) =>
          linkedThen.has(objective.id) && objective.principleIds.length < perObjective.linkedPrinciples
        const withLink = (objective: Objective): Objective => {
          const versions = { ...objective.versions, [field]: stamp.sequenceNumber }
          const linked = { ...objective, versions, principleIds: [...objective.principleIds, id] }
          return Targets.objective.withUpdateStamp(linked, stamp)
        }
        const restored = EntityRestore.restoredDeleted(Targets.principle, then.entity, stamp)
        return {
          team: {
            ...team,
            principles: inserted(team.principles, then.index, restored),
            objectives: team.objectives.map((each) => (isLinked(each) ? withLink(each) : each))
          },
          returned: [],
          changed: team.objectives
            .filter(isLinked)
            .map((each) => transitivelyTouched("objective", each, "linked_by_return"))
        }
      }
    })
  )

/** An earlier version of an objective, without its links to principles that do not exist now. */
const withLivingLinks = (objective: Objective, team: Team): Objective => {
  const living = new Set<string>(team.principles.map(({ id }) => id))
  const isKept = ([field]: readonly [string, unknown]) => {
    const id = linkedPrincipleId(field)
    return id === undefined || living.has(id)
  }
  return {
    ...objective,
    principleIds: objective.principleIds.filter((id) => living.has(id)),
    versions: Object.fromEntries(Object.entries(objective.versions).filter(isKept))
  }
}

export const objective = (creation: EventDefinition) =>
  orBringBack(
    creation,
    bringBack({
      target: Targets.objective,
      parent: Targets.team,
      siblings: ({ team }) => team.objectives.length,
      refusal: partsRefusal,
      insert: ({ team }, then, stamp) => {
        const own = EntityRestore.restoredDeleted(Targets.objective, withLivingLinks(then.entity, team), stamp)
        const restored = {
          ...own,
          groups: returnedList(Targets.group, own.groups, stamp),
          initiatives: returnedList(Targets.initiative, own.initiatives, stamp),
          progress: returnedList(Targets.progress, own.progress, stamp)
        }
        return {
          team: { ...team, objectives: inserted(team.objectives, then.index, restored) },
          returned: touchedPartsOf(restored, "returned_with"),
          changed: restored.principleIds.map((id) => transitivelyTouched("principle", { id }, "linked_by_return"))
        }
      }
    })
  )

export const group = (creation: EventDefinition) =>
  orBringBack(
    creation,
    bringBack({
      parent: Targets.objective,
      target: Targets.group,
      siblings: ({ entity }) => entity.groups.length,
      insert: ({ entity, replaceWith }, then, { lastSeenSequence, ...stamp }) => {
        const { id } = then.entity
        const seen = lastSeenSequence ?? stamp.sequenceNumber
        const { initiatives } = then.objective.entity
        const inItThen = new Set(initiatives.filter(({ groupId }) => groupId === id).map((each) => each.id))
        const isTakenBack = ({ id, groupId, versions }: Objective["initiatives"][number]) =>
          groupId === null && inItThen.has(id) && (versions.placement ?? 0) <= seen
        return {
          team: replaceWith({
            ...entity,
            groups: inserted(
              entity.groups,
              then.index,
              EntityRestore.restoredDeleted(Targets.group, then.entity, stamp)
            ),
            initiatives: entity.initiatives.map((each) =>
              isTakenBack(each)
                ? { ...each, groupId: id, versions: { ...each.versions, placement: stamp.sequenceNumber } }
                : each
            )
          }),
          returned: [],
          changed: entity.initiatives
            .filter(isTakenBack)
            .map((each) => transitivelyTouched("initiative", each, "grouped_by_return"))
        }
      }
    })
  )

export const initiative = (creation: EventDefinition) =>
  orBringBack(
    creation,
    bringBack({
      parent: Targets.objective,
      target: Targets.initiative,
      siblings: ({ entity }) => entity.initiatives.length,
      insert: ({ entity, replaceWith }, then, stamp) => {
        const groupId = entity.groups.find(({ id }) => id === then.entity.groupId)?.id ?? null
        const restored = EntityRestore.restoredDeleted(Targets.initiative, { ...then.entity, groupId }, stamp)
        const initiatives = inserted(entity.initiatives, then.index, restored)
        return { team: replaceWith({ ...entity, initiatives }), returned: [], changed: [] }
      }
    })
  )

export const progress = (creation: EventDefinition) =>
  orBringBack(
    creation,
    bringBack({
      parent: Targets.objective,
      target: Targets.progress,
      siblings: ({ entity }) => entity.progress.length,
      insert: ({ entity, replaceWith }, then, stamp) => {
        const restored = EntityRestore.restoredDeleted(Targets.progress, then.entity, stamp)
        const progress = inserted(entity.progress, then.index, restored)
        return { team: replaceWith({ ...entity, progress }), returned: [], changed: [] }
      }
    })
  )
