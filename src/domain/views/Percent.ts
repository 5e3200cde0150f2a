import type { Progress } from "../state/State.ts"

/** How far a measure has come, 0 to 100, not rounded. */
const reached = ({ start, target, value }: Progress): number =>
  Math.min(100, Math.max(0, ((value - start) / (target - start)) * 100))

/** Whole per cent, 0 to 100. */
export const ofMeasure = (measure: Progress): number => Math.round(reached(measure))

/** The mean of several measures in whole per cent, rounded once; null without any. */
export const ofMeasures = (measures: ReadonlyArray<Progress>): number | null =>
  measures.length === 0
    ? null
    : Math.round(measures.reduce((sum, measure) => sum + reached(measure), 0) / measures.length)
