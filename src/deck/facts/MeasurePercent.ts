import type { Objective, Progress } from "../../domain/state/State.ts"

/** The largest percentage that is shown of a measure, however far beyond its target it is. */
const maxPercent = 999

/** The share of the way from start to target, at least 0; 1 is the target. */
const shareOf = ({ start, target, value }: Progress): number => Math.max(0, (value - start) / (target - start))

/** Whole per cent. 100 only from the target on: 79.9 of 80 is 99. */
const wholePercent = (share: number): number => {
  const rounded = Math.min(maxPercent, Math.round(share * 100))
  return share < 1 ? Math.min(99, rounded) : rounded
}

/** Whole per cent of a measure, 0 to `maxPercent`: beyond its target it is more than 100. */
export const percentOfMeasure = (measure: Progress): number => wholePercent(shareOf(measure))

/** The mean of its measures, of which none counts more than 100; a single measure's own per cent. Null without any. */
export const percentOf = ({ progress }: Pick<Objective, "progress">): number | null => {
  const [first] = progress
  if (first === undefined) return null
  if (progress.length === 1) return percentOfMeasure(first)
  return wholePercent(progress.reduce((sum, measure) => sum + Math.min(1, shareOf(measure)), 0) / progress.length)
}

/** The mean of whole per cents, none more than 100, in whole per cent; null without any. */
export const meanPercent = (percents: ReadonlyArray<number>): number | null =>
  percents.length === 0
    ? null
    : wholePercent(percents.reduce((sum, each) => sum + Math.min(100, each), 0) / percents.length / 100)

/** Whether an objective counts in averages: it is measured and no draft. */
export const isAveraged = ({ status, progress }: Objective): boolean => status !== "draft" && progress.length > 0

/** The mean over the measured objectives that are no drafts. */
export const averagePercent = (objectives: ReadonlyArray<Objective>): number | null =>
  meanPercent(objectives.filter(isAveraged).flatMap((objective) => percentOf(objective) ?? []))

/** Its value has moved away from the target, behind where it started. */
export const isBehindStart = ({ start, target, value }: Progress): boolean => (value - start) / (target - start) < 0
