import type { Objective, Team } from "../domain/state/State.ts"
import { counted, numberText } from "./facts/Numbers.ts"

/** How much there is to show of a team. */
export interface TeamSize {
  readonly objectives: number
  readonly initiatives: number
  readonly measures: number
  /** UTF-16 units of all that people wrote. */
  readonly characters: number
  /** MiB of heap that a worker needs for the deck, about. */
  readonly memory: number
}

/**
 * MiB, found by making decks of teams of different shapes with different texts: what was left after full garbage
 * collections, at most. The estimate was within a quarter of that. Slides with any other character than those of Latin-1 take two bytes for each.
 */
const costs = {
  base: 110,
  objective: 0.1,
  initiative: 0.0075,
  measure: 0.042,
  latin: 52e-6,
  other: 150e-6,
  /** Of the notes of earlier check-ins few are shown. */
  note: 2e-6
}

/**
 * MiB: what a worker with 768 MiB of heap is let begin. Of the teams tried all up to an estimate of 675 could be made, and
 * none from 745 on.
 */
export const mostMemory = 710

const beyondLatin1 = /[^\0-\xff]/

interface Text {
  characters: number
  memory: number
}

const add = (sum: Text, text: string): void => {
  sum.characters += text.length
  sum.memory += text.length * (beyondLatin1.test(text) ? costs.other : costs.latin)
}

const addObjective = (sum: Text, { title, description, groups, initiatives, progress }: Objective): void => {
  add(sum, title)
  add(sum, description)
  for (const { name } of groups) add(sum, name)
  for (const initiative of initiatives) add(sum, initiative.title)
  for (const { name, unit, note, checkIns } of progress) {
    add(sum, name)
    add(sum, unit)
    add(sum, note)
    for (const checkIn of checkIns) sum.memory += checkIn.note.length * costs.note
  }
}

const measured = ({ principles, objectives }: Team): TeamSize => {
  const sum = { characters: 0, memory: 0 }
  let [initiatives, measures] = [0, 0]
  for (const { title, description } of principles) {
    add(sum, title)
    add(sum, description)
  }
  for (const objective of objectives) {
    addObjective(sum, objective)
    initiatives += objective.initiatives.length
    measures += objective.progress.length
  }
  const { base, objective, initiative, measure } = costs
  const things = objectives.length * objective + initiatives * initiative + measures * measure
  return {
    objectives: objectives.length,
    initiatives,
    measures,
    characters: sum.characters,
    memory: base + things + sum.memory
  }
}

const known = new WeakMap<Team, TeamSize>()

/** Kept as long as the team is, which is another object after each change. */
export const sizeOf = (team: Team): TeamSize => {
  const size = known.get(team) ?? measured(team)
  known.set(team, size)
  return size
}

/** What there is too much of, in a sentence for whoever asked. */
export const tooLarge = ({ objectives, initiatives, measures, characters }: TeamSize): string =>
  `This team is too large for a presentation: its ${counted(objectives, "objective")}, ` +
  `${counted(initiatives, "initiative")} and ${counted(measures, "measure")}, with ${numberText(characters)} ` +
  "characters of text, are more than one can hold."
