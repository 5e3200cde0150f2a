import { checkInFields } from "../shared/Entities.ts"
import { entityTypes, rowOf } from "../shared/EventTypes.ts"
import { maxMagnitude, perObjective } from "../shared/Limits.ts"
import { searchable } from "../shared/NormalizedText.ts"
import { excessOf } from "../shared/TextLength.ts"
import { isVisible } from "../shared/words/VisibleText.ts"
import { type Change, changesTo, type ExistingChoice, isTaken } from "./Differences.ts"
import type { Notes } from "./ImportNotes.ts"
import { indexOfReference, referencesIn, withoutAddress } from "./ImportReferences.ts"
import { descendantsOf, type ImportItem, type Kind, newItem, type Values } from "./ImportTree.ts"
import * as texts from "./NoteTexts.ts"
import type { Entity } from "./TeamContents.ts"

export interface Planned extends Omit<ImportItem, "names" | "implied" | "below"> {
  /** What there is already of this name; undefined for what is to be made. */
  readonly existing: Entity | undefined
  /** The principles that an objective is to be linked to; the group that an initiative is to be made in. */
  readonly links: Array<Planned>
  /** The objective that an objective is to support. */
  parent?: {
    /** Undefined where the text has no row of it. */
    readonly planned: Planned | undefined
    /** Empty for one that is to be made. */
    readonly id: string
    readonly title: string
    /** How many objectives there are from it upwards. */
    readonly level: number
  }
  /** The edits that would give what is there already the values of the text. */
  readonly changes: Array<Change>
  readonly below: Array<Planned>
}

/** Whether an item can be made; texts in it that are too long become empty. What breaks a rule gets a note. */
const isAllowed = ({ kind, row, title, values }: ImportItem, notes: Notes): boolean => {
  const { label, fields } = rowOf(kind)
  const limit = fields[label]?.maxLength ?? 0
  const excess = excessOf(title, limit)
  const lost = (why: texts.NoteText): boolean => {
    notes.add(row, why, true)
    return false
  }
  if (excess > 0) return lost(texts.longTitle(kind, title, limit + excess, limit))
  if (!isVisible(title)) return lost(texts.noTitle(kind))
  for (const [field, { noun, maxLength = 0 }] of Object.entries({ ...fields, ...checkInFields } as typeof fields)) {
    const value = values[field as keyof Values]
    if (typeof value === "number" && Math.abs(value) > maxMagnitude) return lost(texts.largeNumber(title))
    const excess = typeof value === "string" && maxLength > 0 ? excessOf(value, maxLength) : 0
    if (excess === 0) continue
    lost(texts.longText(noun, maxLength + excess, maxLength))
    Object.assign(values, { [field]: "" })
  }
  return true
}

/** Takes back dates of which the first is the later one. */
const withoutReversedDates = ({ row, title, values, implied }: ImportItem, notes: Notes): void => {
  const { startDate, dueDate } = values
  if (!startDate || !dueDate || startDate <= dueDate) return
  notes.add(row, texts.reversedDates(title, startDate, dueDate), true)
  Object.assign(values, { startDate: null, dueDate: null })
  implied.add("startDate").add("dueDate")
}

/** Whether nothing is missing that a new item needs; a measure needs a start and a target. */
const isWhole = ({ kind, row, title, values: { start, target }, implied }: ImportItem, notes: Notes): boolean => {
  if (kind !== "progress") return true
  const isTarget = !implied.has("target")
  if (isTarget && start === undefined) {
    notes.add(row, texts.unreadStart(title), true)
    return false
  }
  if (isTarget && implied.has("start")) notes.add(row, texts.noStart(title))
  if (isTarget && start !== target) return true
  notes.add(row, isTarget ? texts.noDistance(title) : texts.noTarget(title), true)
  return false
}

/** An item that becomes another one, or an edit of it, without what is below it. */
const plannedItem = (item: ImportItem, existing: Entity | undefined, notes: Notes): Planned => {
  const { implied: _, names: __, ...own } = item
  const changes = existing === undefined ? [] : [...changesTo(item, existing, notes)]
  return { ...own, existing, links: [], changes, below: [] }
}

