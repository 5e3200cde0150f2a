import { truncatedLine } from "../../domain/entities/Wording.ts"
import type { Objective } from "../../domain/state/State.ts"
import { isOpen } from "../../shared/Pace.ts"
import { daysBetween, overdue } from "./Dates.ts"
import { percentText } from "./Numbers.ts"
import { percentOf, percentOfMeasure } from "./Percent.ts"

type Sign = (objective: Objective, date: string) => string | null

/** ` in Calls`; nothing where it can be no other measure. */
export const inMeasure = ({ progress }: Objective, name: string): string =>
  progress.length === 1 ? "" : ` in ${truncatedLine(name, 40)}`

const ago = (days: number): string => (days <= 0 ? "today" : days === 1 ? "yesterday" : `${days} days ago`)

const passed: Sign = ({ dueDate }, date) =>
  dueDate !== null && overdue(dueDate, date) ? `Due date passed ${ago(daysBetween(dueDate, date))}` : null

/** Its time runs from the day it was made to the day it is due. */
const behind: Sign = (objective, date) => {
  const { createdAt, dueDate } = objective
  const percent = percentOf(objective)
  if (percent === null || dueDate === null || overdue(dueDate, date)) return null
  const time = daysBetween(createdAt, dueDate)
  if (time <= 0) return null
  const gone = Math.floor((100 * daysBetween(createdAt, date)) / time)
  return percent < gone ? `At ${percentText(percent)} with ${percentText(gone)} of time gone` : null
}

/** From the last time somebody said to what is said now; of several measures the one that lost most. */
const fell: Sign = (objective) => {
  const [most] = objective.progress
    .flatMap(({ name, confidence, checkIns }) => {
      const before = checkIns.slice(1).find((checkIn) => checkIn.confidence !== null)?.confidence ?? null
      return confidence === null || before === null || confidence >= before ? [] : [{ name, before, confidence }]
    })
    .sort((left, right) => right.before - right.confidence - (left.before - left.confidence))
  if (most === undefined) return null
  return `Confidence fell from ${most.before} to ${most.confidence}${inMeasure(objective, most.name)}`
}

const lowest: Sign = ({ progress }) => {
  const percents = progress.map((measure) => ({ name: measure.name, percent: percentOfMeasure(measure) }))
  const [least, next] = percents.toSorted((left, right) => left.percent - right.percent)
  if (least === undefined || next === undefined || least.percent === next.percent) return null
  return `Lowest: ${truncatedLine(least.name, 40)}, at ${percentText(least.percent)}`
}

const lastCheckIn = ({ progress }: Objective, date: string): string => {
  if (progress.length === 0) return "No measures yet"
  const days = progress.flatMap(({ checkIns }) =>
    checkIns.slice(0, 1).map(({ timestamp }) => daysBetween(timestamp, date))
  )
  return days.length === 0 ? "No check-in yet" : `Last check-in ${ago(Math.min(...days))}`
}

/**
 * What there is to know about an objective whose status asks for attention, in a phrase that does not repeat the status.
 * `said` are the kinds of its other reasons: what they tell is not told again; null: they tell it all.
 */
export const explanationOf = (objective: Objective, date: string, said: ReadonlyArray<string>): string | null => {
  const timeSaid = said.includes("overdue") || said.includes("due_soon")
  const signs = isOpen(objective.status)
    ? [...(timeSaid ? [] : [behind]), ...(said.includes("doubted") ? [] : [fell])]
    : [passed]
  const all = said.length > 0 ? signs : [...signs, lowest, lastCheckIn]
  return all.map((sign) => sign(objective, date)).find((words) => words !== null) ?? null
}
