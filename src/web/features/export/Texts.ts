import { counted } from "../../texts/Counted.ts"

export * from "../../texts/Texts.ts"

export const title = (team: string | undefined) => (team === undefined ? "Slides of all teams" : `Slides of ${team}`)
export const detail = "Contents"
export const board = "The review, without appendix"
export const full = "With appendix"
export const since = "Changes since"
export const sinceHint = "Left empty: the last 30 days."
export const statuses = "Only objectives that are"
export const statusesHint = "None chosen: all."
export const notes = "Speaker notes, with who said what"
export const counting = "Counting slides…"
export const slides = (count: number) => `${counted(count, "slide")}.`
export const save = "Save slides"
export const preparing = "Making slides…"
export const waiting = "The server is busy: trying again soon…"
export const done = (name: string) => `Saved ${name}.`
export const busy = "The server has too many exports to make. Please try again in a minute."
export const failed = (reason: string) => `No slides were made. ${reason}`
