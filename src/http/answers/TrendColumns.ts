import { Effect, HashMap } from "effect"
import * as IdleCache from "../../bounded/IdleCache.ts"
import type { EntityId, UserId } from "../../domain/entities/Ids.ts"
import type { StorageError } from "../../domain/StorageError.ts"
import type { State } from "../../domain/state/State.ts"
import { type Standing, type Standings, standingOf, type TrendColumn } from "../../domain/views/Trend.ts"
import { EarlierStates } from "../../log/projection/EarlierStates.ts"
import { TimeTravel } from "../../log/projection/TimeTravel.ts"
import { dateOfDay, dayOf, mondayOf } from "../../shared/Days.ts"

/** The standings of teams that are kept, which never change: of 500 teams for more than a year. */
const keptStandings = {
  capacity: 30_000,
  weigh: (standings: Standings) => 1 + standings.size,
  idle: "1 hour"
} as const

/** The latest Mondays up to a date, oldest first, `YYYY-MM-DD`. */
export const latestMondays = (date: string, count: number): ReadonlyArray<string> => {
  const latest = mondayOf(dayOf(date))
  return Array.from({ length: count }, (_, n) => dateOfDay(latest - 7 * (count - 1 - n)))
}

const standingsIn = Effect.fnUntraced(function* ({ teams }: State) {
  const standings = new Map<EntityId, Standing>()
  for (const team of HashMap.values(teams)) {
    yield* Effect.yieldNow
    standings.set(team.id, standingOf(team))
  }
  return standings
})

/** Makes the lookup of a trend's columns, of which those of earlier weeks are kept. */
export const make = Effect.gen(function* () {
  const { lastBefore } = yield* TimeTravel
  const { at } = yield* EarlierStates
  const kept = yield* IdleCache.make<Standings, StorageError>(keptStandings)

  /** The columns of some weeks and of now. To be called one at a time. */
  return Effect.fnUntraced(function* (state: State, date: string, weeks: number, user: UserId) {
    const columns: Array<TrendColumn> = []
    for (const monday of latestMondays(date, weeks)) {
      const sequenceNumber = yield* lastBefore(monday, state.sequenceNumber)
      const standings = yield* kept.get(sequenceNumber, Effect.flatMap(at(sequenceNumber, user), standingsIn))
      columns.push({ date: monday, sequenceNumber, standings })
    }
    return [...columns, { date, sequenceNumber: state.sequenceNumber, standings: yield* standingsIn(state) }]
  })
})
