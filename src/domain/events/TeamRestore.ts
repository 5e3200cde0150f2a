import type { EffectCode } from "../../shared/words/Facts.ts"
import type { Touched } from "../Event.ts"
import type { EntityId } from "../entities/Ids.ts"
import { linkField } from "../entities/LinkField.ts"
import { changesBetween, type EntityChange } from "../state/EntityChanges.ts"
import { entityPairs } from "../state/EntityPairs.ts"
import type { EntityByType, EntityType, Team } from "../state/State.ts"
import * as Targets from "../state/Targets.ts"
import * as EntityRestore from "./EntityRestore.ts"
import { transitivelyTouched } from "./EventDefinition.ts"

export interface TeamRestoration {
  /** Null when the team did not exist then. */
  readonly team: Team | null
  /** Every entity that differs: what was removed, what returned, what changed. */
  readonly touched: ReadonlyArray<Touched>
}

const linkedObjectiveIds = (team: Team, id: EntityId): string =>
  team.objectives
    .flatMap((objective) => (objective.principleIds.includes(id) ? [objective.id] : []))
    .sort()
    .join()

/** The principles whose links changed. They count as changed, because their views show the links. */
const relinkedPrinciples = (now: Team, after: Team): ReadonlyArray<Touched> => {
  const remainingIds = new Set(after.principles.map(({ id }) => id))
  return now.principles
    .filter(({ id }) => remainingIds.has(id) && linkedObjectiveIds(now, id) !== linkedObjectiveIds(after, id))
    .map((principle) => transitivelyTouched("principle", principle, "changed_by_restore"))
}

const noFields: ReadonlySet<string> = new Set()

/** The team as it was then, where it differs stamped; `now` itself if nothing does. */
const restoredTeam = (
  now: Team | undefined,
  then: Team,
  changes: ReadonlyArray<EntityChange>,
  stamp: Targets.ChangeStamp
): Team => {
  const differences = new Map(changes.map(({ id, fields }) => [id, new Set(fields.map(({ field }) => field))]))

  const restored = <T extends EntityType>(
    restorer: EntityRestore.Restorer<T>,
    before: EntityByType[T] | undefined,
    after: EntityByType[T]
  ): EntityByType[T] =>
    before === undefined
      ? EntityRestore.restoredDeleted(restorer, after, stamp)
      : EntityRestore.restoredExisting(restorer, before, after, differences.get(after.id) ?? noFields, stamp)

  /** Returns the list `now` itself when nothing in it changes. */
  const restoredList = <T extends EntityType>(
    restorer: EntityRestore.Restorer<T>,
    now: ReadonlyArray<EntityByType[T]> | undefined,
    then: ReadonlyArray<EntityByType[T]>,
    restore = restored<T>
  ): ReadonlyArray<EntityByType[T]> => {
    if (now === then) return now
    const list = entityPairs(now, then).flatMap(({ before, after }) =>
      after === undefined ? [] : [restore(restorer, before, after)]
    )
    return list.length === now?.length && list.every((entity, index) => entity === now[index]) ? now : list
  }

  const restoredObjective: typeof restored<"objective"> = (restorer, before, after) => {
    const objective = restored(restorer, before, after)
    const groups = restoredList(Targets.group, before?.groups, after.groups)
    const initiatives = restoredList(Targets.initiative, before?.initiatives, after.initiatives)
    const progress = restoredList(Targets.progress, before?.progress, after.progress)
    const isSame =
      groups === objective.groups && initiatives === objective.initiatives && progress === objective.progress
    return isSame ? objective : { ...objective, groups, initiatives, progress }
  }

  // The links to principles that the restore deletes are no longer fields of the objective.
  const removedFields = new Set(
    changes.flatMap(({ type, kind, id }) => (type === "principle" && kind === "went" ? [linkField(id)] : []))
  )
  const entity = restored(Targets.team, now, then)
  const principles = restoredList(Targets.principle, now?.principles, then.principles)
  const objectives = restoredList(
    { ...Targets.objective, removedFields },
    now?.objectives,
    then.objectives,
    restoredObjective
  )
  const isSame = entity === now && principles === now.principles && objectives === now.objectives
  return isSame ? now : { ...entity, principles, objectives }
}

/** What a restore makes of a team; null when nothing changes. */
export const restorationOf = (
  now: Team | undefined,
  then: Team | undefined,
  stamp: Targets.ChangeStamp
): TeamRestoration | null => {
  const changes = changesBetween(now, then)
  const team = then === undefined ? null : restoredTeam(now, then, changes, stamp)
  if ((team ?? undefined) === now) return null
  const touchedBy = (wanted: EntityChange["kind"], code: EffectCode) =>
    changes.flatMap((each) => (each.kind === wanted ? transitivelyTouched(each.type, each, code) : []))
  const changed = touchedBy("changed", "changed_by_restore")
  const known = new Set(changed.map(({ entityId }) => entityId))
  const links = now === undefined || team === null ? [] : relinkedPrinciples(now, team)
  return {
    team,
    touched: [
      ...touchedBy("went", "removed_by_restore"),
      ...touchedBy("came", "returned_by_restore"),
      ...changed,
      ...links.filter(({ entityId }) => !known.has(entityId))
    ]
  }
}
