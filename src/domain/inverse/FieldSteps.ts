import { Equal } from "effect"
import { checkInsKept } from "../../shared/Limits.ts"
import { EntityId } from "../entities/Ids.ts"
import { linkedPrincipleId } from "../entities/LinkField.ts"
import { removalOf } from "../Removals.ts"
import { dataIn, editTypeOf, isPlace, locate } from "./FieldData.ts"
import type { InversePlan } from "./InversePlan.ts"
import { ranks, type Step } from "./LifeSteps.ts"
import type { FieldHistory, FieldRun } from "./OwnChanges.ts"
import type { Places } from "./Places.ts"

/** Leaves what somebody else has changed since; gives the version to go back from, undefined if all of it stays. */
const versionToUndo = (plan: InversePlan, { id, field, runs }: FieldHistory, last: FieldRun): number | undefined => {
  const { changes } = plan
  const subject = { ...plan.subject(id), field }
  // Of a run that was taken back, nothing is left to stay.
  const ofSet = ({ events }: FieldRun): ReadonlyArray<number> =>
    changes.set.has(events.at(-1) ?? 0) ? events.filter((each) => changes.set.has(each)) : []
  for (const [index, run] of runs.slice(0, -1).entries()) {
    for (const by of ofSet(run)) plan.leave(by, "changed_since", subject, runs[index + 1]?.first.previous)
  }
  const found = plan.latest(id)
  // A field without a version has not been set by anybody: a link that went with its principle, or a place that only shifted.
  const present = found?.entity.versions[field]
  const version = present === undefined ? undefined : changes.lastingVersion(id, field, present)
  if (found !== undefined && (version ?? last.events.at(-1)) === last.events.at(-1)) return present ?? plan.head
  // What the events made, and somebody deleted, is as it was before them.
  if (found === undefined && changes.lives.get(id)?.[0]?.came === true) return undefined
  for (const by of ofSet(last)) {
    if (found === undefined) plan.leave(by, "deleted_since", plan.subject(id), removalOf(plan.now, id)?.sequenceNumber)
    else plan.leave(by, "changed_since", subject, version)
  }
  return undefined
}

/** What the value that a field had names and does not live now: the principle of a link, the group of an initiative. */
const missingIn = (plan: InversePlan, { first: { before } }: FieldRun): EntityId | undefined => {
  const named = before?.principleId ?? before?.groupId ?? before?.parentId
  const id = typeof named === "string" ? EntityId.make(named) : undefined
  return id !== undefined && locate(plan.state, id) === undefined ? id : undefined
}

/** Sets a field back in the state after the submissions so far. */
const setBack = (plan: InversePlan, places: Places, history: FieldHistory, run: FieldRun, seen: number): void => {
  const { id, type, field, runs } = history
  const { changes } = plan
  const located = locate(plan.state, id)
  const eventType = editTypeOf(type, field)
  const undoes = changes.latestOfSet(runs.flatMap(({ events }) => events)) ?? changes.latestLife(id)
  if (located === undefined || eventType === undefined || undoes === undefined) return
  const subject = { ...plan.subject(id), field }
  const { before } = run.first
  const missing = missingIn(plan, run)
  const data = isPlace(field) ? places.dataFor(located, run.first) : before
  const isOwn = (located.entity.versions[field] ?? 0) > plan.head
  if (missing !== undefined) {
    // A link goes and comes with its principle.
    if (linkedPrincipleId(field) === undefined) plan.leaveWithout(missing, undoes)
  } else if (before === undefined) plan.leave(undoes, "not_known", subject)
  else if (data === undefined || Equal.equals(data, dataIn(located, field))) return
  else if (isOwn) plan.leave(undoes, "needs_return", subject)
  else plan.send({ submission: { undoes, eventType, targetId: id, data, lastSeenSequence: seen }, subject })
}

/** What takes check-ins back: each is retracted, and one that was retracted is checked in again. What others did since stays. */
const checkInSteps = (plan: InversePlan, id: EntityId): ReadonlyArray<Step> => {
  const measure = locate(plan.now, id)?.entity
  if (measure === undefined || !("checkIns" in measure) || plan.isGoing(id)) return []
  const kept = new Set(measure.checkIns.map(({ sequenceNumber }) => sequenceNumber))
  const subject = { ...plan.subject(id), field: "value" }
  const standing = plan.changes.standingCheckIns(id)
  const own = new Set(standing.map(({ by }) => by))
  // Checked in again, it would come after those of its day that it was before: then all of it stays.
  const [later] = standing.flatMap(({ retracted, number = 0 }) =>
    measure.checkIns.filter(
      ({ date, sequenceNumber }) => date === retracted?.date && sequenceNumber > number && !own.has(sequenceNumber)
    )
  )
  return standing.flatMap(({ by, retracted }) => {
    const isKnown = retracted === null ? kept.has(by) : retracted !== undefined
    // Somebody has taken it out already.
    if (!isKnown && kept.size < checkInsKept && retracted === null) return []
    const data = retracted ?? { retract: by }
    const take = () => {
      if (!isKnown) return plan.leave(by, "not_known", subject)
      if (later !== undefined) return plan.leave(by, "later_check_in", subject, later.sequenceNumber)
      const eventType = "update_progress_value"
      const submission = { undoes: by, eventType, targetId: id, data, lastSeenSequence: null } as const
      plan.send({ submission, subject })
    }
    return [{ at: by, rank: ranks.edit, take }]
  })
}

/** What sets a field back; undefined if somebody else has changed it since. */
const fieldStep = (plan: InversePlan, places: Places, history: FieldHistory): Step | undefined => {
  const { id, field, runs } = history
  const principleId = linkedPrincipleId(field)
  const run = runs.at(-1)
  if (run === undefined || plan.isGoing(id) || (principleId !== undefined && plan.isGoing(principleId)))
    return undefined
  const version = versionToUndo(plan, history, run)
  if (version === undefined) return undefined
  if (isPlace(field)) places.expect(id)
  return {
    at: run.first.since,
    // Links are removed before others are added, since their number is limited.
    rank: run.first.before?.linked === true ? ranks.link : ranks.edit,
    take: () => setBack(plan, places, history, run, version)
  }
}

/** What sets a field back; nothing if somebody else has changed it since. */
export const fieldSteps = (plan: InversePlan, places: Places, history: FieldHistory): ReadonlyArray<Step> => {
  const { id, field, runs } = history
  const { checkIns, set } = plan.changes
  const direct = new Set(checkIns.get(id)?.map(({ by }) => by))
  const isOfCheckIns = runs.every(({ events }) => events.every((by) => direct.has(by) || !set.has(by)))
  if (field === "value" && isOfCheckIns) return checkInSteps(plan, id)
  const step = fieldStep(plan, places, history)
  return step === undefined ? [] : [step]
}
