import type { Objective } from "../../domain/state/State.ts"
import { isOpen } from "../../shared/Pace.ts"
import { type AttentionKind, closedKinds, kinds, type Period, rules } from "./AttentionRules.ts"
import { countsByKind } from "./DeckNumbers.ts"
import { lastNote, type Note } from "./LastNote.ts"
import { type Pace, paceOf } from "./PaceFacts.ts"

interface Reason {
  readonly kind: AttentionKind
  /** Such as `Overdue by 12 days`. */
  readonly words: string
}

export interface Attention {
  readonly objective: Objective
  /** The worst first. */
  readonly reasons: readonly [Reason, ...ReadonlyArray<Reason>]
  /** The team's own last words. */
  readonly note: Note | null
  readonly pace: Pace
}

const attentionTo = (objective: Objective, period: Period): Attention | null => {
  const tried = isOpen(objective.status) ? kinds : closedKinds
  const [worst, ...others] = tried.flatMap((kind): ReadonlyArray<Reason> => {
    const words = rules[kind](objective, period)
    return words === null ? [] : [{ kind, words }]
  })
  if (worst === undefined) return null
  return {
    objective,
    reasons: [worst, ...others],
    note: lastNote(objective, period),
    pace: paceOf(objective, period.date)
  }
}

/** The words of all rules, as they stand behind the team's own: `Overdue by 3 days · confidence fell from 8 to 4`. */
export const ruleText = ({ reasons }: Attention): string =>
  reasons
    .map(({ words }, index) => (index === 0 ? words : `${words.slice(0, 1).toLowerCase()}${words.slice(1)}`))
    .join(" · ")

/** Behind the number of objectives of which that is the worst reason; the worst first. */
const kindWords: Readonly<Record<AttentionKind, string>> = {
  off_track: "off track",
  missed: "missed",
  achieved_below_target: "achieved below target",
  postponed: "postponed twice or more",
  overdue: "overdue",
  contradicted: "with a status that progress contradicts",
  at_risk: "at risk",
  regressed: "worse than at the start",
  doubted: "with low or falling confidence",
  silent: "without a recent check-in"
}

/** `2 off track, 1 missed`: how many have each kind as their worst reason. */
export const kindCounts = (attentions: ReadonlyArray<Attention>): string =>
  countsByKind(
    attentions.map(({ reasons: [worst] }) => worst.kind),
    kindWords
  )

const severity = ({ reasons: [worst] }: Attention): number => kinds.indexOf(worst.kind)

/** A text that sorts after every date. */
const never = "~"

const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/**
 * The worse of two first: by the worst reason, then more reasons, then further behind its pace, then earlier due. The
 * ids make it total, so that the order of a company's teams does not matter.
 */
export const worseFirst = (one: Attention, other: Attention): number =>
  severity(one) - severity(other) ||
  other.reasons.length - one.reasons.length ||
  (other.pace.gap ?? 0) - (one.pace.gap ?? 0) ||
  compareTexts(one.objective.dueDate ?? never, other.objective.dueDate ?? never) ||
  compareTexts(one.objective.id, other.objective.id)

/** The objectives that need attention, each once, the worst first. */
export const attentionOf = (objectives: ReadonlyArray<Objective>, period: Period): ReadonlyArray<Attention> =>
  objectives.flatMap((objective) => attentionTo(objective, period) ?? []).sort(worseFirst)
