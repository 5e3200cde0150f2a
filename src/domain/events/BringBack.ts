import { HashMap, Option, Result } from "effect"
import type { Submission, Touched } from "../Event.ts"
import type { EntityId } from "../entities/Ids.ts"
import type { Rejection } from "../Rejection.ts"
import type { EntityByType, EntityRef, EntityType, State, Team } from "../state/State.ts"
import type * as Targets from "../state/Targets.ts"
import {
  type EventDefinition,
  limitRefusal,
  noEventDetails,
  parentTouched,
  rejected,
  submissionReader
} from "./EventDefinition.ts"
import { withSupportersAgain } from "./ParentChanges.ts"
import { BringBackData, earlierState } from "./RestoreData.ts"

export type ReturnStamp = Targets.ChangeStamp & Pick<Submission, "lastSeenSequence">

/** The states now and then, and who brings it back. */
interface Returns {
  readonly state: State
  readonly earlier: State
  readonly stamp: ReturnStamp
}

/** How a deleted entity of one type comes back with everything below it, as they were earlier. */
export interface Returning<T extends EntityType, L extends Targets.LocationOf<T>, P> {
  /** Why the entity's children cannot come back; null if they can. */
  readonly refusal?: (entity: EntityByType[T]) => Rejection | null
  /**
   * The team with the entity back in it, and every other entity that came back or changed in it. What somebody changed in
   * other entities after `lastSeenSequence` stays.
   */
  readonly insert: (
    parent: P,
    then: L,
    returns: Returns
  ) => { readonly team: Team; readonly touched: ReadonlyArray<Touched> }
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
): Result.Result<{ readonly location: L; readonly earlier: State }, Rejection> => {
  const { type } = target
  const latest = state.sequenceNumber
  if (asOf > latest) return Result.fail(refusalOf(type, "beyond_latest", { sequenceNumber: latest }))
  const absent = () => refusalOf(type, "not_there_then", { sequenceNumber: asOf })
  if (asOf === latest) return Result.fail(absent())
  const earlier = earlierState(submission, asOf)
  if (earlier === undefined) return Result.fail(refusalOf(type, "state_unavailable", { sequenceNumber: asOf }))
  const location = target.find(earlier, id)
  return location === undefined ? Result.fail(absent()) : Result.succeed({ location, earlier })
}

/** Decides a create event that brings back a deleted entity. */
export const decideReturn = <T extends EntityType, L extends Targets.LocationOf<T>, P>(options: {
  readonly target: Targets.EntityTarget<T, L>
  readonly parent: Targets.Target<P>
  readonly siblings: (parent: P) => number
  readonly returning: Returning<T, L, P>
}): EventDefinition["decide"] => {
  const { target, parent, siblings, returning } = options
  const readSubmission = submissionReader(parent, BringBackData)
  return (state, submission) => {
    const parsed = readSubmission(state, submission)
    if (Result.isFailure(parsed)) return rejected(state, submission, parsed.failure)
    const { location, data } = parsed.success
    const refusedId = idRefusal(state, target.type, data.id, submission.targetId)
    if (refusedId !== null) return rejected(state, submission, refusedId)
    const found = findThen(target, state, data, submission)
    if (Result.isFailure(found)) return rejected(state, submission, found.failure)
    const { location: then, earlier } = found.success
    const refusal = limitRefusal(target.type, siblings(location)) ?? returning.refusal?.(then.entity) ?? null
    if (refusal !== null) return rejected(state, submission, refusal)
    const stamp = { ...submission, sequenceNumber: state.sequenceNumber + 1 }
    const { team, touched } = returning.insert(location, then, { state, earlier, stamp })
    const change = {
      teams: [{ id: team.id, team }],
      touched: [...parentTouched(parent.type, submission.targetId), ...touched]
    }
    return {
      ...noEventDetails,
      status: "applied",
      data: { id: data.id, asOf: data.asOf },
      entityId: data.id,
      entityType: target.type,
      change:
        target.type === "objective"
          ? withSupportersAgain(state, change, earlier, [data.id], "supports_by_return", stamp)
          : change
    }
  }
}
