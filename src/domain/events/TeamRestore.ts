import type { Touched } from "../Event.ts"
import type { EntityId } from "../entities/Ids.ts"
import type { EntityByType, EntityType, Team } from "../state/State.ts"
import * as Targets from "../state/Targets.ts"
import { touchedInTeam, touchedPartsOf, transitivelyTouched } from "./Deletion.ts"
import * as EntityRestore from "./EntityRestore.ts"

/** A restored team; every entity that differs is in one of the lists. */
export interface TeamRestoration {
  /** Null when the team did not exist then. */
  readonly team: Team | null
  readonly removed: ReadonlyArray<Touched>
  readonly returned: ReadonlyArray<Touched>
  readonly changed: ReadonlyArray<Touched>
}

/** The beginning of the description of an entity that a restore removed. */
export const wentWithRestore = "went with the restore "

const removedText = (target: number): string => `${wentWithRestore}to event ${target}`
const returnedText = (target: number): string => `came back with the restore to event ${target}`
const restoredText = (target: number): string => `restored to event ${target}`

/** Restores entities one by one and records which were removed, returned and changed. */
const recordingRestorer = (target: number, stamp: Targets.ChangeStamp) => {
  const removed: Array<Touched> = []
  const returned: Array<Touched> = []
  const changed: Array<Touched> = []

  const restoreEntity = <T extends EntityType>(
    restorer: EntityRestore.Restorer<T>,
    now: EntityRestore.EntityAtIndex<EntityByType[T]> | undefined,
    then: EntityRestore.EntityAtIndex<EntityByType[T]>
  ): EntityByType[T] => {
    if (now === undefined) {
      returned.push(transitivelyTouched(restorer.type, then.entity, returnedText(target)))
      return EntityRestore.restoredDeleted(restorer, then.entity, stamp)
    }
    const { entity, isChanged } = EntityRestore.restoredExisting(restorer, now, then, stamp)
    if (isChanged) changed.push(transitivelyTouched(restorer.type, entity, restoredText(target)))
    return entity
  }

  /** Returns the list `now` itself when nothing in it changes. */
  const restoreList = <T extends EntityType>(
    restorer: EntityRestore.Restorer<T>,
    now: ReadonlyArray<EntityByType[T]>,
    then: ReadonlyArray<EntityByType[T]>,
    children: {
      readonly withRestoredChildren: (
        entity: EntityByType[T],
        now: EntityByType[T] | undefined,
        then: EntityByType[T]
      ) => EntityByType[T]
      readonly removedBelow: (entity: EntityByType[T]) => ReadonlyArray<Touched>
    } = { withRestoredChildren: (entity) => entity, removedBelow: () => [] }
  ): ReadonlyArray<EntityByType[T]> => {
    if (now === then) return now
    const leftover = new Map(now.map((entity, index) => [entity.id, { entity, index }]))
    const after = then.map((entity, index) => {
      const found = leftover.get(entity.id)
      leftover.delete(entity.id)
      return children.withRestoredChildren(restoreEntity(restorer, found, { entity, index }), found?.entity, entity)
    })
    for (const { entity } of leftover.values()) {
      removed.push(transitivelyTouched(restorer.type, entity, removedText(target)), ...children.removedBelow(entity))
    }
    return after.length === now.length && after.every((entity, index) => entity === now[index]) ? now : after
  }

  return { restoreEntity, restoreList, lists: { removed, returned, changed } }
}

const linkedObjectiveIds = (team: Team, id: EntityId): string =>
  team.objectives
    .flatMap((objective) => (objective.principleIds.includes(id) ? [objective.id] : []))
    .sort()
    .join()

/** The principles whose links changed. They count as changed, because their views show the links. */
const relinkedPrinciples = (now: Team, after: Team, target: number): ReadonlyArray<Touched> => {
  const remainingIds = new Set(after.principles.map(({ id }) => id))
  return now.principles
    .filter(({ id }) => remainingIds.has(id) && linkedObjectiveIds(now, id) !== linkedObjectiveIds(after, id))
    .map((principle) => transitivelyTouched("principle", principle, restoredText(target)))
}

const restoredTeam = (
  now: Team | undefined,
  then: Team,
  target: number,
  stamp: Targets.ChangeStamp
): (TeamRestoration & { readonly team: Team }) | null => {
  const { restoreEntity, restoreList, lists } = recordingRestorer(target, stamp)
  const entity = restoreEntity(Targets.team, now && { entity: now, index: 0 }, { entity: then, index: 0 })
  const principles = restoreList(Targets.principle, now?.principles ?? [], then.principles)

  const keptIds = new Set(then.principles.map(({ id }) => id))
  const removedPrinciples = now?.principles.filter(({ id }) => !keptIds.has(id)) ?? []
  const objectives = restoreList(EntityRestore.objective(removedPrinciples), now?.objectives ?? [], then.objectives, {
    withRestoredChildren: (objective, before, after) => {
      const groups = restoreList(Targets.group, before?.groups ?? [], after.groups)
      const initiatives = restoreList(Targets.initiative, before?.initiatives ?? [], after.initiatives)
      const progress = restoreList(Targets.progress, before?.progress ?? [], after.progress)
      const isSame =
        groups === objective.groups && initiatives === objective.initiatives && progress === objective.progress
      return isSame ? objective : { ...objective, groups, initiatives, progress }
    },
    removedBelow: (objective) => touchedPartsOf(objective, removedText(target))
  })

  if (entity === now && principles === now.principles && objectives === now.objectives) return null
  const team = { ...entity, principles, objectives }
  const known = new Set(lists.changed.map(({ entityId }) => entityId))
  const links =
    now === undefined ? [] : relinkedPrinciples(now, team, target).filter(({ entityId }) => !known.has(entityId))
  return { team, ...lists, changed: [...lists.changed, ...links] }
}

/** What a restore makes of a team; null when nothing changes. */
export const restorationOf = (
  now: Team | undefined,
  then: Team | undefined,
  target: number,
  stamp: Targets.ChangeStamp
): TeamRestoration | null => {
  if (now === then) return null
  if (then !== undefined) return restoredTeam(now, then, target, stamp)
  if (now === undefined) return null
  const removed = [transitivelyTouched("team", now, removedText(target)), ...touchedInTeam(now, removedText(target))]
  return { team: null, removed, returned: [], changed: [] }
}
