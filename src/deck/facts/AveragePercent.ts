import type { Objective } from "../../domain/state/State.ts"
import { meanPercent, percentOf } from "../../shared/Percent.ts"
import { paceOf } from "./PaceFacts.ts"

/** Whether an objective counts in averages: it is measured and no draft. */
export const isAveraged = ({ status, progress }: Objective): boolean => status !== "draft" && progress.length > 0

/** The mean over the measured objectives that are no drafts. */
export const averagePercent = (objectives: ReadonlyArray<Objective>): number | null =>
  meanPercent(objectives.filter(isAveraged).flatMap(({ progress }) => percentOf(progress) ?? []))

/** The objectives of which progress is expected on a day, `YYYY-MM-DD`: measured, open, no drafts, with a due date. */
export const scheduledOn = (objectives: ReadonlyArray<Objective>, date: string): ReadonlyArray<Objective> =>
  objectives.filter((objective) => isAveraged(objective) && paceOf(objective, date).gap !== null)

/** How the same objectives have come on and should have. */
export interface Schedule {
  /** Whole per cent, their means. */
  readonly done: number
  readonly expected: number
  /** `expected − done`, in points: positive when they are behind. */
  readonly gap: number
  /** How many they are, and how many of them are behind. */
  readonly of: number
  readonly behind: number
}

/** Over the objectives of `scheduledOn`; null if there is none. */
export const scheduleOn = (objectives: ReadonlyArray<Objective>, date: string): Schedule | null => {
  const paces = scheduledOn(objectives, date).map((objective) => paceOf(objective, date))
  const done = meanPercent(paces.flatMap(({ percent }) => percent ?? []))
  const expected = meanPercent(paces.flatMap(({ expected }) => expected ?? []))
  if (done === null || expected === null) return null
  const behind = paces.filter(({ gap }) => gap !== null && gap > 0).length
  return { done, expected, gap: expected - done, of: paces.length, behind }
}
