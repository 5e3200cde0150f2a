import { Equal, Schema } from "effect"
import * as Limits from "../../shared/Limits.ts"
import type { EntityChange, ListChange } from "../../shared/TeamChange.ts"
import { described, listOf } from "../entities/Documented.ts"
import { EntityId } from "../entities/Ids.ts"
import { type EntityPair, entityPairs } from "./EntityPairs.ts"

interface Entity {
  readonly id: string
}

const difference = {
  id: EntityId,
  at: described(
    "The new index, if it is new or has moved; entities are inserted in this order, once the removed ones have left",
    Schema.optionalKey(Schema.Int)
  ),
  set: described(
    "The members that differ, with their new values; all of them for a new entity",
    Schema.optionalKey(Schema.Record(Schema.String, Schema.Json))
  )
}

const listChangeOf = <Change extends Schema.Top>(change: Change) =>
  Schema.Struct({
    removed: described(
      "The ids of those that have left the list",
      Schema.optionalKey(listOf(EntityId, Limits.perTeam.objectives))
    ),
    changed: described(
      "The new ones and those that differ",
      Schema.optionalKey(listOf(change, Limits.perTeam.objectives))
    )
  })

const PartChange = Schema.Struct(difference).annotate({ identifier: "PartChange" })

const ChildChange = Schema.Struct({
  ...difference,
  lists: described(
    "The lists of an objective that differ: `groups`, `initiatives`, `progress`",
    Schema.optionalKey(Schema.Record(Schema.String, listChangeOf(PartChange)))
  )
}).annotate({ identifier: "EntityChange" })

/** An `EntityChange` (see `shared/TeamChange`) of a team. */
export const StructuralChange = Schema.Struct({
  id: EntityId,
  set: difference.set,
  lists: described(
    "The lists that differ",
    Schema.optionalKey(
      Schema.Struct({
        principles: described("The differences of the principles", Schema.optionalKey(listChangeOf(ChildChange))),
        objectives: described("The differences of the objectives", Schema.optionalKey(listChangeOf(ChildChange)))
      })
    )
  )
})

/** The fields that are lists of entities, in states and in views. */
const entityLists: ReadonlySet<string> = new Set(["principles", "objectives", "groups", "initiatives", "progress"])

const none: ReadonlySet<string> = new Set()

/** The ids to take out of both lists so that what both contain is in the same order. */
const movedIn = (pairs: ReadonlyArray<EntityPair<Entity>>): ReadonlySet<string> => {
  const kept = pairs.filter(({ from, to }) => from >= 0 && to >= 0)
  const [before, after] = [kept.toSorted((one, other) => one.from - other.from), kept].map((order) =>
    order.map(({ after }) => after?.id)
  )
  const moved = new Set<string | undefined>()
  let [left, right] = [0, 0]
  while (left < kept.length) {
    const [old, now] = [before?.[left], after?.[right]]
    if (moved.has(old)) left += 1
    else if (moved.has(now)) right += 1
    else if (old === now) {
      left += 1
      right += 1
    } else moved.add(before?.[left + 1] === now ? old : now)
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

/** How a list of entities differs, each compared in the form that `view` gives it; undefined if it does not. */
export const listChange = <A extends Entity>(
  before: ReadonlyArray<A>,
  after: ReadonlyArray<A>,
  view: (entity: A) => Entity
): ListChange | undefined => {
  if (before === after) return undefined
  const pairs = entityPairs(before, after)
  const removed = pairs.filter((pair) => pair.after === undefined).flatMap(({ before }) => before?.id ?? [])
  const moved = pairs.every(({ from, to }) => from === to) ? none : movedIn(pairs)
  const changed = pairs.flatMap(({ before, after, to: at }) =>
    after === undefined ? [] : changeOf(before, after, before === undefined || moved.has(after.id) ? { at } : {}, view)
  )
  if (removed.length + changed.length === 0) return undefined
  return { ...(removed.length === 0 ? {} : { removed }), ...(changed.length === 0 ? {} : { changed }) }
}

const sameEntity = (entity: Entity): Entity => entity

/** The fields and lists of entities in which two versions of an entity differ. */
export const fieldChanges = (before: object, after: object): Pick<EntityChange, "set" | "lists"> => {
  const set: Record<string, unknown> = {}
  const lists: Record<string, ListChange> = {}
  for (const [name, now] of Object.entries(after)) {
    const old = Reflect.get(before, name)
    if (entityLists.has(name)) {
      const change = listChange<Entity>(old, now, sameEntity)
      if (change !== undefined) lists[name] = change
    } else if (!Equal.equals(old, now)) set[name] = now
  }
  return { ...(Object.keys(set).length === 0 ? {} : { set }), ...(Object.keys(lists).length === 0 ? {} : { lists }) }
}
