import { Effect, HashMap, Option } from "effect"
import type { EntityId } from "../domain/entities/Ids.ts"
import { findTeam, type State, type Team } from "../domain/state/State.ts"
import { sortedTeams } from "../domain/views/Views.ts"
import { type DeckRequest, digestOf, isTeamRequest } from "./DeckRequest.ts"
import { ParameterRejected, TeamNotFound } from "./ExportError.ts"

/** The content of a deck. It determines the whole deck, since the log never changes. */
export interface Subject {
  readonly request: DeckRequest
  /** The teams as they are shown, by name, with all of their objectives. */
  readonly teams: ReadonlyArray<Team>
  /** The IANA name of the time zone of the deck's days. */
  readonly timeZone: string
  /** `YYYY-MM-DD` */
  readonly date: string
  /** What the deck compares with: a sequence number, or a day. */
  readonly since: number | string
  /** The address of the page, to which titles link; null: they do not. */
  readonly pageUrl: string | null
  /** The digest of the display names; empty for a deck that names nobody. */
  readonly names: string
  /** The digest of the company's template; null: the deck has the service's own. */
  readonly template: string | null
}

const sortedSet = <A extends string>(all: ReadonlyArray<A> | null): ReadonlyArray<A> | null =>
  all === null ? null : [...new Set(all)].sort()

/** A text that is equal for equal decks. */
export const keyOf = ({ request, teams, ...same }: Subject): string => {
  const { timeZone, date, since, pageUrl, names, template } = same
  const { detail, notes, statuses, sinceDeck } = request
  const objectives = isTeamRequest(request) ? request.objectives : null
  const shown = teams.map(({ id, touchedAt }) => [id, touchedAt])
  const about = [isTeamRequest(request), shown, detail, notes, sinceDeck !== null]
  const of = [...about, timeZone, date, since, pageUrl, names, template]
  return digestOf([...of, sortedSet(statuses), sortedSet(objectives)])
}

/** The teams of a request, by name; at least one. */
export const teamsIn = Effect.fnUntraced(function* (state: State, request: DeckRequest) {
  const ids = isTeamRequest(request) ? [request.teamId] : (request.teamIds ?? HashMap.keys(state.teams))
  const found: Array<Team> = []
  for (const id of new Set(ids)) {
    const team = findTeam(state, id)
    if (Option.isNone(team)) {
      const message = isTeamRequest(request) ? "There is no team with this id." : `There is no team with the id ${id}.`
      return yield* new TeamNotFound({ message })
    }
    found.push(team.value)
  }
  if (found.length === 0) return yield* new TeamNotFound({ message: "There are no teams yet." })
  return sortedTeams(found)
})

/** Why a deck cannot compare with `since`; `last` is the last event that it could show. */
const sinceFault = (since: number | string, date: string, last: number): string | undefined => {
  if (typeof since === "number") {
    return since > last ? `is beyond the latest sequence number of the deck, ${last}.` : undefined
  }
  return since > date ? `is after the deck's date, ${date}.` : undefined
}

const foreignObjective = (request: DeckRequest, teams: ReadonlyArray<Team>): EntityId | undefined => {
  if (!isTeamRequest(request) || request.objectives === null) return undefined
  const own = new Set(teams.flatMap(({ objectives }) => objectives.map(({ id }) => id)))
  return request.objectives.find((id) => !own.has(id))
}

/** The first parameter that does not fit what it is about. */
export const faultOf = ({ request, teams, date, since }: Subject, last: number): ParameterRejected | undefined => {
  const reason = sinceFault(since, date, last)
  const parameter = request.sinceDeck === null ? "since" : "sinceDeck"
  if (reason !== undefined) return new ParameterRejected({ parameter, reason })
  const foreign = foreignObjective(request, teams)
  return foreign === undefined
    ? undefined
    : new ParameterRejected({
        parameter: "objectives",
        reason: `includes ${foreign}, which is not an objective of this team.`
      })
}

/** The objectives of a team that are shown; null: all. */
export const selectedIn = ({ objectives }: Team, request: DeckRequest): ReadonlySet<EntityId> | null => {
  if (isTeamRequest(request) && request.objectives !== null) return new Set(request.objectives)
  const { statuses } = request
  if (statuses === null) return null
  return new Set(objectives.flatMap(({ id, status }) => (statuses.includes(status) ? [id] : [])))
}

/** A team with only the selected objectives. */
export const narrowed = (team: Team, selected: ReadonlySet<EntityId> | null): Team =>
  selected === null ? team : { ...team, objectives: team.objectives.filter(({ id }) => selected.has(id)) }
