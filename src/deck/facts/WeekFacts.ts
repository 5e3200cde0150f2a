import type { Objective } from "../../domain/state/State.ts"
import { percentOn } from "../../domain/views/Baseline.ts"
import { dayOf, utcDays } from "../../shared/Days.ts"
import { steadyPercent } from "../../shared/Pace.ts"
import { meanPercent } from "../../shared/Percent.ts"
import { scheduledOn } from "./AveragePercent.ts"
import { daysBefore } from "./DeckDates.ts"

/** The weeks are told of each team, where a company has no more teams than this. */
export const maxTeams = 4

const weeks = 8

/** The deck's day, `YYYY-MM-DD`, and the same day of each of the eight weeks before it, oldest first. */
export const weekEnds = (date: string): ReadonlyArray<string> =>
  Array.from({ length: weeks + 1 }, (_, week) => daysBefore(date, 7 * (weeks - week)))

/** The means of the same objectives at the end of a day, in whole per cent. */
export interface WeekEnd {
  readonly date: string
  readonly done: number
  readonly expected: number
}

/**
 * How the objectives of which progress is expected today stood at the end of each of the last weeks, from the day on which
 * the first of them began. One that began later has nothing done before, so that the last values are today's.
 */
export const weeksOf = (objectives: ReadonlyArray<Objective>, date: string): ReadonlyArray<WeekEnd> => {
  const scheduled = scheduledOn(objectives, date)
  return weekEnds(date).flatMap((day) => {
    if (!scheduled.some(({ startDate, createdAt }) => (startDate ?? createdAt.slice(0, 10)) <= day)) return []
    const done = meanPercent(scheduled.map((objective) => percentOn(objective, day)))
    const expected = meanPercent(scheduled.flatMap((each) => steadyPercent(each, dayOf(day), utcDays) ?? []))
    return done === null || expected === null ? [] : [{ date: day, done, expected }]
  })
}
