import type { EntityId } from "../../domain/entities/Ids.ts"
import type { Initiative, Objective, Principle, Progress, Team } from "../../domain/state/State.ts"
import type { InitiativeStatus, ObjectiveStatus } from "../../shared/Statuses.ts"
import { percentOfMeasure } from "./Percent.ts"
import {
  initiativeSubject,
  measureSubject,
  objectiveSubject,
  partsOf,
  principleSubject,
  type Subject
} from "./Subject.ts"

export type Change =
  /** `parts`: the initiatives and measures that came or went with an objective. */
  | { readonly kind: "added" | "removed"; readonly subject: Subject; readonly parts: ReadonlyArray<Subject> }
  | {
      readonly kind: "objectiveStatus"
      readonly subject: Subject
      readonly from: ObjectiveStatus
      readonly to: ObjectiveStatus
    }
  | {
      readonly kind: "initiativeStatus"
      readonly subject: Subject
      readonly from: InitiativeStatus
      readonly to: InitiativeStatus
    }
  | {
      readonly kind: "value"
      readonly subject: Subject
      readonly unit: string
      readonly from: number
      readonly to: number
      readonly fromPercent: number
      readonly toPercent: number
    }
  | { readonly kind: "dueDate"; readonly subject: Subject; readonly from: string | null; readonly to: string | null }
  | { readonly kind: "renamed"; readonly subject: Subject; readonly from: string }
  | { readonly kind: "described"; readonly subject: Subject; readonly empty: boolean }
  | { readonly kind: "linked" | "unlinked"; readonly subject: Subject; readonly principle: string }

export type ChangeKind = Change["kind"]

/** The kinds in the order in which changes are listed. */
export const changeKinds: ReadonlyArray<ChangeKind> = [
  "added",
  "removed",
  "objectiveStatus",
  "initiativeStatus",
  "value",
  "dueDate",
  "renamed",
  "described",
  "linked",
  "unlinked"
]

interface Comparison<E> {
  readonly added: ReadonlyArray<E>
  readonly removed: ReadonlyArray<E>
  readonly kept: ReadonlyArray<readonly [before: E, after: E]>
}

const compared = <E extends { readonly id: EntityId }>(
  before: ReadonlyArray<E>,
  after: ReadonlyArray<E>
): Comparison<E> => {
  const earlier = new Map(before.map((entity) => [entity.id, entity]))
  const later = new Set(after.map(({ id }) => id))
  return {
    added: after.filter(({ id }) => !earlier.has(id)),
    removed: before.filter(({ id }) => !later.has(id)),
    kept: after.flatMap((entity) => {
      const old = earlier.get(entity.id)
      return old === undefined ? [] : [[old, entity] as const]
    })
  }
}

const renamed = (from: string, subject: Subject): ReadonlyArray<Change> =>
  from === subject.name ? [] : [{ kind: "renamed", subject, from }]

const described = (from: string, to: string, subject: Subject): ReadonlyArray<Change> =>
  from === to ? [] : [{ kind: "described", subject, empty: to === "" }]

const existence = (kind: "added" | "removed", subject: Subject, parts: ReadonlyArray<Subject> = []): Change => ({
  kind,
  subject,
  parts
})

const ofPrinciple = (before: Principle, after: Principle): ReadonlyArray<Change> => {
  const subject = principleSubject(after)
  return [...renamed(before.title, subject), ...described(before.description, after.description, subject)]
}

const ofInitiative = (before: Initiative, after: Initiative, objective: Objective): ReadonlyArray<Change> => {
  const subject = initiativeSubject(after, objective)
  const moved: ReadonlyArray<Change> =
    before.status === after.status ? [] : [{ kind: "initiativeStatus", subject, from: before.status, to: after.status }]
  return [...moved, ...renamed(before.title, subject)]
}

const ofMeasure = (before: Progress, after: Progress, objective: Objective): ReadonlyArray<Change> => {
  if (before.value === after.value) return []
  return [
    {
      kind: "value",
      subject: measureSubject(after, objective),
      unit: after.unit,
      from: before.value,
      to: after.value,
      fromPercent: percentOfMeasure(before),
      toPercent: percentOfMeasure(after)
    }
  ]
}

/** Changed links to principles that exist before and after; the others come and go with their principle. */
const ofLinks = (
  before: Objective,
  after: Objective,
  principles: ReadonlyArray<readonly [Principle, Principle]>
): ReadonlyArray<Change> => {
  const subject = objectiveSubject(after)
  const [earlier, later] = [new Set(before.principleIds), new Set(after.principleIds)]
  return principles.flatMap(([, { id, title }]): ReadonlyArray<Change> => {
    if (earlier.has(id) === later.has(id)) return []
    return [{ kind: later.has(id) ? "linked" : "unlinked", subject, principle: title }]
  })
}

const ofObjective = (
  before: Objective,
  after: Objective,
  principles: ReadonlyArray<readonly [Principle, Principle]>
): ReadonlyArray<Change> => {
  const subject = objectiveSubject(after)
  const measures = compared(before.progress, after.progress)
  const initiatives = compared(before.initiatives, after.initiatives)
  const moved: ReadonlyArray<Change> =
    before.status === after.status ? [] : [{ kind: "objectiveStatus", subject, from: before.status, to: after.status }]
  const due: ReadonlyArray<Change> =
    before.dueDate === after.dueDate ? [] : [{ kind: "dueDate", subject, from: before.dueDate, to: after.dueDate }]
  return [
    ...measures.added.map((measure) => existence("added", measureSubject(measure, after))),
    ...initiatives.added.map((initiative) => existence("added", initiativeSubject(initiative, after))),
    ...measures.removed.map((measure) => existence("removed", measureSubject(measure, after))),
    ...initiatives.removed.map((initiative) => existence("removed", initiativeSubject(initiative, after))),
    ...moved,
    ...due,
    ...renamed(before.title, subject),
    ...described(before.description, after.description, subject),
    ...ofLinks(before, after, principles),
    ...measures.kept.flatMap(([old, measure]) => ofMeasure(old, measure, after)),
    ...initiatives.kept.flatMap(([old, initiative]) => ofInitiative(old, initiative, after))
  ]
}

const ofTeam = (before: Team, after: Team): ReadonlyArray<Change> =>
  renamed(before.name, { type: "team", id: after.id, name: after.name, within: null })

/**
 * What is different between two moments of a team; null: it did not exist. By kind in the order of `changeKinds`; in
 * a kind the team, principles, whole objectives that came or went, then the others in their order afterwards, each with
 * its parts. Positions, groups and colours are no change.
 */
export const changesBetween = (before: Team | null, after: Team): ReadonlyArray<Change> => {
  const principles = compared(before?.principles ?? [], after.principles)
  const objectives = compared(before?.objectives ?? [], after.objectives)
  const all = [
    ...(before === null ? [] : ofTeam(before, after)),
    ...principles.added.map((principle) => existence("added", principleSubject(principle))),
    ...principles.removed.map((principle) => existence("removed", principleSubject(principle))),
    ...principles.kept.flatMap(([old, principle]) => ofPrinciple(old, principle)),
    ...objectives.added.map((objective) => existence("added", objectiveSubject(objective), partsOf(objective))),
    ...objectives.removed.map((objective) => existence("removed", objectiveSubject(objective), partsOf(objective))),
    ...objectives.kept.flatMap(([old, objective]) => ofObjective(old, objective, principles.kept))
  ]
  const byKind = Map.groupBy(all, ({ kind }) => kind)
  return changeKinds.flatMap((kind) => byKind.get(kind) ?? [])
}
