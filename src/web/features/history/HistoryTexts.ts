import type { DeletedPage } from "../../../domain/views/Deleted.ts"
import { labelOfField, listCounts } from "./Nouns.ts"

export const title = (of: string) => `History of ${of}`
export const untitled = "History"
export const noEvent = (event: number) => `Event ${event} is not in this history.`
export const hints = {
  whole: "Everything that happened to the team and in it, read from the log.",
  team: "What happened to the team itself, and what was made and deleted in it. What became of each principle and objective is in its own history.",
  entity: ""
}
export const empty = "Nothing has happened here yet."
export const noneLeft = "Nothing that is loaded matches the filters."
export const unreachable = "The history could not be loaded."
export const event = (sequenceNumber: number) => `event ${sequenceNumber}`
export const consequence = "as a consequence"
export const rejected = "rejected"
export const rejectedTitle = (eventType: string) => `tried to ${eventType.replaceAll("_", " ")}`
export const reason = (reason: string) => `Refused: ${reason}.`
export const field = (name: string) => labelOfField(name.replace(/:.*/, ""))
export const linkTo = (principle: string) => `Link to ${principle}`
export const to = "to"
export const unset = "(empty)"
export const linked = "linked"
export const unlinked = "not linked"
export const place = (index: number) => `place ${index + 1}`
export const outOfTen = (confidence: number) => `${confidence} of 10`
export const confidence = (confidence: number) => `· confidence ${confidence} of 10`
export const filters = "Filters"
export const person = "Person"
export const anyone = "Anyone"
export const kind = "Change"
export const anyKind = "All changes"
export const fieldLabel = "Field"
export const anyField = "All fields"
export const team = "Team"
export const anyTeam = "All teams"
export const consequences = "Consequences"
export const rejections = "Rejected"
export const kinds = {
  created: "Created",
  edited: "Edited",
  moved: "Moved",
  linked: "Linked",
  checkedIn: "Checked in",
  deleted: "Deleted",
  restored: "Restored"
}
export const reapply = "Re-apply"
export const reapplied = (sequenceNumber: number) => `Applied again, as event ${sequenceNumber}.`
export const noChange = "Nothing to do: it stands like that already."
export const conflicted = (current: string) =>
  `Not applied: it was changed meanwhile, to “${current}”. Look again, then re-apply.`
export const isGone = "Not applied: what this was about is deleted. Bring it back first."
export const undo = "Undo this change"
export const undone = (sequenceNumber: number) => `Undone, as event ${sequenceNumber}.`
export const changedSince = (current: string) => `Not undone: it was changed since, to “${current}”.`
export const bringBack = "Bring back"
export const broughtBack = (sequenceNumber: number) => `Brought back, as event ${sequenceNumber}.`
export const notDeleted = "It is there, or went along with something else: bring that back."
export const tabs = { changes: "Changes", deleted: "Deleted" }
export const deletedHint =
  "What was deleted in this team or went with a restore. It comes back alone, with what was in it, and changes nothing else."
export const isBack = (title: string) => `“${title}” is back.`
export const show = "Show"
export const deletedUnreachable = "What was deleted could not be loaded."
export const deletedNone = "Nothing is deleted here."
export const goneBy = { deletion: "deleted by", restore: "went with a restore by" }
export const deletedBy = (cause: keyof typeof goneBy, name: string, ago: string) => `${goneBy[cause]} ${name}, ${ago}`
export const bringBackOf = (title: string) => `Bring back ${title}`
export const contains = ({ groups, initiatives, progress }: DeletedPage["entries"][number]["contains"]) =>
  listCounts([
    ["group", groups],
    ["initiative", initiatives],
    ["progress", progress]
  ])
export const notApplied = (reason: string) => `Not applied: ${reason}.`
export const restoreHere = "Restore to here…"
export const restoreAgain = "Restore again…"
