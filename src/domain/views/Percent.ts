import type { Progress } from "../state/State.ts"

/** The progress of a measure from its start to its target, 0 to 100. */
const unroundedPercent = ({ start, target, value }: Progress): number =>
  Math.min(100, Math.max(0, ((value - start) / (target - start)) * 100))

/** Whole per cent, 0 to 100. */
export const ofMeasure = (measure: Progress): number => Math.round(unroundedPercent(measure))

/** The mean of several measures in whole per cent, rounded once; null if there are none. */
export const ofMeasures = (measures: ReadonlyArray<Progress>): number | null =>
  measures.length === 0
    ? null
    : Math.round(measures.reduce((sum, measure) => sum + unroundedPercent(measure), 0) / measures.length)
