import { HashMap, Option } from "effect"
import type { EntityId } from "../../../src/domain/entities/Ids.ts"
import { linkedPrincipleId } from "../../../src/domain/entities/LinkField.ts"
import { dataIn, type Located, locate } from "../../../src/domain/inverse/FieldData.ts"
import { empty, type State } from "../../../src/domain/state/State.ts"
import { isUndoOf, type Logged } from "./Undoing.ts"

const idsIn = (state: State): ReadonlyArray<EntityId> =>
  HashMap.toEntries(state.entities).flatMap(([id, { alive }]) => (alive ? [id] : []))

const fieldsOf = ({ entity }: Located): Readonly<Record<string, number>> => entity.versions

/** Lists of siblings, by the parent and what they are. */
const listsIn = (state: State): Map<string, ReadonlyArray<EntityId>> => {
  const lists = new Map<string, ReadonlyArray<EntityId>>()
  const put = (key: string, list: ReadonlyArray<{ readonly id: EntityId }>) =>
    lists.set(
      key,
      list.map(({ id }) => id)
    )
  for (const team of HashMap.values(state.teams)) {
    // Groups and measures cannot be moved, so what comes back has the index that it had.
    put(`${team.id} principle`, team.principles)
    put(`${team.id} objective`, team.objectives)
    for (const objective of team.objectives) {
      put(`${objective.id} initiative`, objective.initiatives)
    }
  }
  return lists
}

/** The value of a field without its place in a list. */
const valueOf = (located: Located, field: string): string => {
  const { position: _, ...value } = dataIn(located, field)
  return JSON.stringify(value)
}

/** What others did from an event on: the fields that they set, and the entities that they made, removed or brought back. */
const othersSince = (log: ReadonlyArray<Logged>, set: ReadonlySet<number>, since: number) => {
  const fields = new Map<string, number>()
  const lives = new Map<EntityId, number>()
  const groups = new Set<EntityId>()
  for (const each of log) {
    const { event, before, after } = each
    const by = event.sequenceNumber
    if (by < since || event.status !== "applied" || set.has(by) || isUndoOf(set, each)) continue
    for (const id of new Set([...idsIn(before), ...idsIn(after)])) {
      const [was, is] = [locate(before, id), locate(after, id)]
      if ((was === undefined) !== (is === undefined)) lives.set(id, by)
      for (const [field, version] of Object.entries(is ? fieldsOf(is) : {})) {
        if (version !== by) continue
        fields.set(`${id} ${field}`, by)
        if (field === "placement" && is && "groupId" in is.entity && is.entity.groupId) groups.add(is.entity.groupId)
      }
    }
  }
  return { fields, lives, groups }
}

const parentsOf = (state: State, id: EntityId): ReadonlyArray<EntityId> => {
  const ref = Option.getOrUndefined(HashMap.get(state.entities, id))
  return ref === undefined ? [] : [ref.teamId, ...(ref.objectiveId === null ? [] : [ref.objectiveId])]
}

