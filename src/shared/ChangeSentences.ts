import type { ObjectiveStatus } from "./Statuses.ts"

interface Change<A> {
  readonly title: string
  readonly from: A
  readonly to: A
}

export const statusName = (status: ObjectiveStatus): string => status.replace("_", " ")

export const statusSentence = ({ title, from, to }: Change<ObjectiveStatus>): string =>
  `“${title}” changed from ${statusName(from)} to ${statusName(to)}.`

export const progressSentence = ({ title, from, to }: Change<number | null>): string => {
  if (from === null) return `“${title}” is now measured, at ${to}%.`
  return to === null ? `“${title}” is no longer measured, after ${from}%.` : `“${title}” moved from ${from}% to ${to}%.`
}

/** `day` formats a date. */
export const dueSentence =
  (day: (date: string) => string) =>
  ({ title, from, to }: Change<string | null>): string => {
    if (from === null) return `“${title}” is now due ${day(to ?? "")}. It had no due date before.`
    return to === null
      ? `“${title}” no longer has a due date. It was due ${day(from)}.`
      : `“${title}” is now due ${day(to)} instead of ${day(from)}.`
  }
