import type { RestorePreview } from "../../../domain/views/RestorePreview.ts"
import { formatTimestamp } from "../../texts/values/PageFormats.ts"
import type { RestoreTarget } from "../../workspace/Panels.ts"
import { listCounts } from "./HistoryNouns.ts"

/** The heading of the entities that a restore touches in one way, and the end of a sentence that counts them. */
export const kinds = {
  returns: ["Brought back", "will be brought back"],
  changes: ["Changed", "will change"],
  goes: ["Removed", "will be removed"]
} as const

export type Kind = keyof typeof kinds

export const kindNames = Object.keys(kinds) as ReadonlyArray<Kind>

const counted = (totals: RestorePreview["totals"], kind: Kind): ReadonlyArray<string> => {
  const sum = totals.reduce((all, total) => all + total[kind], 0)
  const counts = listCounts(totals.map((total) => [total.entityType, total[kind]]))
  return sum === 0 ? [] : [`${counts} ${kinds[kind][1]}`]
}

export const title = "Restore"
export const scope = "Scope"
export const whole = "The whole strategy"
export const strategy = "the whole strategy"
export const teamGone = "this team"
export const only = (team: string) => `Only ${team}`
export const position = "Restore to"
export const after = "Right after this change"
export const before = "Right before this change"
export const target = (subject: string, { timestamp, sequenceNumber }: RestoreTarget, isBefore: boolean) => {
  const event = `event ${sequenceNumber}`
  const position = timestamp === undefined ? event : `${formatTimestamp(timestamp)} (${event})`
  return `Restore ${subject} to ${isBefore ? "right before " : ""}${position}`
}
/** What a preview says in one sentence. */
export const summary = ({ rejectionReason, totals }: RestorePreview) => {
  if (rejectionReason !== null) return `This restore would be rejected: ${rejectionReason}.`
  const parts = kindNames.flatMap((kind) => counted(totals, kind))
  return parts.length === 0 ? "No change needed." : `${parts.join("; ")}.`
}
export const inObjective = (title: string) => `in “${title}”`
export const links = "Its links will change."
export const moved = (count: number) =>
  `${count === 1 ? "1 item moves" : `${count} items move`} to make room or close gaps.`
export const more = (count: number) => `And ${count} more.`
export const confirm = (subject: string) => `Restore ${subject}`
export const undoable = "You can undo a restore, except for what somebody changes afterwards."
export const slow = "The server is still reading that earlier state. Trying again…"
export const inProgress = "Restoring…"
export const done = (subject: string) => `Restored ${subject}.`
export const nothing = "No change needed."
