import { createHash } from "node:crypto"
import { EntityId } from "../domain/entities/Ids.ts"
import { type ObjectiveStatus, objectiveStatuses } from "../shared/Statuses.ts"
import type { Detail } from "./Input.ts"

interface DeckOptions {
  /** The event right after which the strategy is shown, or the day, `YYYY-MM-DD`, at whose end; null: now. */
  readonly at: number | string | null
  readonly detail: Detail
  /** What the deck compares with: a sequence number or a day, `YYYY-MM-DD`; null: 30 days before the deck's date. */
  readonly since: number | string | null
  /** The event of the last deck, with which the deck then compares, and whose asks it follows up; null: none. */
  readonly sinceDeck: number | null
  /** Whether the file has speaker notes, and says who wrote notes of check-ins. */
  readonly notes: boolean
  /** Only objectives with one of these statuses; null: all. */
  readonly statuses: ReadonlyArray<ObjectiveStatus> | null
}

interface TeamRequest extends DeckOptions {
  readonly teamId: EntityId
  /** Only these objectives; null: all. */
  readonly objectives: ReadonlyArray<EntityId> | null
}

interface CompanyRequest extends DeckOptions {
  /** Null: all teams. */
  readonly teamIds: ReadonlyArray<EntityId> | null
}

export type DeckRequest = TeamRequest | CompanyRequest

export const isTeamRequest = (request: DeckRequest): request is TeamRequest => "teamId" in request

const defaultOptions: DeckOptions = {
  ...{ at: null, detail: "full", since: null, sinceDeck: null },
  ...{ notes: true, statuses: null }
}

/** A deck of everything that a team has. */
export const teamRequest = (teamId: EntityId, options: Partial<TeamRequest> = {}): TeamRequest => ({
  ...defaultOptions,
  objectives: null,
  ...options,
  teamId
})

/** The short deck of all teams. */
export const companyRequest = (options: Partial<CompanyRequest> = {}): CompanyRequest => ({
  ...defaultOptions,
  detail: "board",
  teamIds: null,
  ...options
})

/** A short text that is equal for equal values, whatever their size. */
export const digestOf = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("base64url")

/** Options as texts, each of the form that `ExportApi` declares; absent ones have their defaults. */
interface OptionTexts {
  readonly at?: string | undefined
  readonly detail?: Detail | undefined
  readonly since?: string | undefined
  readonly sinceDeck?: number | undefined
  readonly notes?: "0" | "1" | undefined
  readonly status?: string | undefined
}

const isStatus = (text: string): text is ObjectiveStatus => objectiveStatuses.some((status) => status === text)

export const idsIn = (list: string): ReadonlyArray<EntityId> =>
  list.split(",").map((id) => EntityId.make(id.toLowerCase()))

const eventOrDay = (text: string): number | string => (text.includes("-") ? text : Number(text))

/** The options that are named. */
export const optionsFrom = ({ at, detail, since, sinceDeck, notes, status }: OptionTexts): Partial<DeckOptions> => ({
  ...(at === undefined ? {} : { at: eventOrDay(at) }),
  ...(detail === undefined ? {} : { detail }),
  ...(since === undefined ? {} : { since: eventOrDay(since) }),
  ...(sinceDeck === undefined ? {} : { sinceDeck }),
  ...(status === undefined ? {} : { statuses: status.split(",").filter(isStatus) }),
  notes: notes !== "0"
})
