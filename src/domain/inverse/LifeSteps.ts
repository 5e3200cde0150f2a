import { HashMap, Option } from "effect"
import { rowOf } from "../../shared/EventTypes.ts"
import type { EntityId } from "../entities/Ids.ts"
import { labelOf } from "../entities/Wording.ts"
import { laterChange } from "../LaterChange.ts"
import type { EntityRef, EntityType, State } from "../state/State.ts"
import { locate } from "./FieldData.ts"
import type { InverseSubmission } from "./Inverse.ts"
import type { LeftSubject } from "./LeftWords.ts"
import type { Life, OwnChanges } from "./OwnChanges.ts"
import type { Simulation } from "./Simulation.ts"

/** Something to be taken back. Those of later events are taken back first, of one event those of a lower rank. */
export interface Step {
  readonly at: number
  readonly rank: number
  readonly take: () => void
}

export const ranks = { restore: 0, deletion: 1, return: 2, edit: 6, link: 7, groupDeletion: 8 }

/** How deep in a team entities of the types are: those above come back first, and go alone. */
const depths: Readonly<Record<EntityType, number>> = {
  ...{ team: 0, principle: 1, objective: 1, group: 2, initiative: 3, progress: 3 }
}

/** The title of an entity now, or when it last went with one of the events. */
export const subjectOf = (
  state: State,
  type: EntityType,
  id: EntityId,
  lives: ReadonlyArray<Life> = []
): LeftSubject => {
  const before = lives.findLast((life) => !life.came)?.before
  const found = locate(state, id) ?? (before && locate(before, id))
  return { type, title: found === undefined ? null : labelOf(type, found.entity) }
}

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
  const filled = life.before && laterChange(life.before, id, ({ version }) => changes.isOwn(version))
  return filled === undefined ? wentWith(id, lives, changes, at - 1) : life
}

/** What brings an entity back that went with an event. */
const returning = (
  id: EntityId,
  { type, objectiveId, teamId }: EntityRef,
  asOf: number
): Pick<InverseSubmission, "eventType" | "targetId" | "data"> =>
  type === "team"
    ? { eventType: "restore_history", targetId: null, data: { sequenceNumber: asOf, teamId: id } }
    : { eventType: `create_${type}`, targetId: objectiveId ?? teamId, data: { id, asOf } }

/** The entities that go, and the steps that take back what came and what went. */
export interface LifeSteps {
  readonly steps: ReadonlyArray<Step>
  readonly isGoing: (id: EntityId) => boolean
}

export const lifeSteps = (now: State, changes: OwnChanges, simulation: Simulation): LifeSteps => {
  const going = new Set<EntityId>()
  const steps: Array<Step> = []
  const refOf = (id: EntityId) => Option.getOrUndefined(HashMap.get(now.entities, id))
  const isGoing = (id: EntityId): boolean => {
    const ref = refOf(id)
    return going.has(id) || (ref !== undefined && (going.has(ref.teamId) || going.has(ref.objectiveId ?? id)))
  }
  const parentOf = (id: EntityId, { type, objectiveId, teamId }: EntityRef) =>
    rowOf(type).parent === null ? undefined : (objectiveId ?? (teamId === id ? undefined : teamId))

  const deletion = (id: EntityId, { type }: EntityRef, lives: ReadonlyArray<Life>) => {
    const undoes = changes.latestOfSet(lives)
    if (undoes === undefined || isGoing(id)) return
    const subject = subjectOf(now, type, id)
    const later = laterChange(now, id, ({ version }) => changes.isOwn(version))
    if (later !== undefined) {
      const about = { type: later.type, title: labelOf(later.type, later.entity) }
      return simulation.leave(undoes, "changed_since", about, later.version)
    }
    const eventType = `delete_${type}` as const
    if (simulation.mayTake(eventType)) going.add(id)
    steps.push({
      at: lives[0]?.by ?? undoes,
      rank: type === "group" ? ranks.groupDeletion : ranks.deletion,
      take: () => {
        const submission = { undoes, eventType, targetId: id, data: {}, lastSeenSequence: simulation.head }
        simulation.send({ submission, subject })
      }
    })
  }

  const comesBack = (id: EntityId, ref: EntityRef, lives: ReadonlyArray<Life>, { by, before }: Life, seen: number) => {
    const { type } = ref
    const undoes = changes.set.has(by) ? by : changes.latestOfSet(lives)
    if (undoes === undefined) return
    const subject = subjectOf(now, type, id, lives)
    const parentId = parentOf(id, ref)
    steps.push({
      at: by,
      rank: ranks.return + depths[type],
      take: () => {
        if (locate(simulation.state, id) !== undefined) return
        if (parentId !== undefined && locate(simulation.state, parentId) === undefined) {
          // What went along with its parent comes back with it, or is left with it.
          if (changes.lives.get(parentId)?.some((life) => life.by === by)) return
          const parent = refOf(parentId)
          const above = parent === undefined ? subject : subjectOf(before ?? now, parent.type, parentId)
          return simulation.leave(undoes, "deleted_since", above, { deletedId: parentId })
        }
        // What goes back to an earlier state of a team is decided on all of it.
        const lastSeenSequence = type === "team" ? simulation.head : seen
        const submission = { undoes, ...returning(id, ref, by - 1), lastSeenSequence }
        simulation.send({ submission, subject, earlier: before })
      }
    })
  }

  const isBack = (id: EntityId | undefined): boolean =>
    id !== undefined && changes.lives.get(id)?.at(-1)?.came === false && refOf(id)?.alive === true

  const known = [...changes.lives].flatMap(([id, lives]) => {
    const [ref, last] = [refOf(id), lives.at(-1)]
    return ref === undefined || last === undefined ? [] : [{ id, lives, ref, last }]
  })
  known.sort((one, other) => depths[one.ref.type] - depths[other.ref.type])
  for (const { id, lives, ref, last } of known) {
    const went = wentWith(id, lives, changes)
    if (ref.alive && last.came && went === undefined) deletion(id, ref, lives)
    else if (ref.alive && !last.came && changes.set.has(last.by) && !isBack(parentOf(id, ref))) {
      const versions = Object.values(locate(now, id)?.entity.versions ?? {})
      simulation.leave(last.by, "brought_back_since", subjectOf(now, ref.type, id), Math.min(...versions))
    } else if (!ref.alive && !last.came && went !== undefined && changes.removedBy(id) === last.by) {
      comesBack(id, ref, lives, went, last.by)
    }
  }
  return { steps, isGoing }
}
