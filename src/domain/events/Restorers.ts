import type { EntityId } from "../Ids.ts"
import * as Place from "../Place.ts"
import type { FieldVersions, Group, Initiative, Objective, Principle, Progress, Team } from "../State.ts"
import { linkField } from "./LinkEvent.ts"

type Values = Readonly<Record<string, string | number | boolean | null>>

/** An entity among its siblings. */
export interface Standing<E> {
  readonly entity: E
  readonly index: number
}

export interface Identified {
  readonly id: EntityId
  readonly versions: FieldVersions
}

/** How entities of one type go back to what they were. */
export interface Restorer<E extends Identified> extends Pick<Place.Kind<E>, "type" | "signed"> {
  /** The entity's own content: each field's value under its name, and what is no field under another. */
  readonly values: (standing: Standing<E>) => Values
  /** Fields that are none any more afterwards. */
  readonly forgotten: ReadonlySet<string>
}

const forgotten: ReadonlySet<string> = new Set()

export const team: Restorer<Team> = {
  type: "team",
  signed: Place.team.signed,
  values: ({ entity: { name, color } }) => ({ name, color }),
  forgotten
}

export const principle: Restorer<Principle> = {
  type: "principle",
  signed: Place.principle.signed,
  values: ({ entity: { title, description }, index }) => ({ title, description, position: index }),
  forgotten
}

/** Links to principles that go are no fields any more. */
export const objective = (gone: ReadonlyArray<Principle>): Restorer<Objective> => ({
  type: "objective",
  signed: Place.objective.signed,
  values: ({ entity: { title, description, status, dueDate, principleIds }, index }) => ({
    title,
    description,
    status,
    dueDate,
    position: index,
    ...Object.fromEntries(principleIds.map((id) => [linkField(id), true]))
  }),
  forgotten: new Set(gone.map(({ id }) => linkField(id)))
})

export const group: Restorer<Group> = {
  type: "group",
  signed: Place.group.signed,
  values: ({ entity: { name } }) => ({ name }),
  forgotten
}

export const initiative: Restorer<Initiative> = {
  type: "initiative",
  signed: Place.initiative.signed,
  values: ({ entity: { title, status, groupId }, index }) => ({ title, status, placement: `${groupId} ${index}` }),
  forgotten
}

export const progress: Restorer<Progress> = {
  type: "progress",
  signed: Place.progress.signed,
  values: ({ entity: { value, confidence, note, checkIns } }) => ({
    value: JSON.stringify([value, confidence, note]),
    checkIns: checkIns.map(({ sequenceNumber }) => sequenceNumber).join()
  }),
  forgotten
}

const differing = (before: Values, after: Values): ReadonlySet<string> =>
  new Set(Object.keys({ ...before, ...after }).filter((field) => before[field] !== after[field]))

/**
 * Versions of an entity that stays: a field keeps its own unless its value differs. A link field may be known from then
 * only: its principle was deleted since and comes back.
 */
const restoredVersions = (
  now: FieldVersions,
  then: FieldVersions,
  isKept: (field: string) => boolean,
  isStamped: (field: string) => boolean,
  sequenceNumber: number
): FieldVersions => {
  const fields = Object.keys({ ...then, ...now }).filter(isKept)
  const versions = Object.fromEntries(
    fields.map((field) => [field, isStamped(field) ? sequenceNumber : (now[field] ?? sequenceNumber)])
  )
  const isSame = fields.length === Object.keys(now).length && fields.every((field) => versions[field] === now[field])
  return isSame ? now : versions
}

/** An entity that was deleted since: every field counts as set by the restore. */
export const returned = <E extends Identified>(by: Restorer<E>, then: E, stamp: Place.Stamp): E => {
  const versions = Object.fromEntries(Object.keys(then.versions).map((field) => [field, stamp.sequenceNumber]))
  return by.signed({ ...then, versions }, stamp)
}

/** An entity that exists now and existed then; what stands below it is that of now, or, once changed, that of then. */
export const restored = <E extends Identified>(
  by: Restorer<E>,
  now: Standing<E>,
  then: Standing<E>,
  stamp: Place.Stamp
): { readonly entity: E; readonly isChanged: boolean } => {
  if (now.entity === then.entity && now.index === then.index) return { entity: now.entity, isChanged: false }
  const differences = differing(by.values(now), by.values(then))
  const versions = restoredVersions(
    now.entity.versions,
    then.entity.versions,
    (field) => !by.forgotten.has(field),
    (field) => differences.has(field),
    stamp.sequenceNumber
  )
  if (differences.size > 0) return { entity: by.signed({ ...then.entity, versions }, stamp), isChanged: true }
  return { entity: versions === now.entity.versions ? now.entity : { ...now.entity, versions }, isChanged: false }
}
