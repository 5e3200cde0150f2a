import type { CheckIn, Objective, Progress } from "../../domain/state/State.ts"
import { percentOf, percentOfMeasure } from "../../shared/Percent.ts"
import type { DeckInput } from "../Input.ts"
import { dateText } from "./DeckDates.ts"
import { numberText, percentText, quantityText } from "./DeckNumbers.ts"
import { noteHead } from "./LastNote.ts"
import { measureText } from "./MeasureWords.ts"
import { principleLabel, principlesOf } from "./Principles.ts"
import { objectiveMarks } from "./StatusFacts.ts"

/** The check-ins of a measure that are listed; the number of the others is stated. */
const maxCheckIns = 20

const oneLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, " ")

const checkInLine = (checkIn: CheckIn, unit: string): string => {
  const { value, confidence, note } = checkIn
  const sure = confidence === null ? "" : `, confidence ${confidence} of 10`
  const said = note === "" ? "" : `: ${oneLine(note)}`
  return `- ${noteHead(checkIn)}: ${quantityText(value, unit)}${sure}${said}`
}

const measureNotes = (measure: Progress): string => {
  const { name, unit, checkIns } = measure
  const earlier = checkIns.length - maxCheckIns
  return [
    `${name}: ${measureText(measure)} (${percentText(percentOfMeasure(measure))})`,
    ...checkIns.slice(0, maxCheckIns).map((checkIn) => checkInLine(checkIn, unit)),
    ...(checkIns.length === 0 ? ["- No check-ins yet"] : []),
    ...(earlier > 0 ? [`- and ${numberText(earlier)} earlier`] : [])
  ].join("\n")
}

const paragraphs = (parts: ReadonlyArray<string>): string => parts.filter((part) => part !== "").join("\n\n")

const objectiveFacts = ({ team }: DeckInput, objective: Objective): string => {
  const { status, dueDate } = objective
  const percent = percentOf(objective.progress)
  const principles = principlesOf(team, objective).map(
    ({ principle, index }) => `${principleLabel(index)} ${principle.title}`
  )
  return [
    `Status: ${objectiveMarks[status].word}`,
    ...(dueDate === null ? [] : [`Due: ${dateText(dueDate)}`]),
    ...(percent === null ? [] : [`Progress: ${percentText(percent)}`]),
    ...(principles.length === 0 ? [] : [`Principles: ${principles.join("; ")}`])
  ].join("\n")
}

/** Full title and description, the facts, check-ins newest first; lines end in `\n`. */
export const objectiveNotes = (input: DeckInput, objective: Objective): string =>
  paragraphs([
    objective.title,
    objectiveFacts(input, objective),
    objective.description,
    ...objective.progress.map(measureNotes)
  ])
