import { formatNumber } from "../../texts/Formats.ts"

/** A word for a confidence from 0 to 10. */
const confidenceWord = (confidence: number): string => (confidence <= 3 ? "low" : confidence <= 6 ? "medium" : "high")

export const measures = {
  title: "Measures",
  none: "No measures yet.",
  add: "Add measure",
  addTitle: "New measure",
  name: "Name",
  unit: "Unit (optional)",
  start: "Start",
  target: "Target",
  value: "Value",
  current: "Value now (the start, if left empty)",
  create: "Create measure",
  nameMissing: "Give it a name.",
  notANumber: "Write a number, such as 12.5.",
  tooLarge: "At most a million times a billion.",
  sameAsStart: "It must differ from the start.",
  correctEntry: "Edit measure…",
  correctTitle: "Edit measure",
  correct: "Save",
  definition: "Measure",
  reachedOf: (name: string) => `Progress of ${name}`,
  figuresHint: "From start to now to target",
  confidence: "Confidence",
  confidenceOf: (confidence: number) => `Confidence ${confidence} of 10, ${confidenceWord(confidence)}`,
  confidenceChoice: (confidence: number) => `${confidence}, ${confidenceWord(confidence)}`,
  noConfidence: "Not said",
  note: "Note",
  checkIn: "Check in",
  checkInOf: (name: string) => `Check in ${name}`,
  save: "Save check-in",
  same: "That is what the last check-in says already.",
  by: (name: string, ago: string) => `${name}, ${ago}`,
  checkIns: (count: number, from: number, to: number) =>
    count === 1
      ? `1 check-in: ${formatNumber(to)}`
      : `${count} check-ins from ${formatNumber(from)} to ${formatNumber(to)}`,
  noCheckIns: "The check-ins could not be loaded."
}
