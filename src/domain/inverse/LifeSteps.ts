import { rowOf } from "../../shared/EventTypes.ts"
import type { EntityId } from "../entities/Ids.ts"
import { labelOf } from "../entities/Wording.ts"
import { laterChange } from "../LaterChange.ts"
import { removalOf } from "../Removals.ts"
import type { EntityRef, EntityType } from "../state/State.ts"
import { locate } from "./FieldData.ts"
import type { InverseSubmission } from "./Inverse.ts"
import type { InversePlan } from "./InversePlan.ts"
import type { Life, OwnChanges } from "./OwnChanges.ts"

/** Something to be taken back. Those of later events are taken back first, of one event those of a lower rank. */
export interface Step {
  readonly at: number
  readonly rank: number
  readonly take: () => void
}

export const ranks = { deletion: 1, return: 2, edit: 6, link: 7, groupDeletion: 8 }

/** How deep in a team entities of the types are: those above come back first, and go alone. */
const depths: Readonly<Record<EntityType, number>> = {
  ...{ team: 0, principle: 1, objective: 1, group: 2, initiative: 3, progress: 3 }
}

const parentOf = ({ type, objectiveId, teamId }: EntityRef): EntityId | undefined =>
  rowOf(type).parent === null ? undefined : (objectiveId ?? teamId)

/**
 * The event that an entity is to come back from, with which it went; undefined if it did not live before the events. Those before
 * the last are taken back with it if nobody else's changes lie between.
 */
const wentWith = (
  id: EntityId,
  lives: ReadonlyArray<Life>,
  changes: OwnChanges,
  at = lives.length - 1
): Life | undefined => {
  const [life, previous] = [lives[at], lives[at - 1]]
  if (life === undefined) return undefined
  if (life.came) return previous?.came === false ? wentWith(id, lives, changes, at - 1) : undefined
  if (previous?.came !== true) return life
  const filled = life.before && laterChange(life.before, id, (each) => changes.isOwnVersion(each))
  return filled === undefined ? wentWith(id, lives, changes, at - 1) : life
}

/** Deletes what came with the events, unless somebody has changed it or something in it. */
const deletion = (
  plan: InversePlan,
  id: EntityId,
  { type }: EntityRef,
  lives: ReadonlyArray<Life>
): Step | undefined => {
  const undoes = plan.changes.latestOfSet(lives)
  if (undoes === undefined || plan.isGoing(id)) return undefined
  const later = laterChange(plan.now, id, (each) => plan.changes.isOwnVersion(each))
  if (later !== undefined) {
    const changed = { type: later.type, title: labelOf(later.type, later.entity) }
    plan.leave(undoes, "changed_since", changed, later.version)
    return undefined
  }
  const eventType = `delete_${type}` as const
  if (plan.mayTake(eventType)) plan.going.add(id)
  const submission = { undoes, eventType, targetId: id, data: {}, lastSeenSequence: plan.head }
  const subject = plan.subject(id)
  return {
    at: lives[0]?.by ?? undoes,
    rank: type === "group" ? ranks.groupDeletion : ranks.deletion,
    take: () => plan.send({ submission, subject })
  }
}

/** Why an entity cannot come back whose parent does not live; null if it comes back with it. */
const leaveWithParent = (plan: InversePlan, undoes: number, { by, before }: Life, parentId: EntityId): void => {
  // What went along with its parent is left with it.
  if (plan.changes.lives.get(parentId)?.some((life) => life.by === by)) return
  const parent = before && locate(before, parentId)
  const title = parent === undefined ? null : labelOf(parent.type, parent.entity)
  const subject = { type: plan.refOf(parentId)?.type ?? "team", title }
  plan.leave(undoes, "deleted_since", subject, removalOf(plan.now, parentId)?.sequenceNumber)
}

/** Brings back what went with `life`; `seen` is the event that removed it last. */
const comeback = (plan: InversePlan, id: EntityId, ref: EntityRef, life: Life, seen: number): Step | undefined => {
  const { by, before } = life
  const { type } = ref
  const undoes = plan.changes.set.has(by) ? by : plan.changes.latestOfSet(plan.changes.lives.get(id) ?? [])
  if (undoes === undefined) return undefined
  const parentId = parentOf(ref)
  const asOf = by - 1
  const submission: InverseSubmission =
    parentId === undefined
      ? {
          ...{ undoes, eventType: "restore_history", targetId: null, data: { sequenceNumber: asOf, teamId: id } },
          lastSeenSequence: plan.head
        }
      : { undoes, eventType: `create_${type}`, targetId: parentId, data: { id, asOf }, lastSeenSequence: seen }
  return {
    at: by,
    rank: ranks.return + depths[type],
    take: () => {
      if (locate(plan.state, id) !== undefined) return
      if (parentId !== undefined && locate(plan.state, parentId) === undefined) {
        leaveWithParent(plan, undoes, life, parentId)
      } else plan.send({ submission, subject: plan.subject(id), earlier: before })
    }
  }
}

/** Somebody has brought back what went with one of the events. */
const leaveBroughtBack = (plan: InversePlan, id: EntityId, ref: EntityRef, { by }: Life): void => {
  const isBack = (each: EntityId | undefined): boolean =>
    each !== undefined && plan.changes.lives.get(each)?.at(-1)?.came === false && plan.refOf(each)?.alive === true
  if (!plan.changes.set.has(by) || isBack(parentOf(ref))) return
  const versions = Object.values(locate(plan.now, id)?.entity.versions ?? {})
  plan.leave(by, "brought_back_since", plan.subject(id), Math.min(...versions))
}

/** The steps that take back what came and what went with the events. */
export const lifeSteps = (plan: InversePlan): ReadonlyArray<Step> => {
  const { changes } = plan
  const known = [...changes.lives].flatMap(([id, all]) => {
    // What was taken back meanwhile has left the entity as it was.
    const lives = all.filter(({ by }) => changes.isOwn(by))
    const [ref, last] = [plan.refOf(id), lives.at(-1)]
    return ref === undefined || last === undefined ? [] : [{ id, lives, ref, last, latest: all.at(-1)?.by ?? last.by }]
  })
  known.sort((one, other) => depths[one.ref.type] - depths[other.ref.type])
  return known.flatMap(({ id, lives, ref, last, latest }) => {
    const went = wentWith(id, lives, changes)
    if (ref.alive && last.came) return went === undefined ? (deletion(plan, id, ref, lives) ?? []) : []
    // A removal is unknown if somebody has brought the parent back as of a time before this was in it.
    const removedBy = removalOf(plan.now, id)?.sequenceNumber ?? latest
    if (ref.alive) leaveBroughtBack(plan, id, ref, last)
    else if (!last.came && went !== undefined && removedBy === latest)
      return comeback(plan, id, ref, went, latest) ?? []
    return []
  })
}
