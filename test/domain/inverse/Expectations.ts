import { HashMap, Option } from "effect"
import type { EntityId } from "../../../src/domain/entities/Ids.ts"
import { linkedPrincipleId } from "../../../src/domain/entities/LinkField.ts"
import { dataIn, isPlace, type Located, locate, siblingIds } from "../../../src/domain/inverse/FieldData.ts"
import type { State } from "../../../src/domain/state/State.ts"
import { type Log, ownIn, stateAt } from "./Undoing.ts"

const idsIn = (state: State): ReadonlyArray<EntityId> =>
  HashMap.toEntries(state.entities).flatMap(([id, { alive }]) => (alive ? [id] : []))

const refOf = (state: State, id: EntityId) => Option.getOrUndefined(HashMap.get(state.entities, id))

const groupOf = (located: Located | undefined): EntityId | null =>
  located !== undefined && "groupId" in located.entity ? located.entity.groupId : null

/** The value of a field without its place in a list. */
const valueOf = (located: Located, field: string): string => {
  const { position: _, ...value } = dataIn(located, field)
  return JSON.stringify(value)
}

/** The entities that came or went with an event. */
const livesIn = ({ before, after }: Pick<Log[number], "before" | "after">): ReadonlyArray<EntityId> =>
  before === after
    ? []
    : [...new Set([...idsIn(before), ...idsIn(after)])].filter(
        (id) => (locate(before, id) === undefined) !== (locate(after, id) === undefined)
      )

/** What events that take a set back, from `since` on, did to what somebody else had done from `first` on. */
export const overridden = (log: Log, set: ReadonlySet<number>, first: number, since: number): ReadonlyArray<string> => {
  const isOwn = ownIn(log, set)
  const faults: Array<string> = []
  const removals = new Map<EntityId, number>()
  for (const { event, before, after } of log) {
    const by = event.sequenceNumber
    const isUndo = by > since && isOwn(by)
    for (const id of livesIn({ before, after })) {
      const removedBy = removals.get(id) ?? 0
      if (locate(after, id) === undefined) removals.set(id, by)
      else if (isUndo && removedBy >= first && !isOwn(removedBy))
        faults.push(`${id} is back, which ${removedBy} removed`)
    }
    for (const id of isUndo ? idsIn(before) : []) {
      const [was, is] = [locate(before, id), locate(after, id)]
      if (was === undefined || was.entity === is?.entity) continue
      for (const [field, version] of Object.entries(was.entity.versions)) {
        if (version < first || isOwn(version)) continue
        if (is === undefined) faults.push(`${id} is gone, whose ${field} event ${version} set`)
        else if (is.entity.versions[field] !== version || valueOf(is, field) !== valueOf(was, field)) {
          faults.push(`${field} of ${id} by event ${version} is changed`)
        }
      }
    }
  }
  return faults
}

/** What others did from an event on: the fields that they set, and the entities that they made, removed or brought back. */
const othersIn = (log: Log, isOwn: (sequenceNumber: number) => boolean, first: number) => {
  const fields = new Set<string>()
  const lives = new Set<EntityId>()
  /** Entities in which others set something, and what they pointed to. */
  const touched = new Set<string>()
  for (const each of log.slice(first - 1)) {
    const by = each.event.sequenceNumber
    if (each.event.status !== "applied" || isOwn(by)) continue
    for (const id of livesIn(each)) lives.add(id)
    for (const id of idsIn(each.after)) {
      const is = locate(each.after, id)
      for (const [field, version] of Object.entries(is?.entity.versions ?? {})) {
        if (version !== by) continue
        fields.add(`${id} ${field}`)
        touched.add(id)
        touched.add(linkedPrincipleId(field) ?? (field === "placement" ? groupOf(is) : null) ?? id)
      }
    }
  }
  return { fields, lives, touched }
}

type Others = ReturnType<typeof othersIn>

