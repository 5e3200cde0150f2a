import type { CheckIn, Objective, Progress } from "../../domain/state/State.ts"
import { percentOfMeasure } from "../../shared/Percent.ts"
import { numberText, percentText, quantityText } from "./DeckNumbers.ts"
import { noteHead } from "./LastNote.ts"
import { measureText } from "./MeasureWords.ts"

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

/** The whole description, and each measure's check-ins, newest first; lines end in `\n`. The slide itself has the facts. */
export const objectiveNotes = ({ description, progress }: Objective): string =>
  [description, ...progress.map(measureNotes)].filter((part) => part !== "").join("\n\n")
