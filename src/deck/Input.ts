import type { Team } from "../domain/state/State.ts"
import type { ObjectiveStatus } from "../shared/Statuses.ts"
import type { ReceiptSource } from "./Receipt.ts"

/** A line of an entity's history. */
export interface LatestChange {
  /** As of `localTime`. */
  readonly timestamp: string
  /** The display name; empty where there is none. */
  readonly actorName: string
  readonly description: string
}

/** A change of an objective's due date; null is no date. */
export interface DueDateChange {
  readonly sequenceNumber: number
  /** `YYYY-MM-DD` */
  readonly from: string | null
  readonly to: string | null
}

/** Who said something and when: the time as of `localTime`, the name empty in a deck without names. */
export interface Signature {
  readonly timestamp: string
  readonly actorName: string
}

/** `full` has an appendix: the matrix, each objective and the legend. */
export type Detail = "full" | "board"

/** Up to this many objectives have the matrix in the appendix, and slides with all details where they have slides. */
export const maxDetailed = 60

/** Up to this many objectives have slides in the appendix, each; of more those that need attention. */
export const maxPaged = 12

/** What a deck contains, where it contains only some of a team's objectives. */
export interface Selection {
  /** The statuses asked for; null where objectives were named one by one. */
  readonly statuses: ReadonlyArray<ObjectiveStatus> | null
  /** The number of objectives of the whole team. */
  readonly of: number
}

/** What all slides of a deck share. */
export interface DeckContext {
  /** The last event that the deck shows. */
  readonly sequenceNumber: number
  /** The IANA name of the time zone whose days these are. */
  readonly timeZone: string
  /** The day of the deck, `YYYY-MM-DD`. */
  readonly date: string
  /** The day that the deck compares with, `YYYY-MM-DD`. */
  readonly since: string
  /** The event at which the last deck was made, where the deck says what came of its asks: then `since` is its day. */
  readonly lastDeck: number | null
  readonly detail: Detail
  /** Without speaker notes, no part of the file names who checked in or changed something. */
  readonly notes: boolean
  /** What people call the company, such as `Northwind`; null if nobody has said. */
  readonly companyName: string | null
  /** The address of the page, to which titles link; null: they do not. */
  readonly pageUrl: string | null
  /** What the file's receipt is made from; absent: it has none. */
  readonly receipt?: ReceiptSource
}

/** A team with what a deck needs of its past. */
export interface TeamInput {
  /** With the selected objectives only. Of check-ins and texts it contains what the slides show: see `Reduction`. */
  readonly team: Team
  /** The team on the day `since`, with the selected objectives only; null if it did not exist then. */
  readonly before: Team | null
  /** By objective, newest first, at most five each, of those in `notedEntities`. */
  readonly latest: ReadonlyMap<string, ReadonlyArray<LatestChange>>
  readonly selection: Selection | null
  /** By objective, now or before, whose due date was changed: its changes, the oldest first. */
  readonly postponements: ReadonlyMap<string, ReadonlyArray<DueDateChange>>
  /** By objective with a status note: who gave it. */
  readonly reasons: ReadonlyMap<string, Signature>
}

/** The input of a team's deck as plain data, so that it can be sent to a worker. The same input gives the same bytes. */
export interface DeckInput extends DeckContext, TeamInput {}

/** The input of the deck of several teams. */
export interface CompanyInput extends DeckContext {
  /** By name; at least one. */
  readonly teams: ReadonlyArray<TeamInput>
}

export type AnyInput = DeckInput | CompanyInput

export const isCompany = (input: AnyInput): input is CompanyInput => "teams" in input

/** Each team of a company's deck as the input of a team's facts. */
export const teamInputs = ({ teams, ...context }: CompanyInput): ReadonlyArray<DeckInput> =>
  teams.map((team) => ({ ...context, ...team }))
