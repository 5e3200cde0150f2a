import type { LoggedType } from "../../../domain/Event.ts"
import type { HistoryEntry } from "../../../domain/views/History.ts"
import { localDayOf } from "../../texts/values/PageFormats.ts"
import type { kinds as texts } from "./HistoryTexts.ts"

type ChangeKind = keyof typeof texts

const kinds: ReadonlyArray<readonly [RegExp, ChangeKind]> = [
  [/^create_/, "created"],
  [/^delete_/, "deleted"],
  [/^restore_/, "restored"],
  [/_(link|parent)$/, "linked"],
  [/_(position|placement)$/, "moved"],
  [/_value$/, "checkedIn"]
]

export const changeKindOf = (eventType: LoggedType): ChangeKind =>
  kinds.find(([pattern]) => pattern.test(eventType))?.[1] ?? "edited"

/** Which entries are shown; an empty text matches all. */
export interface HistoryFilter {
  readonly actor: string
  readonly kind: string
  /** As `fieldOf` gives it. */
  readonly field: string
  readonly teamId: string
  /** `YYYY-MM-DD` in the reader's time zone. */
  readonly day: string
  readonly consequences: boolean
  readonly rejected: boolean
}

export const noFilter: HistoryFilter = {
  actor: "",
  kind: "",
  field: "",
  teamId: "",
  day: "",
  consequences: true,
  rejected: true
}

/** The name of the changed field, which is the same for all links; empty where the entry changes none. */
export const fieldOf = ({ fieldName }: HistoryEntry): string => fieldName?.replace(/:.*/, "") ?? ""

export const matches = (filter: HistoryFilter, entry: HistoryEntry): boolean =>
  (filter.actor === "" || filter.actor === entry.actorName) &&
  (filter.kind === "" || filter.kind === changeKindOf(entry.eventType)) &&
  (filter.field === "" || filter.field === fieldOf(entry)) &&
  (filter.teamId === "" || filter.teamId === entry.teamId) &&
  (filter.day === "" || filter.day === localDayOf(entry.timestamp)) &&
  (filter.consequences || !entry.isTransitive) &&
  (filter.rejected || entry.status === "applied")
