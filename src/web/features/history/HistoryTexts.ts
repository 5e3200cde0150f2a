import type { DeletedPage } from "../../../domain/views/Deleted.ts"
import type { HistoryEntry } from "../../../domain/views/History.ts"
import { counted } from "../../texts/values/Counted.ts"
import { labelOfField, listCounts } from "./HistoryNouns.ts"

export const title = (of: string) => `History of ${of}`
export const untitled = "History"
export const noEvent = (event: number) => `Event ${event} isn’t in this history.`
export const hints = {
  whole: "All changes to this team and its items.",
  team: "Changes to the team itself, and everything created or deleted in it. Each principle and objective has its own history.",
  entity: ""
}
export const empty = "No changes yet."
export const noneLeft = "No loaded entries match the filters."
export const unreachable = "Couldn’t load the history."
export const event = (sequenceNumber: number) => `event ${sequenceNumber}`
export const consequence = "indirect"
export const rejected = "rejected"
export const reason = (reason: string) => `Not saved: ${reason}.`
export const field = (name: string) => labelOfField(name.replace(/:.*/, ""))
export const linkTo = (principle: string) => `Link to ${principle}`
export const to = "to"
export const unset = "(empty)"
export const anotherObjective = "another objective"
export const linked = "linked"
export const unlinked = "not linked"
export const position = (index: number) => `${index + 1}`
export const outOfTen = (confidence: number) => `${confidence}/10`
export const confidence = (confidence: number) => `· confidence ${confidence}/10`
export const filters = "Filters"
export const person = "Person"
export const anyone = "Anyone"
export const kind = "Change"
export const anyKind = "All changes"
export const fieldLabel = "Field"
export const anyField = "All fields"
export const day = "Day"
export const team = "Team"
export const anyTeam = "All teams"
export const consequences = "Show indirect changes"
export const rejections = "Show rejected changes"
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
export const reapplied = (sequenceNumber: number) => `Re-applied as event ${sequenceNumber}.`
export const noChange = "No change needed."
export const conflicted = (current: string) =>
  `Not applied: the value has changed to “${current}”. Check it, then re-apply.`
export const undo = "Undo this change"
export const thisChange = "this change"
export const undone = "Undone."
/** How many changes of a change set are shown; with `isCut` there may be more. */
export const changes = (entries: ReadonlyArray<HistoryEntry>, isCut: boolean) => {
  const applied = entries.filter(({ status }) => status === "applied").length
  const count = isCut ? `${applied}+ changes` : counted(applied, "change", "changes")
  return applied === entries.length ? count : `${count}, ${entries.length - applied} rejected`
}
export const sitting = (entries: ReadonlyArray<HistoryEntry>) =>
  `checked in ${counted(new Set(entries.map(({ entityId }) => entityId)).size, "measure")}`
export const undoAll = "Undo all"
export const undoAllOf = (name: string) => `Undo all of “${name}”`
export const bringBack = "Bring back"
export const broughtBack = "Brought back."
export const tabs = { changes: "Changes", deleted: "Deleted" }
export const deletedHint =
  "Items that were deleted or removed by a restore. Bringing one back also brings back everything in it, and changes nothing else."
export const isBack = (title: string) => `Brought back “${title}”.`
export const show = "Show"
export const deletedUnreachable = "Couldn’t load the deleted items."
export const deletedNone = "No deleted items."
const causes = { deletion: "deleted by", restore: "removed in a restore by" }
export const deletedBy = (cause: keyof typeof causes, name: string, ago: string) => `${causes[cause]} ${name}, ${ago}`
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
