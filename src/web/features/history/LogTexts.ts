import { counted } from "../../texts/Counted.ts"

export const title = "Log"
export const hint = "Every event there is, newest first."
export const adminsOnlyHint = "The history of each team and of all that is in it is on its board."
export const jump = "Go to event"
export const go = "Go"
export const from = (sequenceNumber: number) => `From event ${sequenceNumber} downwards.`
export const latest = "Back to the latest"
export const noEvent = (sequenceNumber: number) => `There is no event ${sequenceNumber} yet.`
export const newer = (count: number) => counted(count, "new entry", "new entries")
