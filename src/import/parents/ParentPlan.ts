import { objectiveLevels } from "../../shared/Limits.ts"
import type { Notes } from "../ImportNotes.ts"
import type { Planned } from "../ImportPlan.ts"
import { referencesIn, withoutAddress } from "../ImportReferences.ts"
import * as texts from "../NoteTexts.ts"
import type { Entity } from "../TeamContents.ts"
import { type NamedObjective, objectiveNames } from "./ObjectiveNames.ts"

interface Node extends NamedObjective {
  readonly planned: Planned | undefined
  readonly existing: Entity | undefined
  parent: Node | undefined
  /** The row that says the parent; undefined for a parent that it has already. */
  row: number | undefined
}

const isObjective = ({ kind }: Pick<Entity, "kind">): boolean => kind === "objective"

/** The objectives of the plan, then those that only exist, each with the parent that it has. */
const nodesOf = (teams: ReadonlyArray<Planned>, contents: ReadonlyArray<Entity>): ReadonlyArray<Node> => {
  const node = (team: string, at: number, planned: Planned | undefined, existing: Entity | undefined): Node => ({
    ...{
      id: existing?.id ?? "",
      title: planned?.title ?? existing?.title ?? "",
      team,
      number: at + 1,
      planned,
      existing
    },
    ...{ keys: planned?.keys ?? [], isInFile: planned !== undefined, parent: undefined, row: undefined }
  })
  const own = teams.flatMap((team) =>
    team.below.filter(isObjective).map((one, at) => node(team.title, at, one, one.existing))
  )
  const known = new Set(own.map(({ id }) => id))
  const others = contents.flatMap((team) =>
    team.below.filter(isObjective).map((one, at) => node(team.title, at, undefined, one))
  )
  const all = [...own, ...others.filter(({ id }) => !known.has(id))]
  const byId = new Map(all.map((one) => [one.id, one]))
  for (const one of all) one.parent = byId.get(String(one.existing?.fields.parentId ?? "none"))
  return all
}

type Find = ReturnType<typeof objectiveNames<Node>>["find"]

/** The parents that a row names. Of several texts in it, such as a key and a title, one is enough. */
const namedBy = (find: Find, node: Node, row: number, written: ReadonlyArray<string>, notes: Notes) => {
  const [last = "", ...others] = written.map(withoutAddress).toReversed()
  const isKnown = (text: string): boolean => find(node, text).length > 0
  const whole = [...others, last].find(isKnown)
  const parts = whole === undefined ? referencesIn(last, isKnown) : [whole]
  return parts.flatMap((text) => {
    const all = find(node, text)
    // Of several, the one that it supports already.
    const found = all.length > 1 ? [all.find((one) => one === node.parent) ?? all].flat() : all
    const isOwn = text === node.title || node.keys.includes(text)
    if (found.length === 0) notes.add(row, isOwn ? texts.circle(text) : texts.noParent(text), true)
    if (found.length > 1) {
      const teams = [...new Set(found.map(({ team }) => team))]
      notes.add(row, texts.severalParents(text, teams), true)
    }
    return found.length === 1 ? found : []
  })
}

/** The objectives from one upwards, its own first: all of them, or as many as show that there are too many levels. */
const chainOf = (node: Node): ReadonlyArray<Node> => {
  const chain: Array<Node> = []
  for (let next: Node | undefined = node; next !== undefined && chain.length <= objectiveLevels; next = next.parent) {
    if (chain.includes(next)) break
    chain.push(next)
  }
  return chain
}

/** Leaves an objective with the parent that it has. */
const keepParent = (node: Node, all: ReadonlyArray<Node>): void => {
  node.row = undefined
  node.parent = all.find(({ id, existing }) => existing !== undefined && id === node.existing?.fields.parentId)
}

/** Refuses what closes a circle, or makes too many levels. */
const refuse = (all: ReadonlyArray<Node>, notes: Notes): void => {
  const wanted = all.filter(({ row }) => row !== undefined)
  // Whoever keeps a parent may close another circle by it.
  for (let isChanged = true; isChanged; ) {
    const circles = wanted.filter((node) => node.row !== undefined && chainOf(node).at(-1)?.parent === node)
    for (const node of circles) notes.add(node.row ?? 0, texts.circle(node.parent?.title ?? ""), true)
    for (const node of circles) keepParent(node, all)
    isChanged = circles.length > 0
  }
  for (const node of wanted) {
    if (node.row === undefined || chainOf(node).length <= objectiveLevels) continue
    notes.add(node.row, texts.tooManyLevels(objectiveLevels), true)
    keepParent(node, all)
  }
}

/** Takes the first parent that the rows of an objective name. Returns whether one of them names none. */
const choose = (find: Find, node: Node, notes: Notes): boolean => {
  const named = (node.planned?.parents ?? []).map(({ row, texts }) => ({
    row,
    found: namedBy(find, node, row, texts, notes)
  }))
  const found = named.flatMap(({ row, found }) => found.map((parent) => ({ row, parent })))
  for (const { row, parent } of found)
    if (parent !== found[0]?.parent) notes.add(row, texts.anotherParent(parent.title), true)
  Object.assign(node, found[0])
  return named.some(({ found }) => found.length === 0)
}

/** Writes the parent of an objective into its plan, and for one that exists the change. */
const plan = ({ planned, existing, parent, row }: Node, all: ReadonlyArray<Node>): void => {
  if (planned === undefined || parent === undefined || row === undefined) return
  if (existing !== undefined && existing.fields.parentId === parent.id) return
  planned.parent = { planned: parent.planned, id: parent.id, title: parent.title, level: chainOf(parent).length }
  if (existing === undefined) return
  const before = all.find(({ id }) => id !== "" && id === existing.fields.parentId)?.title ?? null
  planned.changes.push({ field: "parent", data: {}, differences: [{ noun: "parent", before, after: parent.title }] })
}

/**
 * Finds the objectives that those of a plan support, in the file or in any team. What is not found, could be several, or closes a
 * circle gets a note. `contents`: the teams whose contents are known. Returns whether a text names no objective in them.
 */
export const planParents = (teams: ReadonlyArray<Planned>, contents: ReadonlyArray<Entity>, notes: Notes): boolean => {
  const all = nodesOf(teams, contents)
  const { find } = objectiveNames(all)
  const lost = all.filter((node) => choose(find, node, notes))
  refuse(all, notes)
  for (const node of all) plan(node, all)
  return lost.length > 0
}
