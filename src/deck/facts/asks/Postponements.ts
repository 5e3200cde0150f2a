import type { DueDateChange, TeamInput } from "../../Input.ts"
import { daysBetween, shortDate } from "../DeckDates.ts"
import { counted } from "../DeckNumbers.ts"

/** How a due date was moved later. */
interface Postponement {
  /** How often. A move that was taken back does not count. */
  readonly times: number
  /** The first due date, `YYYY-MM-DD`. */
  readonly first: string
}

/** The changes of a due date as its postponement up to an event, inclusive; null if it was never moved later. */
export const postponementIn = (
  changes: ReadonlyArray<DueDateChange>,
  upTo = Number.POSITIVE_INFINITY
): Postponement | null => {
  // Each date in it is later than the one before: an earlier date takes back the moves beyond it.
  const dates: Array<string> = []
  for (const date of changes
    .filter(({ sequenceNumber }) => sequenceNumber <= upTo)
    .flatMap(({ from, to }) => [from, to])) {
    if (date === null) continue
    dates.splice(dates.filter((earlier) => earlier < date).length)
    dates.push(date)
  }
  const [first, ...moves] = dates
  return first === undefined || moves.length === 0 ? null : { times: moves.length, first }
}

const timesText = (times: number): string => (times === 1 ? "once" : times === 2 ? "twice" : `${times} times`)

/** `9 days`, `5 weeks`, `4 months`: in about the unit that people would say it in. */
export const spanText = (days: number): string => {
  if (days < 14) return counted(days, "day")
  return days < 60 ? counted(Math.round(days / 7), "week") : counted(Math.round(days / 30.44), "month")
}

/** `postponed twice, by 4 months (first due 30 Oct 2026)`; null for an objective that was never postponed. */
export const postponedText = (
  { id, dueDate }: { readonly id: string; readonly dueDate: string | null },
  { postponements }: Pick<TeamInput, "postponements">
): string | null => {
  const postponement = postponementIn(postponements.get(id) ?? [])
  if (postponement === null) return null
  const { times, first } = postponement
  const by = dueDate === null ? "" : `, by ${spanText(daysBetween(first, dueDate))}`
  return `postponed ${timesText(times)}${by} (first due ${shortDate(first)})`
}
