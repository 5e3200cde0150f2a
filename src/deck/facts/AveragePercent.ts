import type { Objective } from "../../domain/state/State.ts"
import { meanPercent, percentOf } from "../../shared/Percent.ts"

/** Whether an objective counts in averages: it is measured and no draft. */
export const isAveraged = ({ status, progress }: Objective): boolean => status !== "draft" && progress.length > 0

/** The mean over the measured objectives that are no drafts. */
export const averagePercent = (objectives: ReadonlyArray<Objective>): number | null =>
  meanPercent(objectives.filter(isAveraged).flatMap(({ progress }) => percentOf(progress) ?? []))
