import { Equal } from "effect"
import type { EventData } from "../Event.ts"
import { linkedPrincipleId } from "../entities/LinkField.ts"
import { removalOf } from "../Removals.ts"
import { dataIn, editTypeOf, type Located, locate } from "./FieldData.ts"
import { type FieldRun, fieldRun, lastingChanges } from "./FieldRun.ts"
import type { InversePlan } from "./InversePlan.ts"
import { ranks, type Step } from "./LifeSteps.ts"
import { type FieldHistory, isPlace } from "./OwnChanges.ts"
import { Places } from "./Places.ts"

/** Links are removed before others are added, since their number is limited. */
const rankOf = ({ field }: FieldHistory, { base }: FieldRun): number =>
  linkedPrincipleId(field) !== undefined && base?.linked === true ? ranks.link : ranks.edit

/** The data that sets a field back; null if it has that value, undefined if it is not known. */
const valueFor = (located: Located, field: string, { base }: FieldRun): EventData | null | undefined =>
  base !== undefined && Equal.equals(base, dataIn(located, field)) ? null : base

/** Leaves what somebody else has changed since; gives the version to go back from, undefined if all of it stays. */
const versionToUndo = (plan: InversePlan, history: FieldHistory, run: FieldRun): number | undefined => {
  const { id, field } = history
  const subject = { ...plan.subject(id), field }
  for (const { by, later } of run.overwritten) plan.leave(by, "changed_since", subject, later ?? undefined)
  const found = plan.latest(id)
  // A field without a version has not been set by anybody: a link that went with its principle, or a place that only shifted.
  const version = found === undefined ? 0 : (found.entity.versions[field] ?? run.last)
  if (version === run.last) return found?.entity.versions[field] ?? plan.head
  // What the events made, and somebody deleted, is as it was before them.
  if (found === undefined && plan.changes.lives.get(id)?.[0]?.came === true) return undefined
  for (const by of lastingChanges(history, plan.changes)) {
    if (found === undefined) plan.leave(by, "deleted_since", plan.subject(id), removalOf(plan.now, id)?.sequenceNumber)
    else plan.leave(by, "changed_since", subject, version)
  }
  return undefined
}

/** Sets a field back in the state after the submissions so far. */
const setBack = (
  plan: InversePlan,
  places: Places,
  { id, type, field, sets }: FieldHistory,
  run: FieldRun,
  lastSeenSequence: number
): void => {
  const located = locate(plan.state, id)
  const principleId = linkedPrincipleId(field)
  const eventType = editTypeOf(type, field)
  const undoes = plan.changes.latestOfSet(sets) ?? plan.changes.latestOfSet(plan.changes.lives.get(id) ?? [])
  if (located === undefined || eventType === undefined || undoes === undefined) return
  if (principleId !== undefined && locate(plan.state, principleId) === undefined) return
  const subject = { ...plan.subject(id), field }
  const data = isPlace(field) ? places.dataFor(located, field, run) : valueFor(located, field, run)
  if (data === undefined) plan.leave(undoes, run.base === undefined ? "not_known" : "not_possible", subject)
  else if (data === null) return
  else if ((located.entity.versions[field] ?? 0) > plan.head) plan.leave(undoes, "needs_return", subject)
  else plan.send({ submission: { undoes, eventType, targetId: id, data, lastSeenSequence }, subject })
}

/** The steps that set fields back. What somebody else has changed since is left. */
export const fieldSteps = (plan: InversePlan): ReadonlyArray<Step> => {
  const places = new Places(plan)
  return [...plan.changes.fields.values()].flatMap((history) => {
    const { id, field } = history
    const principleId = linkedPrincipleId(field)
    const run = fieldRun(history, plan.changes)
    if (run === undefined || plan.isGoing(id) || (principleId !== undefined && plan.isGoing(principleId))) return []
    const version = versionToUndo(plan, history, run)
    if (version === undefined) return []
    if (isPlace(field)) places.expect(id)
    return {
      at: run.since,
      rank: rankOf(history, run),
      take: () => setBack(plan, places, history, run, version)
    }
  })
}
