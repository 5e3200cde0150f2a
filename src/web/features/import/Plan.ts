import {
  descriptionLength,
  maxMagnitude,
  nameLength,
  noteLength,
  perObjective,
  perTeam,
  titleLength,
  unitLength
} from "../../../shared/Limits.ts"
import { searchable } from "../../texts/NormalizedText.ts"
import type { Kind } from "./Kinds.ts"
import { indexOfReference, referencesIn, withoutAddress } from "./References.ts"
import * as texts from "./Texts.ts"
import type { Group, Initiative, Measure, Notes, Objective, Principle, Things } from "./Things.ts"

/** `existing`: the id of what the team has already of this name; undefined for what is to be made. */
export type Planned<A> = A & { readonly existing: string | undefined }

export type PlannedInitiative = Planned<Omit<Initiative, "group">> & {
  /** Its index among the objective's groups. */
  readonly group: number | undefined
}

export interface PlannedObjective
  extends Planned<Omit<Objective, "principles" | "groups" | "initiatives" | "measures">> {
  /** The indices of principles to link. */
  readonly links: ReadonlyArray<number>
  readonly groups: ReadonlyArray<Planned<Group>>
  readonly initiatives: ReadonlyArray<PlannedInitiative>
  readonly measures: ReadonlyArray<Planned<Measure>>
}

export interface Plan {
  readonly principles: ReadonlyArray<Planned<Principle>>
  readonly objectives: ReadonlyArray<PlannedObjective>
}

interface Named {
  readonly id: string
}

/** The team as the page has it. */
export interface TeamContents {
  readonly principles: ReadonlyArray<Named & { readonly title: string }>
  readonly objectives: ReadonlyArray<
    Named & {
      readonly title: string
      readonly principles: ReadonlyArray<Named>
      readonly groups: ReadonlyArray<Named & { readonly name: string }>
      readonly initiatives: ReadonlyArray<Named & { readonly title: string }>
      readonly progress: ReadonlyArray<Named & { readonly name: string }>
    }
  >
}

/** Finds what is there already: each of several things of one name once. */
const finder = <A extends Named>(list: ReadonlyArray<A>, nameOf: (one: A) => string) => {
  const byName = Map.groupBy(list, (one) => searchable(nameOf(one)))
  return (name: string): A | undefined => byName.get(searchable(name))?.shift()
}

const excess = (text: string, limit: number): number =>
  text.length > limit ? Math.max(0, [...text].length - limit) : 0

export const isVisible = (text: string): boolean =>
  /[^\s\p{Default_Ignorable_Code_Point}\p{M}\u2800\u3164\uFFA0]/u.test(text)

/** The rules that more than one kind of thing has to keep; what breaks them gets a note. */
const rules = (notes: Notes) => ({
  hasTitle: (kind: Kind, row: number, title: string, limit: number): boolean => {
    const length = excess(title, limit)
    if (length > 0) notes.add(row, texts.longTitle(kind, title, limit + length, limit), true)
    else if (!isVisible(title)) notes.add(row, texts.noTitle(kind), true)
    return length === 0 && isVisible(title)
  },
  /** The text, or an empty one instead of one that is too long. */
  within: (field: "description" | "unit" | "note", row: number, text: string, limit: number): string => {
    const length = excess(text, limit)
    if (length > 0) notes.add(row, texts.longText(field, limit + length, limit), true)
    return length > 0 ? "" : text
  }
})

type Rules = ReturnType<typeof rules>

/** Leaves out new things beyond a limit. */
const limited = <A extends { readonly row: number; readonly existing: string | undefined }>(
  kind: Kind,
  list: ReadonlyArray<A>,
  there: number,
  limit: number,
  notes: Notes
): ReadonlyArray<A> => {
  let room = limit - there
  return list.filter(({ row, existing }) => {
    if (existing !== undefined || room-- > 0) return true
    notes.add(row, texts.tooMany(kind, limit), true)
    return false
  })
}

interface Context {
  readonly notes: Notes
  readonly rules: Rules
  /** Whether what is there already is made once more. */
  readonly isAgain: boolean
}

