import type { RestorePreview } from "../../../domain/views/RestorePreview.ts"
import type { EntityType } from "../../../shared/Entities.ts"
import { formatList } from "../../texts/Formats.ts"
import { rowNamed } from "../../workspace/FieldRows.ts"
import type { DeletedEntry } from "./BringBack.ts"

const nouns: Record<EntityType, readonly [string, string]> = {
  team: ["team", "teams"],
  principle: ["principle", "principles"],
  objective: ["objective", "objectives"],
  group: ["group", "groups"],
  initiative: ["initiative", "initiatives"],
  progress: ["measure", "measures"]
}

/** Labels of fields without a row. */
const otherLabels: Readonly<Record<string, string>> = {
  position: "Place",
  placement: "Place",
  definition: "Measure",
  group: "Group",
  checkIns: "Check-ins kept",
  principle: "Link"
}

const labelOfField = (field: string): string => {
  const noun = rowNamed(field)?.noun
  return noun === undefined ? (otherLabels[field] ?? field) : noun.charAt(0).toUpperCase() + noun.slice(1)
}

const verbs = { changes: ["changes", "change"], returns: ["comes back", "come back"], goes: ["goes", "go"] } as const

type Totals = RestorePreview["totals"]

const counted = (totals: Totals, kind: keyof typeof verbs): ReadonlyArray<string> => {
  const ofKind = totals.filter((total) => total[kind] > 0)
  const sum = ofKind.reduce((all, total) => all + total[kind], 0)
  const counts = ofKind.map((total) => `${total[kind]} ${nouns[total.entityType][total[kind] === 1 ? 0 : 1]}`)
  return sum === 0 ? [] : [`${formatList(counts)} ${verbs[kind][sum === 1 ? 0 : 1]}`]
}

export const history = {
  title: (of: string) => `History of ${of}`,
  untitled: "History",
  noEvent: (event: number) => `Event ${event} is not in this history.`,
  hints: {
    whole: "Everything that happened to the team and in it, read from the log.",
    team: "What happened to the team itself, and what was made and deleted in it. What became of each principle and objective is in its own history.",
    entity: ""
  },
  empty: "Nothing has happened here yet.",
  noneLeft: "Nothing that is loaded matches the filters.",
  unreachable: "The history could not be loaded.",
  event: (sequenceNumber: number) => `event ${sequenceNumber}`,
  consequence: "as a consequence",
  rejected: "rejected",
  rejectedTitle: (eventType: string) => `tried to ${eventType.replaceAll("_", " ")}`,
  reason: (reason: string) => `Refused: ${reason}.`,
  field: (name: string) => labelOfField(name.replace(/:.*/, "")),
  linkTo: (principle: string) => `Link to ${principle}`,
  noun: (type: EntityType) => nouns[type][0],
  to: "to",
  unset: "(empty)",
  linked: "linked",
  unlinked: "not linked",
  place: (index: number) => `place ${index + 1}`,
  outOfTen: (confidence: number) => `${confidence} of 10`,
  confidence: (confidence: number) => `· confidence ${confidence} of 10`,
  filters: "Filters",
  person: "Person",
  anyone: "Anyone",
  kind: "Change",
  anyKind: "All changes",
  fieldLabel: "Field",
  anyField: "All fields",
  team: "Team",
  anyTeam: "All teams",
  consequences: "Consequences",
  rejections: "Rejected",
  kinds: {
    created: "Created",
    edited: "Edited",
    moved: "Moved",
    linked: "Linked",
    checkedIn: "Checked in",
    deleted: "Deleted",
    restored: "Restored"
  },
  reapply: "Re-apply",
  reapplied: (sequenceNumber: number) => `Applied again, as event ${sequenceNumber}.`,
  noChange: "Nothing to do: it stands like that already.",
  conflicted: (current: string) => `Not applied: it was changed meanwhile, to “${current}”. Look again, then re-apply.`,
  isGone: "Not applied: what this was about is deleted. Bring it back first.",
  undo: "Undo this change",
  undone: (sequenceNumber: number) => `Undone, as event ${sequenceNumber}.`,
  changedSince: (current: string) => `Not undone: it was changed since, to “${current}”.`,
  bringBack: "Bring back",
  broughtBack: (sequenceNumber: number) => `Brought back, as event ${sequenceNumber}.`,
  notDeleted: "It is there, or went along with something else: bring that back.",
  tabs: { changes: "Changes", deleted: "Deleted" },
  deletedHint: "What was deleted in this team. It comes back alone, with what was in it, and changes nothing else.",
  isBack: (title: string) => `“${title}” is back.`,
  show: "Show",
  deletedUnreachable: "What was deleted could not be loaded.",
  deletedNone: "Nothing is deleted here.",
  deletedBy: (name: string, ago: string) => `deleted by ${name}, ${ago}`,
  bringBackOf: (title: string) => `Bring back ${title}`,
  contains: ({ groups, initiatives, progress }: DeletedEntry["contains"]) =>
    formatList(
      (
        [
          ["group", groups],
          ["initiative", initiatives],
          ["progress", progress]
        ] as const
      ).flatMap(([type, count]) => (count === 0 ? [] : [`${count} ${nouns[type][count === 1 ? 0 : 1]}`]))
    ),
  notApplied: (reason: string) => `Not applied: ${reason}.`,
  restoreHere: "Restore to here…",
  restoreAgain: "Restore again…"
}

export const restoring = {
  title: "Restore",
  scope: "What",
  whole: "The whole strategy",
  strategy: "the whole strategy",
  teamGone: "this team",
  only: (team: string) => `Only ${team}`,
  position: "To",
  after: "Right after this change",
  before: "Right before it",
  target: (subject: string, timestamp: string, event: number, isBefore: boolean) => {
    const before = isBefore ? "right before " : ""
    return `Restore ${subject} to ${before}${timestamp === "" ? `event ${event}` : `${timestamp} (event ${event})`}`
  },
  same: "Nothing would change: it stands like that already.",
  refused: (reason: string) => `This restore would be refused: ${reason}.`,
  summary: (totals: Totals) =>
    [...counted(totals, "changes"), ...counted(totals, "returns"), ...counted(totals, "goes")].join("; "),
  kinds: { changes: "Changes", returns: "Comes back", goes: "Goes" },
  links: "Its links change.",
  more: (count: number) => `And ${count} more.`,
  confirm: (subject: string) => `Restore ${subject}`,
  undoable: "A restore is an event like any other: it can be undone by another one.",
  done: (subject: string, sequenceNumber: number) => `Restored ${subject}, as event ${sequenceNumber}.`,
  nothing: "Nothing was to be restored."
}

export const log = {
  title: "Log",
  hint: "Every event there is, newest first.",
  adminsOnly: "The log is for admins only.",
  adminsOnlyHint: "The history of each team and of all that is in it is on its board.",
  jump: "Go to event",
  go: "Go",
  from: (sequenceNumber: number) => `From event ${sequenceNumber} downwards.`,
  latest: "Back to the latest",
  noEvent: (sequenceNumber: number) => `There is no event ${sequenceNumber} yet.`,
  newer: (count: number) => (count === 1 ? "1 new entry" : `${count} new entries`)
}
