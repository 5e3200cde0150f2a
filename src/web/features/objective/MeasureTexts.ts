import { formatNumber } from "../../texts/Formats.ts"

/** A word for a confidence from 0 to 10. */
const confidenceWord = (confidence: number): string => (confidence <= 3 ? "low" : confidence <= 6 ? "medium" : "high")

export const title = "Measures"
export const none = "No measures yet."
export const add = "Add measure"
export const addTitle = "New measure"
export const name = "Name"
export const unit = "Unit (optional)"
export const start = "Start"
export const target = "Target"
export const value = "Value"
export const current = "Value now (the start, if left empty)"
export const create = "Create measure"
export const nameMissing = "Give it a name."
export const notANumber = "Write a number, such as 12.5."
export const tooLarge = "At most a million times a billion."
export const sameAsStart = "It must differ from the start."
export const correctEntry = "Edit measure…"
export const correctTitle = "Edit measure"
export const correct = "Save"
export const definition = "Measure"
export const reachedOf = (name: string) => `Progress of ${name}`
export const figuresHint = "From start to now to target"
export const confidence = "Confidence"
export const confidenceOf = (confidence: number) => `Confidence ${confidence} of 10, ${confidenceWord(confidence)}`
export const confidenceChoice = (confidence: number) => `${confidence}, ${confidenceWord(confidence)}`
export const noConfidence = "Not said"
export const note = "Note"
export const checkIn = "Check in"
export const checkInOf = (name: string) => `Check in ${name}`
export const save = "Save check-in"
export const same = "That is what the last check-in says already."
export const by = (name: string, ago: string) => `${name}, ${ago}`
export const checkIns = (count: number, from: number, to: number) =>
  count === 1
    ? `1 check-in: ${formatNumber(to)}`
    : `${count} check-ins from ${formatNumber(from)} to ${formatNumber(to)}`
export const noCheckIns = "The check-ins could not be loaded."
