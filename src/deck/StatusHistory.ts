import { Effect, HashMap } from "effect"
import * as IdleCache from "../bounded/IdleCache.ts"
import type { EntityId } from "../domain/entities/Ids.ts"
import type { StorageError } from "../domain/StorageError.ts"
import type { State, Team } from "../domain/state/State.ts"
import type { EarlierStates } from "../log/projection/EarlierStates.ts"
import type { TimeTravel } from "../log/projection/TimeTravel.ts"
import { type ObjectiveStatus, statusCounts } from "../shared/Statuses.ts"
import { daysBefore, daysBetween } from "./facts/DeckDates.ts"
import type { StatusSample } from "./Input.ts"

/** The most days in a chart of statuses. */
export const maxSamples = 14

/** The first day, the last one, and about every week or several between them; as far apart as a day's length allows. */
export const sampledDays = (first: string, last: string): ReadonlyArray<string> => {
  const days = daysBetween(first, last)
  if (days <= 0) return [last]
  const periods = Math.min(maxSamples - 1, Math.max(1, Math.round(days / 7)))
  return Array.from({ length: periods + 1 }, (_, n) => daysBefore(last, Math.round((days * (periods - n)) / periods)))
}

/** By team: the status of each objective. */
type TeamStatuses = ReadonlyMap<EntityId, ReadonlyMap<EntityId, ObjectiveStatus>>

const statusesOf = ({ objectives }: Team): ReadonlyMap<EntityId, ObjectiveStatus> =>
  new Map(objectives.map(({ id, status }) => [id, status]))

const statusesIn = ({ teams }: State): TeamStatuses =>
  new Map(HashMap.toEntries(teams).map(([id, team]) => [id, statusesOf(team)]))

/** The number of objectives whose statuses are kept, so that the decks of several teams look them up once. */
const keptOptions = {
  capacity: 250_000,
  weigh: (teams: TeamStatuses) => 1 + [...teams.values()].reduce((sum, { size }) => sum + size, 0),
  idle: "10 minutes"
} as const

export interface SampledTeam {
  readonly team: Team
  /** The objectives that are counted; null: all that were there on the day. */
  readonly selected: ReadonlySet<EntityId> | null
}

interface SampledPeriod {
  /** Days, `YYYY-MM-DD`. */
  readonly first: string
  readonly last: string
  /** The event after which the first day is shown; null: the end of that day, as for the others. */
  readonly from: number | null
  /** The last event that counts, after which the last day is shown. */
  readonly upTo: number
}

interface SampledDay {
  readonly date: string
  readonly sequenceNumber: number
}

const sampleOf = ({ team, selected }: SampledTeam, { date, sequenceNumber }: SampledDay, then?: TeamStatuses) => {
  const statuses = sequenceNumber >= team.touchedAt ? statusesOf(team) : (then?.get(team.id) ?? new Map())
  const counted = [...statuses].flatMap(([id, status]) => (selected === null || selected.has(id) ? [{ status }] : []))
  return { date, counts: statusCounts(counted) } satisfies StatusSample
}

interface Sources extends Pick<TimeTravel["Service"], "lastBefore">, Pick<EarlierStates["Service"], "at"> {}

/** Makes the function that looks up how the statuses of teams were from a day to another, on the same days for each team. */
export const make = Effect.fnUntraced(function* (sources: Sources) {
  const kept = yield* IdleCache.make<TeamStatuses, StorageError>(keptOptions)

  /** The statuses after some events, in ascending order. */
  const statusesAt = Effect.fnUntraced(function* (sequenceNumbers: ReadonlyArray<number>, user: string) {
    const found = new Map<number, TeamStatuses>()
    for (const at of new Set(sequenceNumbers)) {
      found.set(at, yield* kept.get(at, Effect.map(sources.at(at, user), statusesIn)))
    }
    return found
  })

  return Effect.fnUntraced(function* (
    teams: ReadonlyArray<SampledTeam>,
    { first, last, from, upTo }: SampledPeriod,
    user: string
  ): Effect.fn.Return<ReadonlyArray<ReadonlyArray<StatusSample>>, StorageError> {
    const days: Array<SampledDay> = []
    let reached = 0
    for (const date of sampledDays(first, last)) {
      const atEnd = sources.lastBefore(daysBefore(date, -1), upTo)
      const found = date === last ? upTo : date === first && from !== null ? from : yield* atEnd
      // Where the clock was wrong, a later day may be found further back in the log.
      reached = Math.max(reached, found)
      days.push({ date, sequenceNumber: reached })
    }
    const lastTouched = Math.max(0, ...teams.map(({ team }) => team.touchedAt))
    const earlier = days.flatMap(({ sequenceNumber: at }) => (at > 0 && at < lastTouched ? [at] : []))
    const found = yield* statusesAt(earlier, user)
    return teams.map((team) => days.map((day) => sampleOf(team, day, found.get(day.sequenceNumber))))
  })
})
