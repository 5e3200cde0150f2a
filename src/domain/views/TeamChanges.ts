import { Equal, Option } from "effect"
import type { EntityChange, ListChange, TeamChange } from "../../shared/TeamChange.ts"
import type { Effects } from "../Event.ts"
import { findTeam, type PartList, type State, type Team } from "../state/State.ts"
import { teamBody, unplacedObjective, unplacedPrinciple } from "./Views.ts"

export type { TeamChange }

interface Entity {
  readonly id: string
}

const partLists: Readonly<Record<PartList, true>> = { groups: true, initiatives: true, progress: true }

/** The ids to take out of both lists so that the rest is in the same order. Both lists contain the same ids. */
const movedIds = (before: ReadonlyArray<string>, after: ReadonlyArray<string>): ReadonlySet<string> => {
  const moved = new Set<string | undefined>()
  let [left, right] = [0, 0]
  while (left < before.length) {
    const [old, now] = [before[left], after[right]]
    if (moved.has(old)) left += 1
    else if (moved.has(now)) right += 1
    else if (old === now) {
      left += 1
      right += 1
    } else moved.add(before[left + 1] === now ? old : now)
  }
  return moved as ReadonlySet<string>
}

/**
 * How an entity differs from its earlier version; empty if it is the same. `place` has its new index, if the change
 * must tell it.
 */
const changeOf = <A extends Entity>(
  old: A | undefined,
  now: A,
  place: { readonly at?: number },
  view: (entity: A) => Entity
): ReadonlyArray<EntityChange> => {
  if (old === now && place.at === undefined) return []
  if (old === undefined) {
    const { id, ...set } = view(now)
    return [{ id, ...place, set }]
  }
  const change = { ...place, ...(old === now ? {} : fieldChanges(view(old), view(now))) }
  return Object.keys(change).length === 0 ? [] : [{ id: now.id, ...change }]
}

const listChange = <A extends Entity>(
  before: ReadonlyArray<A>,
  after: ReadonlyArray<A>,
  view: (entity: A) => Entity
): ListChange | undefined => {
  // Most events move nothing; then no lookup by id is needed.
  if (before.length === after.length && before.every(({ id }, at) => id === after[at]?.id)) {
    const changed = before === after ? [] : after.flatMap((entity, at) => changeOf(before[at], entity, {}, view))
    return changed.length === 0 ? undefined : { changed }
  }
  const known = new Map(before.map((entity) => [entity.id, entity]))
  const left = new Set(after.map(({ id }) => id))
  const removed = before.filter(({ id }) => !left.has(id)).map(({ id }) => id)
  const moved = movedIds(
    before.filter(({ id }) => left.has(id)).map(({ id }) => id),
    after.filter(({ id }) => known.has(id)).map(({ id }) => id)
  )
  const changed = after.flatMap((entity, at) => {
    const old = known.get(entity.id)
    return changeOf(old, entity, old === undefined || moved.has(entity.id) ? { at } : {}, view)
  })
  return { ...(removed.length === 0 ? {} : { removed }), ...(changed.length === 0 ? {} : { changed }) }
}

const sameEntity = (entity: Entity): Entity => entity

/** The fields and lists in which two views of one entity differ. */
const fieldChanges = (before: object, after: object): Pick<EntityChange, "set" | "lists"> => {
  const set: Record<string, unknown> = {}
  const lists: Record<string, ListChange> = {}
  for (const [name, now] of Object.entries(after)) {
    const old = Reflect.get(before, name)
    if (Object.hasOwn(partLists, name)) {
      const change = listChange<Entity>(old, now, sameEntity)
      if (change !== undefined) lists[name] = change
    } else if (!Equal.equals(old, now)) set[name] = now
  }
  return { ...(Object.keys(set).length === 0 ? {} : { set }), ...(Object.keys(lists).length === 0 ? {} : { lists }) }
}

/** How the views of a team differ between two of its states. */
export const teamChange = (before: Team, after: Team): TeamChange => {
  const { set } = fieldChanges(teamBody(before), teamBody(after))
  const principles = listChange(before.principles, after.principles, (each) => unplacedPrinciple(after, each))
  const objectives = listChange(before.objectives, after.objectives, (each) => unplacedObjective(after, each))
  const lists = { ...(principles && { principles }), ...(objectives && { objectives }) }
  return {
    id: after.id,
    from: before.touchedAt,
    ...(set && { set }),
    ...(Object.keys(lists).length === 0 ? {} : { lists })
  }
}

/** The change of an event that touched more entities than this is not sent: clients fetch the views instead. */
const maxTouched = 100

/**
 * How an event has changed the views of the only team that it concerns; undefined if it concerns several teams or too
 * many entities, or if the team did not exist before and after it.
 */
export const changeOfEvent = (before: State, after: State, { touched, teamIds }: Effects): TeamChange | undefined => {
  const [id, ...others] = teamIds
  if (id === undefined || others.length > 0 || touched.length > maxTouched) return undefined
  return Option.getOrUndefined(Option.zipWith(findTeam(before, id), findTeam(after, id), teamChange))
}