/** The items of a kind in a parent that is there already, or is to be made. */
const makeSiblings = (kind: Kind, parent: Entity | undefined, notes: Notes, isAgain = false) => {
  const there = (parent?.below ?? []).filter((one) => one.kind === kind)
  // Each of several items of one name is found once.
  const left = Map.groupBy(isAgain ? [] : there, ({ title }) => searchable(title))
  const take = (title: string): Entity | undefined => {
    const alike = left.get(searchable(title)) ?? []
    const exact = alike.findIndex((one) => one.title === title)
    return alike.splice(Math.max(0, exact), 1)[0]
  }
  const known = new Map<string, Planned>()
  const planned: Array<Planned> = []
  const { limit } = rowOf(kind)
  let room = limit - there.length
  const namedIn = <A extends { readonly title: string }>(list: ReadonlyArray<A>, text: string): A | undefined =>
    list[
      indexOfReference(
        list.map(({ title }) => title),
        text
      )
    ]
  const find = (text: string): Planned | undefined => {
    const found = known.get(text) ?? namedIn(planned, text)
    if (found !== undefined) known.set(text, found)
    return found
  }
  const add = (item: ImportItem, existing = take(item.title)): Planned | undefined => {
    withoutReversedDates(item, notes)
    if (!isAllowed(item, notes) || (existing === undefined && !isWhole(item, notes))) return undefined
    if (existing === undefined && room-- <= 0) {
      notes.add(item.row, texts.tooMany(kind, limit), true)
      return undefined
    }
    const one = plannedItem(item, existing, notes)
    planned.push(one)
    return one
  }
  return {
    kind,
    planned,
    find,
    add,
    /** The one that a text names; one that has no row of its own is added. */
    named: (row: number, text: string): Planned | undefined => {
      const title = withoutAddress(text)
      const found = find(text) ?? find(title)
      if (found !== undefined) return found
      const existing = namedIn(there, title)
      const added = add(newItem(kind, row, existing?.title ?? title), existing)
      if (added?.existing === undefined && added?.kind === "principle") notes.add(row, texts.newPrinciple(title))
      return added
    }
  }
}

type Siblings = ReturnType<typeof makeSiblings>

/** References of a cell that are looked at; an objective has room for fewer. */
const maxReferences = 3 * perObjective.linkedPrinciples

/** Links an item to what its texts name: an objective to principles, an initiative to one group. */
const planLinks = (
  { kind, row, names }: ImportItem,
  { existing, links }: Planned,
  siblings: Siblings,
  notes: Notes
): void => {
  const partsOf = (text: string): ReadonlyArray<string> =>
    kind === "objective" ? referencesIn(text, (part) => siblings.find(part) !== undefined) : [text]
  const named = names.flatMap(({ row, text }) =>
    partsOf(text)
      .slice(0, maxReferences)
      .flatMap((part) => siblings.named(row, part) ?? [])
  )
  const linked = existing?.links ?? []
  const missing = [...new Set(named)].filter((one) => !linked.includes(one.existing?.id ?? ""))
  const room = Math.max(0, perObjective.linkedPrinciples - linked.length)
  if (missing.length > room) notes.add(row, texts.tooManyLinks(perObjective.linkedPrinciples), true)
  links.push(...missing.slice(0, room))
}

/** The move of an initiative that is there already into the group that it is to be linked to; it keeps its position. */
const placement = (
  { existing, links }: Planned,
  siblings: Siblings,
  parent: Entity | undefined
): ReadonlyArray<Change> => {
  const [group] = links
  if (existing?.kind !== "initiative" || group === undefined) return []
  const initiatives = parent?.below.filter(({ kind }) => kind === existing.kind) ?? []
  const before = parent?.below.find(({ id }) => existing.links.includes(id))?.title ?? ""
  return [
    {
      field: "placement",
      data: { position: initiatives.indexOf(existing) },
      differences: [{ noun: rowOf(siblings.kind).noun, before, after: group.title }]
    }
  ]
}

const planBelow = (item: ImportItem, existing: Entity | undefined, isAgain: boolean, notes: Notes): Array<Planned> => {
  const lists = entityTypes
    .filter((kind) => rowOf(kind).parent === item.kind)
    .map((kind) => makeSiblings(kind, existing, notes, isAgain))
  for (const { kind, add } of lists) {
    for (const one of item.below) {
      if (one.kind !== kind) continue
      const planned = add(one)
      if (planned === undefined) {
        for (const { row } of one.below) notes.add(row, texts.withoutObjective(one.title), true)
      } else {
        // What is named stands in the first list: principles of a team, groups of an objective.
        planLinks(one, planned, lists[0]!, notes)
        planned.changes.push(...placement(planned, lists[0]!, existing))
        planned.below.push(...planBelow(one, planned.existing, isAgain, notes))
      }
    }
  }
  return lists.flatMap(({ planned }) => planned)
}

/**
 * What is to be made of an item, and of what is below it, in what is there already: what is there by its name is not made
 * again, unless `isAgain`, but completed by what is new below it, and compared; what breaks a rule or a limit is left out
 * with a note.
 */
export const planOf = (item: ImportItem, existing: Entity | undefined, isAgain: boolean, notes: Notes): Planned => ({
  ...plannedItem(item, existing, notes),
  below: planBelow(item, existing, isAgain, notes)
})

/** Those of the items, and of what is below them, that are to be made. */
export const newIn = (items: ReadonlyArray<Planned>): ReadonlyArray<Planned> =>
  descendantsOf({ below: items }).filter(({ existing }) => existing === undefined)

/** The edits of what is there already that a choice takes, each with its item and what that is in. */
export const changesIn = (
  items: ReadonlyArray<Planned>,
  choice: ExistingChoice = "set",
  within = ""
): ReadonlyArray<Change & { readonly item: Planned; readonly within: string }> =>
  items.flatMap((item) => [
    ...item.changes.filter((change) => isTaken(change, choice)).map((change) => ({ ...change, item, within })),
    ...changesIn(item.below, choice, item.title)
  ])
