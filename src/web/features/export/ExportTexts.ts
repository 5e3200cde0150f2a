import { counted } from "../../texts/values/Counted.ts"

export * from "../../texts/SharedTexts.ts"

export const title = (team: string | undefined) => `Slides for ${team ?? "all teams"}`
export const detail = "Contents"
export const board = "Review only"
export const full = "Review and appendix"
export const since = "Changes since"
export const sinceHint = "Defaults to the last 30 days."
export const sinceDeck = "Or since an earlier presentation (.pptx)"
export const sinceEvent = (event: string) =>
  `Compares with event ${event}, at which it was made, and says what came of what it asked for.`
export const noDeck = "That isn’t a presentation made by this service."
export const statuses = "Objectives with status"
export const statusesHint = "Leave empty for all."
export const notes = "Speaker notes, with names"
export const counting = "Counting slides…"
export const slides = (count: number) => `${counted(count, "slide")}.`
export const save = "Save slides"
export const preparing = "Creating slides…"
export const waiting = "The server is busy. Trying again soon…"
export const done = (name: string) => `Saved ${name}.`
export const busy = "The server is busy with other exports. Try again in a minute."
export const failed = (reason: string) => `Couldn’t create the slides. ${reason}`
