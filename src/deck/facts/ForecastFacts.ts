import type { Objective, Progress } from "../../domain/state/State.ts"
import { forecastOf } from "../../domain/views/ForecastRule.ts"
import { isOpen } from "../../shared/Pace.ts"
import { shortDate } from "./DeckDates.ts"
import { percentText } from "./DeckNumbers.ts"

/**
 * Where a measure's latest check-ins lead by the due date: `at this rate 71 % by 31 Dec 2026`. Null for fewer than three, for
 * what is closed or a draft, and where the due date is past or there is none.
 */
export const forecastWords = (
  { status, dueDate }: Pick<Objective, "status" | "dueDate">,
  measure: Progress,
  date: string
): string | null => {
  if (dueDate === null || dueDate < date || status === "draft" || !isOpen(status)) return null
  const { atDueDate } = forecastOf(measure, dueDate)
  return atDueDate === null ? null : `at this rate ${percentText(atDueDate.percent)} by ${shortDate(dueDate)}`
}