/** What was there before and nobody else touched, and is not as it was. */
const notBack = (base: State, end: State, { fields, lives }: Others): ReadonlyArray<string> => {
  const isGone = (id: EntityId | null): boolean => id !== null && lives.has(id) && locate(end, id) === undefined
  return idsIn(base).flatMap((id) => {
    const [was, then, ref] = [locate(base, id), locate(end, id), refOf(base, id)]
    if (was === undefined || lives.has(id) || isGone(ref?.teamId ?? null) || isGone(ref?.objectiveId ?? null)) return []
    // Somebody may have brought back what it was in, as of a time before.
    const isRebuilt = lives.has(ref?.teamId ?? id) || lives.has(ref?.objectiveId ?? id)
    if (then === undefined) return isRebuilt ? [] : `${id} is not back`
    return Object.keys(was.entity.versions).flatMap((field) => {
      const linked = linkedPrincipleId(field)
      if (fields.has(`${id} ${field}`) || (linked !== undefined && lives.has(linked))) return []
      if (field === "placement" && isGone(groupOf(was))) return []
      const [wanted, value] = [valueOf(was, field), valueOf(then, field)]
      return wanted === value ? [] : `${field} of ${id} is ${value}, not ${wanted}`
    })
  })
}

/** What was not there before, in which nobody else has done anything, and is still there. */
const notGone = (base: State, end: State, { lives, touched }: Others): ReadonlyArray<string> => {
  const isOwn = (id: EntityId): boolean => locate(base, id) === undefined && !lives.has(id) && !touched.has(id)
  const isInside = (id: EntityId, parent: EntityId): boolean =>
    refOf(end, id)?.teamId === parent || refOf(end, id)?.objectiveId === parent
  const ids = idsIn(end)
  return ids
    .filter((id) => isOwn(id) && ids.every((each) => !isInside(each, id) || isOwn(each)))
    .map((id) => `${id} is still there`)
}

/** What is not in the former order of those that nobody else moved, or not in the present one of those that the set did not move. */
const notInOrder = (base: State, now: State, end: State, { fields, lives }: Others, isOwn: (by: number) => boolean) =>
  idsIn(end).flatMap((id): ReadonlyArray<string> => {
    const field = Object.keys(locate(end, id)?.entity.versions ?? {}).find(isPlace)
    const list = field === undefined ? [] : siblingIds(end, id)
    // Each list once.
    if (field === undefined || list[0] !== id) return []
    const isGone = (group: EntityId | null): boolean => group !== null && locate(end, group) === undefined
    const isOthers = (each: EntityId) =>
      lives.has(each) || fields.has(`${each} ${field}`) || isGone(groupOf(locate(base, each)))
    const isMoved = (each: EntityId) => {
      const version = locate(now, each)?.entity.versions[field]
      return version !== undefined && isOwn(version)
    }
    const parents = list.find((each) => locate(base, each) !== undefined) ?? id
    const was = siblingIds(base, parents).filter((each) => list.includes(each) && !isOthers(each))
    const is = siblingIds(now, id).filter((each) => list.includes(each) && !isMoved(each))
    const order = (wanted: ReadonlyArray<EntityId>) => list.filter((each) => wanted.includes(each)).join()
    return [
      ...(order(was) === was.join() ? [] : [`the order is ${order(was)}, not ${was}`]),
      ...(order(is) === is.join() ? [] : [`others' order is ${order(is)}, not ${is}`])
    ]
  })

/** What is wrong after a set was taken back at the end of `log`, which made it `after`. */
export const faultsOf = (log: Log, set: ReadonlySet<number>, after: Log): ReadonlyArray<string> => {
  const first = Math.min(...set)
  const [base, now, end] = [stateAt(log, first - 1), stateAt(log), stateAt(after)]
  const isOwn = ownIn(after, set)
  const others = othersIn(log, isOwn, first)
  return [
    ...overridden(after, set, first, log.length),
    ...notBack(base, end, others),
    ...notGone(base, end, others),
    ...notInOrder(base, now, end, others, isOwn)
  ]
}
