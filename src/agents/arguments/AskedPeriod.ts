import { spanOfMonths } from "../../shared/Days.ts"

/** From its first day to its last one, `YYYY-MM-DD`. */
export type Period = ReturnType<typeof spanOfMonths>

/** How many months each has. */
const lengths = { year: 12, half: 6, quarter: 3, month: 1 }

const relative = /^(this|current|last|previous|next) (year|half|quarter|month)$/
const absolute = /^([12]\d{3})(?: ?([qh])([1-4])| (0[1-9]|1[0-2]))?$/

const steps: Readonly<Record<string, number>> = { last: -1, previous: -1, next: 1 }

/** A year, half-year, quarter or month by its number, or the one of today and those beside it. Undefined: it is none of them. */
export const periodOf = (text: string, today: string): Period | undefined => {
  const words = text
    .toLowerCase()
    .replaceAll(/[\s_/-]+/g, " ")
    .replace(/^([qh][1-4]) (\d{4})$/, "$2 $1")
    .trim()
  const [, step = "", unit] = relative.exec(words) ?? []
  if (unit !== undefined) {
    const length = lengths[unit as keyof typeof lengths]
    const [year = 0, month = 1] = today.split("-").map(Number)
    const now = year * 12 + month - 1
    return spanOfMonths(now - (now % length) + length * (steps[step] ?? 0), length)
  }
  const [whole, year, letter, part, month] = absolute.exec(words) ?? []
  if (whole === undefined) return undefined
  const first = Number(year) * 12
  if (month !== undefined) return spanOfMonths(first + Number(month) - 1, 1)
  if (letter === undefined) return spanOfMonths(first, 12)
  const length = letter === "q" ? lengths.quarter : lengths.half
  const offset = (Number(part) - 1) * length
  return offset < 12 ? spanOfMonths(first + offset, length) : undefined
}
