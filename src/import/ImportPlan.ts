import { checkInFields } from "../shared/Entities.ts"
import { entityTypes, rowOf } from "../shared/EventTypes.ts"
import { maxMagnitude, perObjective } from "../shared/Limits.ts"
import { searchable } from "../shared/NormalizedText.ts"
import { excessOf } from "../shared/TextLength.ts"
import type { Notes } from "./ImportNotes.ts"
import { indexOfReference, referencesIn, withoutAddress } from "./ImportReferences.ts"
import { descendantsOf, type ImportItem, type Kind, newItem, type Values } from "./ImportTree.ts"
import * as texts from "./NoteTexts.ts"
import type { Entity } from "./TeamContents.ts"

export interface Planned extends Omit<ImportItem, "names" | "below"> {
  /** What there is already of this name; undefined for what is to be made. */
  readonly existing: Entity | undefined
  /** The principles that an objective is to be linked to; the group that an initiative is to be made in. */
  readonly links: Array<Planned>
  readonly below: Array<Planned>
}

export const isVisible = (text: string): boolean =>
  /[^\s\p{Default_Ignorable_Code_Point}\p{M}\u2800\u3164\uFFA0]/u.test(text)

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

/** The items of a kind in a parent that is there already, or is to be made. */
const makeSiblings = (kind: Kind, parent: Entity | undefined, notes: Notes, isAgain = false) => {
  const there = (parent?.below ?? []).filter((one) => one.kind === kind)
  // Each of several items of one name is found once.
  const left = Map.groupBy(isAgain ? [] : there, ({ title }) => searchable(title))
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
  const add = (item: ImportItem, existing = left.get(searchable(item.title))?.shift()): Planned | undefined => {
    if (!isAllowed(item, notes)) return undefined
    if (existing === undefined && room-- <= 0) {
      notes.add(item.row, texts.tooMany(kind, limit), true)
      return undefined
    }
    const one = { ...item, existing, links: [], below: [] }
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

/**
 * What is to be made of an item, and of what is below it, in what is there already: what is there by its name is not made
 * again, unless `isAgain`, and only completed by what is new below it; what breaks a rule or a limit is left out with a
 * note.
 */
export const planOf = (item: ImportItem, existing: Entity | undefined, isAgain: boolean, notes: Notes): Planned => {
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
        planned.below.push(...planOf(one, planned.existing, isAgain, notes).below)
      }
    }
  }
  return { ...item, existing, links: [], below: lists.flatMap(({ planned }) => planned) }
}

/** Those of the items, and of what is below them, that are to be made. */
export const newIn = (items: ReadonlyArray<Planned>): ReadonlyArray<Planned> =>
  descendantsOf({ below: items }).filter(({ existing }) => existing === undefined)
