import type { RestorePreview } from "../../../domain/views/RestorePreview.ts"
import { formatList } from "../../texts/Formats.ts"
import { nounOf } from "./Nouns.ts"

const verbs = { changes: ["changes", "change"], returns: ["comes back", "come back"], goes: ["goes", "go"] } as const

type Totals = RestorePreview["totals"]

const counted = (totals: Totals, kind: keyof typeof verbs): ReadonlyArray<string> => {
  const ofKind = totals.filter((total) => total[kind] > 0)
  const sum = ofKind.reduce((all, total) => all + total[kind], 0)
  const counts = ofKind.map((total) => `${total[kind]} ${nounOf(total.entityType, total[kind])}`)
  return sum === 0 ? [] : [`${formatList(counts)} ${verbs[kind][sum === 1 ? 0 : 1]}`]
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
export const target = (subject: string, timestamp: string, event: number, isBefore: boolean) => {
  const before = isBefore ? "right before " : ""
  return `Restore ${subject} to ${before}${timestamp === "" ? `event ${event}` : `${timestamp} (event ${event})`}`
}
export const same = "Nothing would change: it stands like that already."
export const refused = (reason: string) => `This restore would be refused: ${reason}.`
export const summary = (totals: Totals) =>
  [...counted(totals, "changes"), ...counted(totals, "returns"), ...counted(totals, "goes")].join("; ")
export const kinds = { changes: "Changes", returns: "Comes back", goes: "Goes" }
export const links = "Its links change."
export const more = (count: number) => `And ${count} more.`
export const confirm = (subject: string) => `Restore ${subject}`
export const undoable = "A restore is an event like any other: it can be undone by another one."
export const slow = "The server cannot tell yet how it stood then. Asking again…"
export const inProgress = "Restoring…"
export const done = (subject: string, sequenceNumber: number) => `Restored ${subject}, as event ${sequenceNumber}.`
export const nothing = "Nothing was to be restored."
