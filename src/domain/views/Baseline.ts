import { percentOf } from "../../shared/Percent.ts"
import type { Objective, Progress } from "../state/State.ts"

const valueOn = ({ checkIns, initialValue }: Progress, date: string): number =>
  checkIns.find((checkIn) => checkIn.date <= date)?.value ?? initialValue

/** An objective's progress at the end of a day, `YYYY-MM-DD`, in whole per cent; 0 without measures. */
export const percentOn = ({ progress }: Pick<Objective, "progress">, date: string): number =>
  percentOf(progress.map((measure) => ({ ...measure, value: valueOn(measure, date) }))) ?? 0

/**
 * The progress from which an objective's pace counts, in whole per cent: that at the end of its start date, 0 where it was
 * created later; without a start date that at the end of the UTC day of its creation.
 */
export const paceBaseline = ({ startDate, createdAt, baselinePercent, progress }: Objective): number => {
  if (startDate === null) return baselinePercent
  if (startDate <= createdAt.slice(0, 10)) return 0
  return percentOn({ progress }, startDate)
}

/** The objective with the baseline of its pace. */
export const paced = (objective: Objective): Objective => ({ ...objective, baselinePercent: paceBaseline(objective) })
