import { lastCheckIn } from "../../../domain/state/LastCheckIn.ts"
import type { Objective } from "../../../domain/state/State.ts"
import { fractionReached, percentOf } from "../../../shared/Percent.ts"
import { isPostponed, statusMove } from "../../../shared/Statuses.ts"
import type { DeckInput } from "../../Input.ts"
import { atPercent } from "../AttentionRules.ts"
import { daysBetween, shortDate } from "../DeckDates.ts"
import { countsByKind } from "../DeckNumbers.ts"
import { type Note, noteSince } from "../LastNote.ts"
import { objectiveMarks } from "../StatusFacts.ts"
import { type Ask, asksOf, maxAsks } from "./Asks.ts"
import { spanText } from "./Postponements.ts"

/** How what was asked ended, in the order in which a title counts it. */
export const outcomeWords = {
  done: "done",
  recovered: "recovered",
  postponed: "postponed",
  closed: "closed or dropped short of the target",
  open: "still open"
}
export type OutcomeKind = keyof typeof outcomeWords

/** What came of something that the last deck asked about. */
export interface Outcome {
  readonly ask: Ask
  /** The objective now; undefined if it was deleted. */
  readonly now: Objective | undefined
  readonly kind: OutcomeKind
  /** A sentence: `Still off track, and nothing moved; postponed by 4 weeks to 28 Feb 2027.` */
  readonly words: string
  /** What the team said last since that deck. */
  readonly said: Note | null
}

/** What the last deck asked, as it was then; nothing where that deck is not known. */
const lastAsksOf = (inputs: ReadonlyArray<DeckInput>): ReadonlyArray<Ask> => {
  const then = inputs.flatMap(({ before, lastDeck, ...input }): ReadonlyArray<DeckInput> => {
    if (before === null || lastDeck === null) return []
    const postponements = new Map(
      before.objectives.map(({ id }) => [
        id,
        (input.postponements.get(id) ?? []).filter(({ sequenceNumber }) => sequenceNumber <= lastDeck)
      ])
    )
    return [{ ...input, team: before, before: null, lastDeck: null, date: input.since, postponements }]
  })
  return asksOf(then).slice(0, maxAsks)
}

type Pair = readonly [then: Objective, now: Objective]

/** How much of the way to their targets the measures that were there then have gone since; negative: away from them. */
const movedOf = ([then, now]: Pair): number => {
  const measures = new Map(now.progress.map((measure) => [measure.id, measure]))
  return then.progress.reduce((sum, { id, value }) => {
    const measure = measures.get(id)
    return measure === undefined ? sum : sum + fractionReached(measure, measure.value) - fractionReached(measure, value)
  }, 0)
}

const isReached = ({ progress }: Objective): boolean => (percentOf(progress) ?? 100) === 100

const wordOf = ({ status }: Objective): string => objectiveMarks[status].word.toLowerCase()

/** Of an objective that is achieved or missed now. */
const closing = ([then, now]: Pair): readonly [OutcomeKind, string] => {
  if (now.status === "achieved" && isReached(now)) return ["done", `Achieved${atPercent(now)}`]
  const below = now.status === "achieved" ? ", below its target" : ""
  const words = `${wordOf(now)}${atPercent(now)}${below}`
  return then.status === now.status ? ["open", `Still ${words}`] : ["closed", `Closed as ${words}`]
}

const isLater = ([then, now]: Pair): boolean => isPostponed(then.dueDate, now.dueDate)

/** Of an objective that is open now: its status, and if that is as it was, how its measures moved. More time is no recovery. */
const standing = (pair: Pair): readonly [OutcomeKind, string] => {
  const [then, now] = pair
  if (then.status !== now.status) {
    const words = `${wordOf(now)}, was ${wordOf(then)}`
    if (statusMove(then.status, now.status) !== "recovered") return ["open", `Worse: ${words}`]
    return isLater(pair) ? ["postponed", `Not done: ${words}`] : ["recovered", `Recovered: ${words}`]
  }
  const moved = movedOf(pair)
  const how = moved > 0 ? "but closer to its target" : moved < 0 ? "and further from its target" : "and nothing moved"
  return ["open", now.progress.length === 0 ? `Still ${wordOf(now)}` : `Still ${wordOf(now)}, ${how}`]
}

const afterwards = ([then, now]: Pair, since: string): ReadonlyArray<string> => {
  const by = spanText(daysBetween(then.dueDate ?? "", now.dueDate ?? ""))
  const last = lastCheckIn(now.progress)
  const isSilent = now.progress.length > 0 && (last === undefined || last.date < since)
  return [
    ...(isLater([then, now]) ? [`postponed by ${by} to ${shortDate(now.dueDate ?? "")}`] : []),
    ...(isSilent ? ["no check-in since"] : [])
  ]
}

const outcomeOf = (ask: Ask, inputs: ReadonlyArray<DeckInput>): Outcome => {
  const { objective: then } = ask.attention
  const input = inputs.find(({ team }) => team.id === ask.input.team.id) ?? ask.input
  const now = input.team.objectives.find(({ id }) => id === then.id)
  if (now === undefined) return { ask, now, kind: "closed", words: "Dropped: the objective was deleted.", said: null }
  const pair = [then, now] as const
  const isClosed = now.status === "missed" || now.status === "achieved"
  const [kind, words] = isClosed ? closing(pair) : standing(pair)
  const more = isClosed ? [] : afterwards(pair, input.since)
  return { ask, now, kind, words: `${[words, ...more].join("; ")}.`, said: noteSince(now, input, input.since) }
}

/** What came of everything that the last deck asked about, in the order in which it asked. */
export const outcomesOf = (inputs: ReadonlyArray<DeckInput>): ReadonlyArray<Outcome> =>
  lastAsksOf(inputs).map((ask) => outcomeOf(ask, inputs))

/** `1 done, 2 recovered, 2 still open`. */
export const outcomesText = (outcomes: ReadonlyArray<Outcome>): string =>
  countsByKind(
    outcomes.map(({ kind }) => kind),
    outcomeWords
  )
