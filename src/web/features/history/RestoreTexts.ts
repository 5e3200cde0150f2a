import type { RestorePreview } from "../../../domain/views/RestorePreview.ts"
import { formatTimestamp } from "../../texts/Formats.ts"
import type { RestoreTarget } from "../../workspace/Panels.ts"
import { listCounts } from "./Nouns.ts"

/** The heading of the entities with which something happens, and its verb for one and for several. */
export const kinds = {
  changes: ["Changes", "changes", "change"],
  returns: ["Comes back", "comes back", "come back"],
  goes: ["Goes", "goes", "go"]
} as const

export type Kind = keyof typeof kinds

export const kindNames = Object.keys(kinds) as ReadonlyArray<Kind>

const counted = (totals: RestorePreview["totals"], kind: Kind): ReadonlyArray<string> => {
  const sum = totals.reduce((all, total) => all + total[kind], 0)
  const counts = listCounts(totals.map((total) => [total.entityType, total[kind]]))
  return sum === 0 ? [] : [`${counts} ${kinds[kind][sum === 1 ? 1 : 2]}`]
}

export const title = "Restore"
export const scope = "What"
export const whole = "The whole strategy"
export const strategy = "the whole strategy"
export const teamGone = "this team"
export const only = (team: string) => `Only ${team}`
export const position = "To"
export const after = "Right after this change"
export const before = "Right before it"
export const target = (subject: string, { timestamp, sequenceNumber }: RestoreTarget, isBefore: boolean) => {
  const event = `event ${sequenceNumber}`
  const position = timestamp === undefined ? event : `${formatTimestamp(timestamp)} (${event})`
  return `Restore ${subject} to ${isBefore ? "right before " : ""}${position}`
}
/** What a preview says in one sentence. */
export const summary = ({ rejectionReason, totals }: RestorePreview) => {
  if (rejectionReason !== null) return `This restore would be refused: ${rejectionReason}.`
  const parts = kindNames.flatMap((kind) => counted(totals, kind))
  return parts.length === 0 ? "Nothing would change: it stands like that already." : `${parts.join("; ")}.`
}
export const links = "Its links change."
export const more = (count: number) => `And ${count} more.`
export const confirm = (subject: string) => `Restore ${subject}`
export const undoable = "A restore is an event like any other: it can be undone by another one."
export const slow = "The server cannot tell yet how it stood then. Asking again…"
export const inProgress = "Restoring…"
export const done = (subject: string, sequenceNumber: number) => `Restored ${subject}, as event ${sequenceNumber}.`
export const nothing = "Nothing was to be restored."
