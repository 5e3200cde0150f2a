import type { Touched } from "../Event.ts"
import type { EntityId } from "../entities/Ids.ts"
import type { Stamp } from "../state/Place.ts"
import type { EntityByType, EntityType, Team } from "../state/State.ts"
import { belowTeam, consequence, partsOf } from "./Deletion.ts"
import * as Restorers from "./Restorers.ts"

/** A team put back to what it was; every entity for which this makes a difference is in one of the lists. */
export interface Restoration {
  /** Null when it did not exist then. */
  readonly team: Team | null
  readonly went: ReadonlyArray<Touched>
  readonly came: ReadonlyArray<Touched>
  readonly changed: ReadonlyArray<Touched>
}

const wentWith = (target: number): string => `went with the restore to event ${target}`
const cameWith = (target: number): string => `came back with the restore to event ${target}`
const restoredTo = (target: number): string => `restored to event ${target}`

/** Restores one entity after another and takes down what becomes of each. */
const restorer = (target: number, stamp: Stamp) => {
  const went: Array<Touched> = []
  const came: Array<Touched> = []
  const changed: Array<Touched> = []

  const one = <T extends EntityType>(
    by: Restorers.Restorer<T>,
    now: Restorers.Standing<EntityByType[T]> | undefined,
    then: Restorers.Standing<EntityByType[T]>
  ): EntityByType[T] => {
    if (now === undefined) {
      came.push(consequence(by.type, then.entity, cameWith(target)))
      return Restorers.returned(by, then.entity, stamp)
    }
    const { entity, isChanged } = Restorers.restored(by, now, then, stamp)
    if (isChanged) changed.push(consequence(by.type, entity, restoredTo(target)))
    return entity
  }

  /** The very list of now when nothing in it changes. */
  const all = <T extends EntityType>(
    by: Restorers.Restorer<T>,
    now: ReadonlyArray<EntityByType[T]>,
    then: ReadonlyArray<EntityByType[T]>,
    below: {
      readonly restored: (
        entity: EntityByType[T],
        now: EntityByType[T] | undefined,
        then: EntityByType[T]
      ) => EntityByType[T]
      readonly gone: (entity: EntityByType[T]) => ReadonlyArray<Touched>
    } = { restored: (entity) => entity, gone: () => [] }
  ): ReadonlyArray<EntityByType[T]> => {
    if (now === then) return now
    const standing = new Map(now.map((entity, index) => [entity.id, { entity, index }]))
    const after = then.map((entity, index) => {
      const found = standing.get(entity.id)
      standing.delete(entity.id)
      return below.restored(one(by, found, { entity, index }), found?.entity, entity)
    })
    for (const { entity } of standing.values()) {
      went.push(consequence(by.type, entity, wentWith(target)), ...below.gone(entity))
    }
    return after.length === now.length && after.every((entity, index) => entity === now[index]) ? now : after
  }

  return { one, all, lists: { went, came, changed } }
}

const linkedTo = (team: Team, id: EntityId): string =>
  team.objectives
    .flatMap((objective) => (objective.principleIds.includes(id) ? [objective.id] : []))
    .sort()
    .join()

/** A link shows on the principle too, though nothing of its own changes. */
const relinked = (now: Team, after: Team, target: number): ReadonlyArray<Touched> => {
  const still = new Set(after.principles.map(({ id }) => id))
  return now.principles
    .filter(({ id }) => still.has(id) && linkedTo(now, id) !== linkedTo(after, id))
    .map((principle) => consequence("principle", principle, restoredTo(target)))
}

const restoredTeam = (
  now: Team | undefined,
  then: Team,
  target: number,
  stamp: Stamp
): (Restoration & { readonly team: Team }) | null => {
  const { one, all, lists } = restorer(target, stamp)
  const entity = one(Restorers.team, now && { entity: now, index: 0 }, { entity: then, index: 0 })
  const principles = all(Restorers.principle, now?.principles ?? [], then.principles)

  const stay = new Set(then.principles.map(({ id }) => id))
  const gone = now?.principles.filter(({ id }) => !stay.has(id)) ?? []
  const objectives = all(Restorers.objective(gone), now?.objectives ?? [], then.objectives, {
    restored: (objective, before, after) => {
      const groups = all(Restorers.group, before?.groups ?? [], after.groups)
      const initiatives = all(Restorers.initiative, before?.initiatives ?? [], after.initiatives)
      const progress = all(Restorers.progress, before?.progress ?? [], after.progress)
      const isSame =
        groups === objective.groups && initiatives === objective.initiatives && progress === objective.progress
      return isSame ? objective : { ...objective, groups, initiatives, progress }
    },
    gone: (objective) => partsOf(objective, wentWith(target))
  })

  if (entity === now && principles === now.principles && objectives === now.objectives) return null
  const team = { ...entity, principles, objectives }
  const known = new Set(lists.changed.map(({ entityId }) => entityId))
  const links = now === undefined ? [] : relinked(now, team, target).filter(({ entityId }) => !known.has(entityId))
  return { team, ...lists, changed: [...lists.changed, ...links] }
}

interface Made {
  readonly now: Team | undefined
  readonly target: number
  readonly stamp: Stamp
  readonly restoration: Restoration | null
}

/** The latest restoration to each earlier team: what a restore was judged by is what it is folded with right after. */
const latest = new WeakMap<Team, Made>()

const isSameStamp = (one: Stamp, other: Stamp): boolean =>
  one.sequenceNumber === other.sequenceNumber && one.timestamp === other.timestamp && one.actorName === other.actorName

const restoredOnce = (now: Team | undefined, then: Team, target: number, stamp: Stamp): Restoration | null => {
  const known = latest.get(then)
  if (known !== undefined && known.now === now && known.target === target && isSameStamp(known.stamp, stamp))
    return known.restoration
  const made = restoredTeam(now, then, target, stamp)
  latest.set(then, { now, target, stamp, restoration: made })
  return made
}

/** What a team becomes; null when it is what it was. */
export const restoration = (
  now: Team | undefined,
  then: Team | undefined,
  target: number,
  stamp: Stamp
): Restoration | null => {
  if (now === then) return null
  if (then !== undefined) return restoredOnce(now, then, target, stamp)
  if (now === undefined) return null
  const went = [consequence("team", now, wentWith(target)), ...belowTeam(now, wentWith(target))]
  return { team: null, went, came: [], changed: [] }
}
