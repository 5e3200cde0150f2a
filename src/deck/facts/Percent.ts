import type { Objective, Progress } from "../../domain/state/State.ts"
import * as Percent from "../../domain/views/Percent.ts"

/** Whole per cent, 0 to 100, by the domain's rule. */
export const percentOfMeasure = (measure: Progress): number => Percent.ofMeasure(measure)

/** The mean of its measures; null without any. */
export const percentOf = (objective: Objective): number | null => Percent.ofMeasures(objective.progress)

/** The mean over the objectives that have measures, in whole per cent; null when none has. */
export const averagePercent = (objectives: ReadonlyArray<Objective>): number | null => {
  const percents = objectives.flatMap((objective) => percentOf(objective) ?? [])
  return percents.length === 0 ? null : Math.round(percents.reduce((sum, each) => sum + each, 0) / percents.length)
}