/** References of a cell that are looked at; an objective has room for fewer. */
const maxReferences = 3 * perObjective.linkedPrinciples

/** The principles to make, and a function that finds those a cell names, and adds those that have no row. */
const planPrinciples = (things: Things, team: TeamContents, { notes, rules, isAgain }: Context) => {
  const find = finder(isAgain ? [] : team.principles, ({ title }) => title)
  const planned = limited(
    "principle",
    things.principles
      .filter(({ row, title }) => rules.hasTitle("principle", row, title, titleLength))
      .map((principle) => ({
        ...principle,
        description: rules.within("description", principle.row, principle.description, descriptionLength),
        existing: find(principle.title)?.id
      })),
    team.principles.length,
    perTeam.principles,
    notes
  ).slice()
  const known = new Map<string, number>()
  const indexOf = (text: string): number => {
    const index =
      known.get(text) ??
      indexOfReference(
        planned.map(({ title }) => title),
        text
      )
    if (index >= 0) known.set(text, index)
    return index
  }
  const add = (row: number, title: string): number => {
    const found = indexOfReference(
      team.principles.map(({ title }) => title),
      title
    )
    const existing = team.principles[found]
    const made = planned.filter((principle) => principle.existing === undefined).length
    if (existing === undefined) {
      if (!rules.hasTitle("principle", row, title, titleLength)) return -1
      if (team.principles.length + made >= perTeam.principles) {
        notes.add(row, texts.tooMany("principle", perTeam.principles), true)
        return -1
      }
      notes.add(row, texts.newPrinciple(title))
    }
    planned.push({ row, title: existing?.title ?? title, description: "", existing: existing?.id })
    return planned.length - 1
  }
  return {
    planned,
    linksOf: ({ principles }: Objective): ReadonlyArray<number> => {
      const links = principles.flatMap(({ row, text }) =>
        referencesIn(text, (part) => indexOf(part) >= 0)
          .slice(0, maxReferences)
          .map((part) => {
            const index = indexOf(part)
            return index >= 0 ? index : add(row, withoutAddress(part))
          })
      )
      return [...new Set(links)].filter((index) => index >= 0)
    }
  }
}

type Existing = TeamContents["objectives"][number] | undefined

const planGroups = (objective: Objective, existing: Existing, { notes, rules }: Context) => {
  const find = finder(existing?.groups ?? [], ({ name }) => name)
  const there = existing?.groups.length ?? 0
  const rows = objective.groups.filter(({ row, title }) => rules.hasTitle("group", row, title, nameLength))
  const planned = rows.map((group): Planned<Group> => ({ ...group, existing: find(group.title)?.id }))
  // Limited before initiatives look for theirs: as many names as a text can have would take long to compare.
  const groups = limited("group", planned, there, perObjective.groups, notes).slice()
  const groupOf = (row: number, text: string): number | undefined => {
    if (text === "") return undefined
    const titles = groups.map(({ title }) => title)
    const index = [text, withoutAddress(text)].map((one) => indexOfReference(titles, one)).find((at) => at >= 0)
    if (index !== undefined) return index
    const title = withoutAddress(text)
    if (!rules.hasTitle("group", row, title, nameLength)) return undefined
    const added = { row, title, existing: find(title)?.id }
    const made = groups.filter((group) => group.existing === undefined).length
    if (limited("group", [added], there + made, perObjective.groups, notes).length === 0) return undefined
    groups.push(added)
    return groups.length - 1
  }
  return { groupOf: objective.initiatives.map(({ row, group }) => groupOf(row, group)), groups }
}

const planMeasure = ({ notes, rules }: Context, measure: Measure): Measure | undefined => {
  const { row, title, unit, note, start, target, value } = measure
  const isSmall = [start, target, value].every((number) => Math.abs(number) <= maxMagnitude)
  if (!isSmall) notes.add(row, texts.largeNumber(title), true)
  if (!rules.hasTitle("measure", row, title, nameLength) || !isSmall) return undefined
  return {
    ...measure,
    unit: rules.within("unit", row, unit, unitLength),
    note: rules.within("note", row, note, noteLength)
  }
}

