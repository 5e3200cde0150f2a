import { entityPairs, keptPairs } from "../../domain/state/EntityPairs.ts"
import type { Objective, Progress, Team } from "../../domain/state/State.ts"
import { atRiskPoints } from "../../shared/Pace.ts"
import { fractionReached, percentOf } from "../../shared/Percent.ts"
import { rankOf } from "../../shared/Statuses.ts"
import { wrongWay } from "../../shared/words/Doubts.ts"
import { averagePercent, isAveraged } from "./AveragePercent.ts"
import { pointsText, quantityText } from "./DeckNumbers.ts"
import { type Pace, paceOf } from "./PaceFacts.ts"

export interface ProgressRow {
  readonly objective: Objective
  readonly pace: Pace
  /** Points since the day compared with; null if it was not there or not measured then. */
  readonly delta: number | null
  /**
   * The change in words: `+12 points`, `unchanged`; where a measure moved below its start or beyond its target, which points do
   * not tell, by how much: `+2 days, the wrong way`. Null where `delta` is.
   */
  readonly change: string | null
}

interface Move {
  readonly measure: Progress
  /** In the measure's unit. */
  readonly by: number
  /** Of the way from start to target, less than 0 away from it. */
  readonly way: number
}

/** How a measure moved where a value that progress does not count as more than 0 or 100 hides it. */
const hiddenMove = ([before, measure]: readonly [Progress, Progress]): ReadonlyArray<Move> => {
  const [from, to] = [fractionReached(measure, before.value), fractionReached(measure, measure.value)]
  const isHidden = Math.min(from, to) < 0 || Math.max(from, to) > 1
  // Twelve digits, as of a difference.
  const by = Number((measure.value - before.value).toPrecision(12))
  return isHidden && by !== 0 ? [{ measure, by, way: to - from }] : []
}

const changeOf = (before: Objective, after: Objective, delta: number): string => {
  if (delta !== 0) return pointsText(delta)
  const [most] = keptPairs(entityPairs(before.progress, after.progress))
    .flatMap(hiddenMove)
    .sort((one, other) => Math.abs(other.way) - Math.abs(one.way))
  if (most === undefined) return "unchanged"
  const { measure, by, way } = most
  const moved = `${by > 0 ? "+" : ""}${quantityText(by, measure.unit)}`
  return way < 0 ? wrongWay(`${moved},`) : moved
}

interface Compared {
  readonly before: Team | null
  readonly date: string
}

/** By status, then the furthest behind its pace, then the least progress, then as given. Objectives without measures last. */
export const inOrder = (
  objectives: ReadonlyArray<Objective>,
  { before, date }: Compared
): ReadonlyArray<ProgressRow> => {
  const behind = ({ gap }: Pace) => gap ?? Number.NEGATIVE_INFINITY
  return entityPairs(before?.objectives, objectives)
    .flatMap(({ before, after: objective }): ReadonlyArray<ProgressRow> => {
      if (objective === undefined) return []
      const pace = paceOf(objective, date)
      const then = before === undefined ? null : percentOf(before.progress)
      if (before === undefined || then === null || pace.percent === null) {
        return [{ objective, pace, delta: null, change: null }]
      }
      const delta = pace.percent - then
      return [{ objective, pace, delta, change: changeOf(before, objective, delta) }]
    })
    .sort((one, other) => {
      const byStatus = rankOf(one.objective.status) - rankOf(other.objective.status)
      if (byStatus !== 0) return byStatus
      const [left, right] = [behind(one.pace), behind(other.pace)]
      if (left !== right) return right > left ? 1 : -1
      return (one.pace.percent ?? maxRank) - (other.pace.percent ?? maxRank)
    })
}

const maxRank = 10_000

/** The measured objectives in the order of `inOrder`. */
export const measuredRows = (objectives: ReadonlyArray<Objective>, compared: Compared): ReadonlyArray<ProgressRow> =>
  inOrder(
    objectives.filter(({ progress }) => progress.length > 0),
    compared
  )

interface ProgressSummary {
  /** The measured objectives that are no drafts: those of which `average` is the mean. */
  readonly measured: number
  /** Whole per cent; null if nothing is measured. */
  readonly average: number | null
  /** Those of which progress is expected. */
  readonly scheduled: number
  /** Those of them that have made less. */
  readonly behind: number
  /** Those that are so far behind that their status should say it. */
  readonly farBehind: number
}

export const progressSummary = (rows: ReadonlyArray<ProgressRow>): ProgressSummary => {
  const counted = rows.filter(({ objective }) => isAveraged(objective))
  const scheduled = counted.filter(({ pace }) => pace.gap !== null)
  return {
    measured: counted.length,
    average: averagePercent(counted.map(({ objective }) => objective)),
    scheduled: scheduled.length,
    behind: scheduled.filter(({ pace }) => (pace.gap ?? 0) > 0).length,
    farBehind: scheduled.filter(({ pace }) => (pace.gap ?? 0) >= atRiskPoints).length
  }
}
