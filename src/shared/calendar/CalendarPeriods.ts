import { dateOfDay, dayOf, spanOfMonths } from "../Days.ts"
import { isOpen } from "../Pace.ts"
import type { ObjectiveStatus } from "../Statuses.ts"

/** From its first day to its last one, `YYYY-MM-DD`. */
export type Period = ReturnType<typeof spanOfMonths>

/** How many months each has. */
const lengths = { year: 12, half: 6, quarter: 3, month: 1 }

type Unit = keyof typeof lengths

const relative = /^(this|current|last|previous|next) (year|half|quarter|month)$/
const absolute = /^([12]\d{3})(?: ?([qh])([1-4])| (0[1-9]|1[0-2]))?$/

const steps: Readonly<Record<string, number>> = { last: -1, previous: -1, next: 1 }

/** Counted from January of the year 0, as `spanOfMonths` does. */
const monthOf = (date: string): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1

/** The year, half-year, quarter or month of a date, or one that is so many of them later. */
export const periodAround = (date: string, unit: Unit, step = 0): Period => {
  const [month, length] = [monthOf(date), lengths[unit]]
  return spanOfMonths(month - (month % length) + length * step, length)
}

/** A year, half-year, quarter or month by its number, or the one of today and those beside it. Undefined: it is none of them. */
export const periodOf = (text: string, today: string): Period | undefined => {
  const words = text
    .toLowerCase()
    .replaceAll(/[\s_/-]+/g, " ")
    .replace(/^([qh][1-4]) (\d{4})$/, "$2 $1")
    .trim()
  const [, step = "", unit] = relative.exec(words) ?? []
  if (unit !== undefined) return periodAround(today, unit as Unit, steps[step])
  const [whole, year, letter, part, month] = absolute.exec(words) ?? []
  if (whole === undefined) return undefined
  const first = Number(year) * 12
  if (month !== undefined) return spanOfMonths(first + Number(month) - 1, 1)
  if (letter === undefined) return spanOfMonths(first, 12)
  const length = letter === "q" ? lengths.quarter : lengths.half
  const offset = (Number(part) - 1) * length
  return offset < 12 ? spanOfMonths(first + offset, length) : undefined
}

/** `Q1 2027`, `H1 2027` or `2027`, which `periodOf` reads; undefined for other days than the first and last one of these. */
export const nameOfPeriod = (from: string, to: string): string | undefined => {
  const unit = (["quarter", "half", "year"] as const).find((unit) => {
    const period = periodAround(from, unit)
    return period.from === from && period.to === to
  })
  if (unit === undefined) return undefined
  const [year, part] = [from.slice(0, 4), Math.floor((monthOf(from) % 12) / lengths[unit]) + 1]
  return unit === "year" ? year : `${unit === "half" ? "H" : "Q"}${part} ${year}`
}

/** The date so many months later: the same day of the month, or its last one where a month ends or is too short. */
export const monthsLater = (date: string, months: number): string => {
  const [own, then] = [spanOfMonths(monthOf(date), 1), spanOfMonths(monthOf(date) + months, 1)]
  const same = dayOf(then.from) + dayOf(date) - dayOf(own.from)
  return date === own.to || same > dayOf(then.to) ? then.to : dateOfDay(same)
}

interface Planned {
  readonly status: ObjectiveStatus
  /** `YYYY-MM-DD` */
  readonly startDate: string | null
  readonly dueDate: string | null
}

/** Whether an objective runs on a day of a period. Without dates it has always run, and does not end. `today` is a date. */
export const runsIn = ({ status, startDate, dueDate }: Planned, { from, to }: Period, today: string): boolean => {
  const isOver = dueDate !== null && dueDate < from
  return (startDate === null || startDate <= to) && (!isOver || (isOpen(status) && from <= today))
}