const planObjective = (
  objective: Objective,
  existing: Existing,
  links: ReadonlyArray<number>,
  context: Context
): PlannedObjective => {
  const { notes, rules } = context
  const { groups, groupOf } = planGroups(objective, existing, context)
  const findInitiative = finder(existing?.initiatives ?? [], ({ title }) => title)
  const initiatives = objective.initiatives.flatMap(({ group: _, ...initiative }, at): Array<PlannedInitiative> => {
    if (!rules.hasTitle("initiative", initiative.row, initiative.title, titleLength)) return []
    return [{ ...initiative, group: groupOf[at], existing: findInitiative(initiative.title)?.id }]
  })
  const findMeasure = finder(existing?.progress ?? [], ({ name }) => name)
  const measures = objective.measures.flatMap((each): Array<Planned<Measure>> => {
    const measure = planMeasure(context, each)
    return measure === undefined ? [] : [{ ...measure, existing: findMeasure(measure.title)?.id }]
  })
  const room = perObjective.linkedPrinciples - (existing?.principles.length ?? 0)
  if (links.length > room) notes.add(objective.row, texts.tooManyLinks(perObjective.linkedPrinciples), true)
  const { row, title, status, dueDate } = objective
  return {
    row,
    title,
    status,
    dueDate,
    description: rules.within("description", row, objective.description, descriptionLength),
    existing: existing?.id,
    links: links.slice(0, Math.max(0, room)),
    groups,
    initiatives: limited("initiative", initiatives, existing?.initiatives.length ?? 0, perObjective.initiatives, notes),
    measures: limited("measure", measures, existing?.progress.length ?? 0, perObjective.progress, notes)
  }
}

/**
 * What is to be made of the things in the team: what is there already by its name is not made again, unless `isAgain`,
 * and only completed by what is new below it; what breaks a rule or a limit is left out with a note.
 */
export const planOf = (things: Things, team: TeamContents, isAgain: boolean, notes: Notes): Plan => {
  const context: Context = { notes, rules: rules(notes), isAgain }
  const find = finder(isAgain ? [] : team.objectives, ({ title }) => title)
  const { planned, linksOf } = planPrinciples(things, team, context)
  const found = things.objectives
    .filter(({ row, title }) => context.rules.hasTitle("objective", row, title, titleLength))
    .map((objective) => ({ objective, row: objective.row, there: find(objective.title) }))
    .map((one) => ({ ...one, existing: one.there?.id }))
  const objectives = limited("objective", found, team.objectives.length, perTeam.objectives, notes).map(
    ({ objective, there }) => {
      const linked = new Set(there?.principles.map(({ id }) => id))
      const links = linksOf(objective).filter((index) => !linked.has(planned[index]?.existing ?? ""))
      return planObjective(objective, there, links, context)
    }
  )
  const dropped = new Set(things.objectives.filter(({ row }) => !objectives.some((kept) => kept.row === row)))
  for (const { title, groups, initiatives, measures } of dropped) {
    for (const { row } of [...groups, ...initiatives, ...measures]) notes.add(row, texts.withoutObjective(title), true)
  }
  return { principles: planned, objectives }
}

export type Counts = Readonly<Record<Kind, number>>

const newIn = (list: ReadonlyArray<{ readonly existing: string | undefined }>): number =>
  list.filter(({ existing }) => existing === undefined).length

/** How many things are to be made. */
export const countsOf = ({ principles, objectives }: Plan): Counts => {
  const sum = (of: (objective: PlannedObjective) => number): number =>
    objectives.reduce((total, objective) => total + of(objective), 0)
  return {
    principle: newIn(principles),
    objective: newIn(objectives),
    group: sum(({ groups }) => newIn(groups)),
    initiative: sum(({ initiatives }) => newIn(initiatives)),
    measure: sum(({ measures }) => newIn(measures))
  }
}
