export const asOf = "As of"
export const show = "Show"
export const stood = (day: string) => `This is how it stood at the end of ${day}. Nothing can be changed here.`
export const back = "Back to now"
export const lookingUp = (day: string) => `Looking up how it stood at the end of ${day}…`
export const malformed = "The address names no date. Dates look like 2026-03-03."
export const notOver = (day: string) => `${day} isn’t over yet. Choose an earlier day.`
export const tooEarly = (day: string) => `Nothing had been written down by the end of ${day}.`
export const noMoment = (day: string) => `There is nothing to compare with at the end of ${day}.`
export const notThen = "This wasn’t there at that time."
