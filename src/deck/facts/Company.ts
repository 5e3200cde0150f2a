import type { Team } from "../../domain/state/State.ts"
import { type StatusCounts, statusCounts, sumOfCounts } from "../../shared/Statuses.ts"
import { leadingTeams } from "../../shared/teams/LeadingTeams.ts"
import { type CompanyInput, type DeckInput, teamInputs } from "../Input.ts"
import { type Attention, attentionOf, worseFirst } from "./Attention.ts"
import { type Schedule, scheduleOn } from "./AveragePercent.ts"
import { worstAtThisRate } from "./ForecastFacts.ts"

export interface TeamRow {
  readonly input: DeckInput
  readonly counts: StatusCounts
  /** How many objectives it has. */
  readonly all: number
  /** Null if it has no measured open objective with a due date. */
  readonly schedule: Schedule | null
  /** How many objectives will not reach a target by their due date at the rate of the last check-ins. */
  readonly belowTarget: number
  /** How many objectives have had no check-in for too long. */
  readonly silent: number
  readonly attentions: ReadonlyArray<Attention>
}

export interface OfTeam<A> {
  readonly team: Team
  readonly of: A
}

export interface CompanyFacts {
  /** The teams whose objectives others support first, then those that need most. */
  readonly teams: ReadonlyArray<TeamRow>
  /** Counts all objectives of all teams. */
  readonly counts: StatusCounts
  readonly all: number
  /** The worst of all teams first. */
  readonly attentions: ReadonlyArray<OfTeam<Attention>>
}

/** What has not come as far as it should: `off_track` or `missed`. */
export const badOf = ({ off_track, missed }: StatusCounts): number => off_track + missed

const rowOf = (input: DeckInput): TeamRow => {
  const { objectives } = input.team
  const attentions = attentionOf(objectives, input)
  return {
    input,
    counts: statusCounts(objectives),
    all: objectives.length,
    schedule: scheduleOn(objectives, input.date),
    belowTarget: objectives.filter((objective) => worstAtThisRate(objective, input.date)?.isBelow === true).length,
    silent: attentions.filter(({ reasons }) => reasons.some(({ kind }) => kind === "silent")).length,
    attentions
  }
}

/** The team that needs more first: that with the larger gap, then with more objectives behind, then with more that went wrong. */
export const inNeedFirst = (one: TeamRow, other: TeamRow): number => {
  const [left, right] = [one.schedule?.gap ?? Number.NEGATIVE_INFINITY, other.schedule?.gap ?? Number.NEGATIVE_INFINITY]
  if (left !== right) return right > left ? 1 : -1
  return (other.schedule?.behind ?? 0) - (one.schedule?.behind ?? 0) || badOf(other.counts) - badOf(one.counts)
}

const ordered = (rows: ReadonlyArray<TeamRow>): ReadonlyArray<TeamRow> => {
  const leading = leadingTeams(
    rows.flatMap(({ input: { team } }) =>
      team.objectives.map(({ id, parentId }) => ({ id, parentId, teamId: team.id }))
    )
  )
  const rank = ({ input }: TeamRow): number => Number(!leading.has(input.team.id))
  return rows.toSorted((one, other) => rank(one) - rank(other) || inNeedFirst(one, other))
}

export const companyFacts = (company: CompanyInput): CompanyFacts => {
  const rows = teamInputs(company).map(rowOf)
  const objectives = rows.flatMap(({ input }) => input.team.objectives)
  const attentions = rows
    .flatMap(({ input: { team }, attentions }) => attentions.map((of) => ({ team, of })))
    .sort((one, other) => worseFirst(one.of, other.of))
  return {
    teams: ordered(rows),
    counts: sumOfCounts(rows.map(({ counts }) => counts)),
    all: objectives.length,
    attentions
  }
}
