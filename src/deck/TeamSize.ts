import type { Objective, Team } from "../domain/state/State.ts"
import { counted, numberText } from "./facts/Numbers.ts"

/** The size of a team for a deck. */
export interface TeamSize {
  readonly objectives: number
  readonly initiatives: number
  readonly measures: number
  /** UTF-16 units of all texts. */
  readonly characters: number
  /** The estimated MiB of heap that a worker needs for the deck. */
  readonly memory: number
}

/**
 * Costs in MiB, fitted to the peak heap after full garbage collections while making decks of teams of different shapes and
 * texts. Estimates were within 25 %. Slides with any character beyond Latin-1 take two bytes for each character.
 */
const costs = {
  base: 110,
  objective: 0.1,
  initiative: 0.0075,
  measure: 0.042,
  latin: 52e-6,
  other: 150e-6,
  /** The notes of earlier check-ins count little, since few are shown. */
  note: 2e-6
}

/**
 * The largest estimate that a worker with 768 MiB of heap is given. Of the teams that were tried, all up to an estimate of
 * 675 could be made, and none from 745 on.
 */
export const maxMemoryMiB = 710

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

/** The size of a team, cached by the team's object, which every change replaces. */
export const sizeOf = (team: Team): TeamSize => {
  const size = known.get(team) ?? measured(team)
  known.set(team, size)
  return size
}

/** A sentence for the user that says what is too large. */
export const tooLarge = ({ objectives, initiatives, measures, characters }: TeamSize): string =>
  `This team is too large for a presentation: its ${counted(objectives, "objective")}, ` +
  `${counted(initiatives, "initiative")} and ${counted(measures, "measure")}, with ${numberText(characters)} ` +
  "characters of text, are more than one can hold."
