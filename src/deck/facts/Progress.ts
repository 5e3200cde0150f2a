import { entityPairs } from "../../domain/state/EntityPairs.ts"
import type { Objective, Team } from "../../domain/state/State.ts"
import { percentOf } from "../../shared/Percent.ts"
import { rankOf } from "../../shared/Statuses.ts"
import { averagePercent, isAveraged } from "./AveragePercent.ts"
import { type Pace, paceOf } from "./PaceFacts.ts"

export interface ProgressRow {
  readonly objective: Objective
  readonly pace: Pace
  /** Points since the day compared with; null if it was not there or not measured then. */
  readonly delta: number | null
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
      return [{ objective, pace, delta: then === null || pace.percent === null ? null : pace.percent - then }]
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
}

export const progressSummary = (rows: ReadonlyArray<ProgressRow>): ProgressSummary => {
  const counted = rows.filter(({ objective }) => isAveraged(objective))
  const scheduled = counted.filter(({ pace }) => pace.gap !== null)
  return {
    measured: counted.length,
    average: averagePercent(counted.map(({ objective }) => objective)),
    scheduled: scheduled.length,
    behind: scheduled.filter(({ pace }) => (pace.gap ?? 0) > 0).length
  }
}
