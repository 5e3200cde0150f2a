import type { ObjectiveStatus } from "../Statuses.ts"
import { withSpaces } from "./Nouns.ts"

/** Sentences about how two states differ, whatever happened in between. */

interface Change<A> {
  readonly title: string
  readonly from: A
  readonly to: A
}

export const statusSentence = ({ title, from, to }: Change<ObjectiveStatus>): string =>
  `“${title}” changed from ${withSpaces(from)} to ${withSpaces(to)}.`

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

const initiativeFates = ["done", "added", "dropped", "deleted"] as const

type InitiativeCounts = { readonly [F in (typeof initiativeFates)[number]]: number }

/** What became of initiatives, in parts such as "2 initiatives done". */
export const initiativeParts = (changes: ReadonlyArray<InitiativeCounts>): ReadonlyArray<string> =>
  initiativeFates.flatMap((fate) => {
    const sum = changes.reduce((total, change) => total + change[fate], 0)
    return sum === 0 ? [] : [`${sum} ${sum === 1 ? "initiative" : "initiatives"} ${fate}`]
  })

export const initiativeSentence = (change: InitiativeCounts & { readonly title: string }): string =>
  `“${change.title}”: ${initiativeParts([change]).join(", ")}.`