/** What is wrong after a set was taken back at the end of `log`, which made it `after`. */
export const faultsOf = (
  log: ReadonlyArray<Logged>,
  set: ReadonlySet<number>,
  after: ReadonlyArray<Logged>
): ReadonlyArray<string> => {
  const faults: Array<string> = []
  const first = Math.min(...set)
  const base = log[first - 1]?.before ?? empty
  const now = log.at(-1)?.after ?? empty
  const end = after.at(-1)?.after ?? empty
  const isOwn = (version: number): boolean => set.has(version) || isUndoOf(set, log[version - 1] as Logged)
  const others = othersSince(log, set, first)
  const lastLife = new Map<EntityId, Logged>()
  for (const each of log) {
    for (const id of new Set([...idsIn(each.before), ...idsIn(each.after)])) {
      if ((locate(each.before, id) === undefined) !== (locate(each.after, id) === undefined)) lastLife.set(id, each)
    }
  }

  // Nothing that others did is touched.
  for (const id of idsIn(now)) {
    const [is, then] = [locate(now, id), locate(end, id)]
    if (is === undefined) continue
    for (const [field, version] of Object.entries(fieldsOf(is))) {
      if (version < first || isOwn(version)) continue
      if (then === undefined) faults.push(`${id} is gone, whose ${field} event ${version} set`)
      else if (then.entity.versions[field] !== version) faults.push(`${field} of ${id} by event ${version} is touched`)
      else if (valueOf(then, field) !== valueOf(is, field)) faults.push(`${field} of ${id} is changed`)
    }
  }
  for (const [id, by] of others.lives) {
    if (
      locate(now, id) === undefined &&
      lastLife.get(id)?.event.sequenceNumber === by &&
      locate(end, id) !== undefined
    ) {
      faults.push(`${id} is back, which event ${by} removed`)
    }
  }

  // What others did not touch is as it was before.
  const isGone = (id: EntityId): boolean => others.lives.has(id) && locate(end, id) === undefined
  const wasInGroupThatIsGone = (id: EntityId): boolean => {
    const was = locate(base, id)?.entity
    return was !== undefined && "groupId" in was && was.groupId !== null && isGone(was.groupId)
  }
  for (const id of idsIn(base)) {
    if (others.lives.has(id) || parentsOf(now, id).some(isGone)) continue
    const [was, then] = [locate(base, id), locate(end, id)]
    if (was === undefined) continue
    if (then === undefined) {
      faults.push(`${id} is not back`)
      continue
    }
    for (const field of Object.keys(fieldsOf(was))) {
      const linked = linkedPrincipleId(field)
      if (others.fields.has(`${id} ${field}`) || (linked !== undefined && others.lives.has(linked))) continue
      if (field === "placement" && wasInGroupThatIsGone(id)) continue
      if (valueOf(was, field) !== valueOf(then, field)) {
        faults.push(`${field} of ${id} is ${valueOf(then, field)}, not ${valueOf(was, field)}`)
      }
    }
  }
  const touched = new Set([...others.fields.keys()].map((key) => key.slice(0, 36)))
  for (const id of idsIn(end)) {
    if (locate(base, id) !== undefined || others.lives.has(id) || touched.has(id)) continue
    const inside = idsIn(end).filter((each) => parentsOf(end, each).includes(id))
    const pointing = [...others.fields.keys()].some((key) => key.includes(`principle:${id}`))
    if (
      !pointing &&
      !others.groups.has(id) &&
      inside.every((each) => locate(base, each) === undefined && !others.lives.has(each) && !touched.has(each))
    ) {
      faults.push(`${id} is still there`)
    }
  }
  const [listsBase, listsNow, listsEnd] = [listsIn(base), listsIn(now), listsIn(end)]
  for (const [key, list] of listsEnd) {
    const field = key.endsWith("initiative") ? "placement" : "position"
    const isOthers = (id: EntityId) =>
      others.lives.has(id) || others.fields.has(`${id} ${field}`) || wasInGroupThatIsGone(id)
    const [was, is] = [listsBase.get(key) ?? [], listsNow.get(key) ?? []]
    // Those that nobody else moved are in their former order among each other.
    const kept = list.filter((id) => was.includes(id) && !isOthers(id))
    const expected = was.filter((id) => kept.includes(id))
    if (kept.join() !== expected.join()) faults.push(`${key}: the order is ${kept.join()}, not ${expected.join()}`)
    // Those that the set did not move are in their present order among each other.
    const unmoved = (id: EntityId) => {
      const version = locate(now, id)?.entity.versions[field]
      return version === undefined || !isOwn(version)
    }
    const still = list.filter((id) => is.includes(id) && unmoved(id))
    if (still.join() !== is.filter((id) => still.includes(id)).join()) faults.push(`${key}: others' order is changed`)
  }
  return faults
}
