import type { Objective, Progress } from "../../domain/state/State.ts"
import { isOpen } from "../../shared/Pace.ts"
import { daysBetween, overdue } from "./Dates.ts"
import { explanationOf, inMeasure } from "./Explanation.ts"
import { counted } from "./Numbers.ts"
import { percentOf } from "./Percent.ts"

const dueSoonDays = 14
const halfWayPercent = 50
const silentDays = 60
const lowConfidence = 3

/** The kinds of reasons, the worst first. */
const statusKinds = ["off_track", "missed", "at_risk"] as const
const ruleKinds = ["overdue", "due_soon", "silent", "doubted"] as const
const kinds = [...statusKinds, ...ruleKinds] as const
export type AttentionKind = (typeof kinds)[number]

export interface Reason {
  readonly kind: AttentionKind
  /** Such as `Overdue by 12 days`, never the status itself; null if the other reasons explain the status. */
  readonly words: string | null
}

export interface Attention {
  readonly objective: Objective
  /** At least one, worst first. */
  readonly reasons: readonly [Reason, ...ReadonlyArray<Reason>]
}

type Rule = (objective: Objective, date: string) => string | null

const lastSeen = (measure: Progress): string => measure.checkIns[0]?.timestamp ?? measure.updatedAt

const dueSoon: Rule = (objective, date) => {
  const percent = percentOf(objective)
  if (objective.dueDate === null || percent === null || percent >= halfWayPercent || !isOpen(objective.status))
    return null
  const days = daysBetween(date, objective.dueDate)
  if (days < 0 || days > dueSoonDays) return null
  const due = days === 0 ? "today" : days === 1 ? "tomorrow" : `in ${days} days`
  return `Due ${due}, at ${percent}\u00A0%`
}

/** The time without check-ins. A measure without any counts from its creation. */
const silent: Rule = ({ status, progress }, date) => {
  if (!isOpen(status) || status === "draft" || progress.length === 0) return null
  const days = Math.min(...progress.map((measure) => daysBetween(lastSeen(measure), date)))
  return days < silentDays ? null : `No check-in for ${days} days`
}

const doubted: Rule = (objective) => {
  const { status, progress } = objective
  if (!isOpen(status)) return null
  const lowest = progress.reduce<{ readonly confidence: number; readonly name: string } | null>(
    (low, { confidence, name }) =>
      confidence !== null && (low === null || confidence < low.confidence) ? { confidence, name } : low,
    null
  )
  if (lowest === null || lowest.confidence > lowConfidence) return null
  return `Confidence ${lowest.confidence} of 10${inMeasure(objective, lowest.name)}`
}

const rules: Readonly<Record<(typeof ruleKinds)[number], Rule>> = {
  overdue: ({ status, dueDate }, date) =>
    dueDate !== null && isOpen(status) && overdue(dueDate, date)
      ? `Overdue by ${counted(daysBetween(dueDate, date), "day")}`
      : null,
  due_soon: dueSoon,
  silent,
  doubted
}

const attentionTo = (objective: Objective, date: string): Attention | null => {
  const told = ruleKinds.flatMap((kind): ReadonlyArray<Reason> => {
    const words = rules[kind](objective, date)
    return words === null ? [] : [{ kind, words }]
  })
  const status = statusKinds.find((kind) => kind === objective.status)
  if (status !== undefined) {
    const said = told.map(({ kind }) => kind)
    return { objective, reasons: [{ kind: status, words: explanationOf(objective, date, said) }, ...told] }
  }
  const [worst, ...others] = told
  return worst === undefined ? null : { objective, reasons: [worst, ...others] }
}

const severity = ({ reasons: [worst] }: Attention): number => kinds.indexOf(worst.kind)

/** A text that sorts after every date. */
const never = "~"

/**
 * The objectives that need attention on a day (`YYYY-MM-DD`), each once: by their worst reason, then those with more
 * reasons first, then the earlier due, then in the order given.
 */
export const attentionOn = (objectives: ReadonlyArray<Objective>, date: string): ReadonlyArray<Attention> =>
  objectives
    .flatMap((objective) => attentionTo(objective, date) ?? [])
    .sort((left, right) => {
      const order = severity(left) - severity(right) || right.reasons.length - left.reasons.length
      if (order !== 0) return order
      const [one, other] = [left.objective.dueDate ?? never, right.objective.dueDate ?? never]
      return one < other ? -1 : one > other ? 1 : 0
    })
