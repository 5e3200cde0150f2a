import type { Objective, Progress } from "../../../domain/state/State.ts"
import { dayOf, utcDays } from "../../../shared/Days.ts"
import { isOpen, steadyPercent } from "../../../shared/Pace.ts"
import { percentOf, percentOfMeasure } from "../../../shared/Percent.ts"
import type { DeckInput } from "../../Input.ts"
import { type Attention, attentionOf, worseFirst } from "../Attention.ts"
import type { AttentionKind } from "../AttentionRules.ts"
import { postponementIn } from "./Postponements.ts"

/** The most objectives about which a deck asks for a decision. */
export const maxAsks = 5

/** Why somebody has to decide about an objective. Everything else that needs attention is for its team. */
const askKinds: ReadonlyArray<AttentionKind> = ["off_track", "missed", "achieved_below_target", "postponed"]

/** An objective about which a deck asks for a decision. */
export interface Ask {
  readonly input: DeckInput
  readonly attention: Attention
  /** Percentage points by which it is short of what should be there. */
  readonly damage: number
}

/** Counted to the first due date that was promised, and to the target of what is closed. Without a due date nothing is promised. */
const damageOf = (objective: Objective, { date, postponements }: DeckInput): number => {
  const percent = percentOf(objective.progress) ?? 0
  if (!isOpen(objective.status)) return 100 - percent
  const dueDate = postponementIn(postponements.get(objective.id) ?? [])?.first ?? objective.dueDate
  return Math.max(0, (steadyPercent({ ...objective, dueDate }, dayOf(date), utcDays) ?? 0) - percent)
}

/** Found once for each input, since several slides ask for it. */
const found = new WeakMap<DeckInput, ReadonlyArray<Attention>>()

const attentionIn = (input: DeckInput): ReadonlyArray<Attention> => {
  const known = found.get(input) ?? attentionOf(input.team.objectives, input)
  found.set(input, known)
  return known
}

/** Whether somebody has to decide about it, be it among the first or not. */
export const isAsk = ({ reasons }: Attention): boolean => reasons.some(({ kind }) => askKinds.includes(kind))

/** What some teams have to decide, by damage; the worse first where that is equal. */
export const asksOf = (inputs: ReadonlyArray<DeckInput>): ReadonlyArray<Ask> =>
  inputs
    .flatMap((input) =>
      attentionIn(input)
        .filter(isAsk)
        .map((attention): Ask => ({ input, attention, damage: damageOf(attention.objective, input) }))
    )
    .sort((one, other) => other.damage - one.damage || worseFirst(one.attention, other.attention))

/** What needs attention and has no place among the asks, the worst first. */
export const housekeepingOf = (inputs: ReadonlyArray<DeckInput>): ReadonlyArray<Omit<Ask, "damage">> => {
  const asked = new Set(
    asksOf(inputs)
      .slice(0, maxAsks)
      .map(({ attention }) => attention.objective.id)
  )
  return inputs
    .flatMap((input) => attentionIn(input).map((attention) => ({ input, attention })))
    .filter(({ attention }) => !asked.has(attention.objective.id))
    .sort((one, other) => worseFirst(one.attention, other.attention))
}

/** The measure of an objective that is furthest from its target: the one by which its value is told. */
export const furthestMeasure = ({ progress }: Objective): Progress | undefined =>
  progress.toSorted((one, other) => percentOfMeasure(one) - percentOfMeasure(other))[0]
