import type { EventType } from "../../../domain/Event.ts"
import type { HistoryEntry } from "../../../domain/views/History.ts"

export const changeKinds = ["created", "edited", "moved", "linked", "checkedIn", "deleted", "restored"] as const

export type ChangeKind = (typeof changeKinds)[number]

const kinds: ReadonlyArray<readonly [RegExp, ChangeKind]> = [
  [/^create_/, "created"],
  [/^delete_/, "deleted"],
  [/^restore_/, "restored"],
  [/_link$/, "linked"],
  [/_(position|placement)$/, "moved"],
  [/_value$/, "checkedIn"]
]

export const changeKindOf = (eventType: EventType): ChangeKind =>
  kinds.find(([pattern]) => pattern.test(eventType))?.[1] ?? "edited"

/** Which entries are shown; an empty text takes all. */
export interface HistoryFilter {
  readonly actor: string
  readonly kind: string
  /** By its label: all links are one field. */
  readonly field: string
  readonly teamId: string
  readonly consequences: boolean
  readonly rejected: boolean
}

export const everything: HistoryFilter = {
  actor: "",
  kind: "",
  field: "",
  teamId: "",
  consequences: true,
  rejected: true
}

/** The field without the principle a link is to; empty where the entry is about none. */
export const fieldOf = ({ fieldName }: HistoryEntry): string => fieldName?.replace(/:.*/, "") ?? ""

export const passes = (filter: HistoryFilter, entry: HistoryEntry): boolean =>
  (filter.actor === "" || filter.actor === entry.actorName) &&
  (filter.kind === "" || filter.kind === changeKindOf(entry.eventType)) &&
  (filter.field === "" || filter.field === fieldOf(entry)) &&
  (filter.teamId === "" || filter.teamId === entry.teamId) &&
  (filter.consequences || !entry.isTransitive) &&
  (filter.rejected || entry.status === "applied")
