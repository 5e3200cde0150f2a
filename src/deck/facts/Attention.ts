import type { Objective, Progress } from "../../domain/state/State.ts"
import { daysBetween, overdue } from "./Dates.ts"
import { explanationOf, inMeasure } from "./Explanation.ts"
import { counted } from "./Numbers.ts"
import { percentOf } from "./Percent.ts"
import { isOpen } from "./Statuses.ts"

/** What the rules go by, in days, per cent and confidence. */
const soon = 14
const halfWay = 50
const silence = 60
const doubt = 3

/** Worst first. */
const statusKinds = ["off_track", "missed", "at_risk"] as const
const ruleKinds = ["overdue", "due_soon", "silent", "doubted"] as const
const kinds = [...statusKinds, ...ruleKinds] as const
export type AttentionKind = (typeof kinds)[number]

export interface Reason {
  readonly kind: AttentionKind
  /** `Overdue by 12 days`; never the status itself. Null: the other reasons say why it stands so. */
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
  if (objective.dueDate === null || percent === null || percent >= halfWay || !isOpen(objective.status)) return null
  const days = daysBetween(date, objective.dueDate)
  if (days < 0 || days > soon) return null
  const due = days === 0 ? "today" : days === 1 ? "tomorrow" : `in ${days} days`
  return `Due ${due}, at ${percent}\u00A0%`
}

/** A measure nobody has checked in counts from when it was made. */
const silent: Rule = ({ status, progress }, date) => {
  if (!isOpen(status) || status === "draft" || progress.length === 0) return null
  const days = Math.min(...progress.map((measure) => daysBetween(lastSeen(measure), date)))
  return days < silence ? null : `No check-in for ${days} days`
}

const doubted: Rule = (objective) => {
  const { status, progress } = objective
  if (!isOpen(status)) return null
  const lowest = progress.reduce<{ readonly confidence: number; readonly name: string } | null>(
    (low, { confidence, name }) =>
      confidence !== null && (low === null || confidence < low.confidence) ? { confidence, name } : low,
    null
  )
  if (lowest === null || lowest.confidence > doubt) return null
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

/** After every date. */
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
