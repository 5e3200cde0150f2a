import { counted } from "../../texts/values/Counted.ts"

export const title = "Activity"
export const hint = "All activity, newest first"
export const editorsOnly = "Only editors can see this page."
export const editorsOnlyHint = "To see the history of a team, open its board."
export const from = (sequenceNumber: number) => `Event ${sequenceNumber} and earlier.`
export const latest = "Back to latest"
export const noEvent = (sequenceNumber: number) => `Event ${sequenceNumber} doesn’t exist yet.`
export const newer = (count: number) => counted(count, "new entry", "new entries")
