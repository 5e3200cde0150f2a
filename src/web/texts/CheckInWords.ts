/** A word for a confidence from 0 to 10. */
const confidenceWord = (confidence: number): string => (confidence <= 3 ? "low" : confidence <= 6 ? "medium" : "high")

export const confidence = "Confidence"
export const confidenceOf = (confidence: number) => `Confidence ${confidence}/10, ${confidenceWord(confidence)}`
export const confidenceChoice = (confidence: number) => `${confidence}, ${confidenceWord(confidence)}`
export const noConfidence = "Not set"
export const note = "Note"
export const day = "Check-in date"
export const reason = "What happened?"
export const reasonHint = "Enter saves, with or without a reason. Esc cancels."
export const checkIn = "Check in"
export const checkInOf = (name: string) => `Check in on ${name}`
export const by = (name: string, when: string) => `${name}, ${when}`
export const notANumber = "Enter a number, such as 12.5."
export const farFrom = (value: string, last: string) =>
  `Is ${value} right? The last value was ${last}. Save to keep it.`
export const worseThanStart = (value: string, start: string) =>
  `Is ${value} right? The start was ${start}. Save to keep it.`
