import { rowOf } from "../../shared/EventTypes.ts"
import type { EntityId } from "../entities/Ids.ts"
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

/** Whether an entity went along with its parent. */
const wentAlong = (changes: OwnChanges, ref: EntityRef, { by }: Life): boolean => {
  const parentId = parentOf(ref)
  return parentId !== undefined && changes.lives.get(parentId)?.some((life) => life.by === by) === true
}

/**
 * The event with which an entity went that lived before the events; undefined if it did not. What came in between goes back with
 * it, if nobody else has changed it there.
 */
const wentBefore = (id: EntityId, lives: ReadonlyArray<Life>, changes: OwnChanges): Life | undefined => {
  const isFilled = (life: Life | undefined): boolean =>
    life?.before !== undefined && laterChange(life.before, id, (each) => changes.isOwnVersion(each)) !== undefined
  let at = lives.at(-1)?.came ? lives.length - 2 : lives.length - 1
  while (lives[at]?.came === false && lives[at - 1]?.came === true && !isFilled(lives[at])) at -= 2
  return lives[at]?.came === false ? lives[at] : undefined
}

/** Deletes what came with the events, unless somebody has changed it or something in it. */
const deletion = (
  plan: InversePlan,
  id: EntityId,
  { type }: EntityRef,
  lives: ReadonlyArray<Life>,
  undoes: number
): Step | undefined => {
  if (plan.isGoing(id)) return undefined
  const later = laterChange(plan.now, id, (each) => plan.changes.isOwnVersion(each))
  if (later !== undefined) {
    plan.leave(undoes, "changed_since", plan.subject(later.entity.id), later.version)
    return undefined
  }
  const eventType = `delete_${type}` as const
  if (plan.mayTake(eventType)) plan.going.add(id)
  const submission = { undoes, eventType, targetId: id, data: {}, lastSeenSequence: plan.head }
  return {
    at: lives[0]?.by ?? undoes,
    rank: type === "group" ? ranks.groupDeletion : ranks.deletion,
    take: () => plan.send({ submission, subject: plan.subject(id) })
  }
}

interface Comeback {
  readonly undoes: number
  /** The event that removed it last. */
  readonly seen: number
}

/** Brings back what went with `life`. */
const comeback = (plan: InversePlan, id: EntityId, ref: EntityRef, life: Life, { undoes, seen }: Comeback): Step => {
  const { by, before } = life
  const { type } = ref
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
      if (parentId === undefined || locate(plan.state, parentId) !== undefined) {
        plan.send({ submission, subject: plan.subject(id), earlier: before })
      }
      // What went along with its parent is left with it.
      else if (!wentAlong(plan.changes, ref, life)) plan.leaveWithout(parentId, undoes)
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

/** The removal of what went along is not known once its parent is back as of a time before this was in it. */
const removedWithParent = (changes: OwnChanges, ref: EntityRef, latest: number): number | undefined => {
  const parentId = parentOf(ref)
  return parentId !== undefined && changes.lives.get(parentId)?.at(-1)?.came === true ? latest : undefined
}

/** What takes back how an entity came or went; undefined if there is nothing to do, or it is left. */
export const lifeStep = (plan: InversePlan, id: EntityId, all: ReadonlyArray<Life>): Step | undefined => {
  const { changes } = plan
  const ref = plan.refOf(id)
  // What was taken back meanwhile has left the entity as it was.
  const lives = all.filter(({ by }) => changes.isOwn(by))
  const last = lives.at(-1)
  const undoes = changes.latestLife(id)
  if (ref === undefined || last === undefined || undoes === undefined) return undefined
  const went = wentBefore(id, lives, changes)
  if (ref.alive && last.came) return went === undefined ? deletion(plan, id, ref, lives, undoes) : undefined
  if (ref.alive) leaveBroughtBack(plan, id, ref, last)
  if (ref.alive || last.came || went === undefined) return undefined
  const latest = all.at(-1)?.by ?? last.by
  const removedBy = removalOf(plan.now, id)?.sequenceNumber ?? removedWithParent(changes, ref, latest)
  if (removedBy === latest) return comeback(plan, id, ref, went, { undoes, seen: latest })
  // What somebody has brought back without it is left as a whole.
  if (removedBy !== undefined || !wentAlong(changes, ref, last)) {
    plan.leave(undoes, "deleted_since", plan.subject(id), removedBy)
  }
  return undefined
}

/** What came or went with the events, what contains something before that. */
export const parentsFirst = ({
  changes,
  refOf
}: InversePlan): ReadonlyArray<readonly [EntityId, ReadonlyArray<Life>]> => {
  const depthOf = (id: EntityId): number => depths[refOf(id)?.type ?? "team"]
  return [...changes.lives].sort(([one], [other]) => depthOf(one) - depthOf(other))
}
