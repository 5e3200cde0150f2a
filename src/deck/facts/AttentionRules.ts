import type { Objective, Progress } from "../../domain/state/State.ts"
import { atRiskPoints } from "../../shared/Pace.ts"
import { percentOf, worstOf, wrongWayBy } from "../../shared/Percent.ts"
import { truncatedLine } from "../../shared/Quoted.ts"
import { wrongWay } from "../../shared/words/Doubts.ts"
import { capitalized } from "../../shared/words/Nouns.ts"
import type { TeamInput } from "../Input.ts"
import { inLine } from "../text/Direction.ts"
import { postponedText, postponementIn } from "./asks/Postponements.ts"
import { daysBetween, shortDate } from "./DeckDates.ts"
import { counted, percentText, quantityText } from "./DeckNumbers.ts"
import { paceOf, silenceOf } from "./PaceFacts.ts"
import { objectiveMarks } from "./StatusFacts.ts"

/** Confidence that has fallen by this much, or is not above `lowConfidence`, needs attention. */
export const confidenceFall = 3
export const lowConfidence = 4

/** So many moves of a due date to a later day need attention. */
const manyPostponements = 2

/** What objectives are judged by: the days of `date`, `YYYY-MM-DD`, and of the date since which confidence is compared, and the log. */
export interface Period extends Pick<TeamInput, "postponements" | "reasons"> {
  readonly date: string
  readonly since: string
}

/** Gives a phrase about an objective that needs attention, or null if this rule finds nothing. */
type Rule = (objective: Objective, period: Period) => string | null

/** ` (Calls)`; nothing where it can be no other measure. */
export const inMeasure = ({ progress }: Objective, { name }: Progress): string =>
  progress.length === 1 ? "" : ` (${inLine(truncatedLine(name, 40))})`

/** `2 % done, 80 % expected`; null without measures, without a due date, and on the first day. */
const paceWords: Rule = (objective, { date }) => {
  const { percent, expected } = paceOf(objective, date)
  if (percent === null || expected === null || expected === 0) return null
  return `${percentText(percent)} done, ${percentText(expected)} expected`
}

const isFarBehind = (objective: Objective, { date }: Period): boolean =>
  (paceOf(objective, date).gap ?? 0) >= atRiskPoints

const sureness = (measure: Progress): ReadonlyArray<{ readonly confidence: number; readonly timestamp: string }> =>
  measure.checkIns.flatMap(({ confidence, timestamp }) => (confidence === null ? [] : [{ confidence, timestamp }]))

/** How far a measure's confidence has fallen: from the highest of the period and the last one before it. */
const fallOf = (measure: Progress, { since }: Period) => {
  const all = sureness(measure)
  const [latest] = all
  if (latest === undefined) return null
  const until = all.findIndex(({ timestamp }) => timestamp < since)
  const from = Math.max(...all.slice(0, until < 0 ? all.length : until + 1).map(({ confidence }) => confidence))
  return { measure, from, to: latest.confidence }
}

/** Names the measure in which confidence is lowest. */
const doubted: Rule = (objective, period) => {
  const [worst] = objective.progress
    .flatMap((measure) => fallOf(measure, period) ?? [])
    .filter(({ from, to }) => from - to >= confidenceFall || to <= lowConfidence)
    .sort((one, other) => one.to - other.to || other.from - one.from)
  if (worst === undefined) return null
  const where = inMeasure(objective, worst.measure)
  return worst.from > worst.to
    ? `Confidence fell from ${worst.from} to ${worst.to}${where}`
    : `Confidence ${worst.to} of 10${where}`
}

const regressed: Rule = (objective) => {
  const worst = worstOf(objective.progress)
  if (worst === undefined) return null
  const by = wrongWay(quantityText(wrongWayBy(worst), worst.unit))
  return `${quantityText(worst.value, worst.unit)}, ${by}${inMeasure(objective, worst)}`
}

const overdue: Rule = ({ dueDate }, { date }) =>
  dueDate !== null && dueDate < date ? `Overdue by ${counted(daysBetween(dueDate, date), "day")}` : null

/** `every 2 weeks`, `every month`, `every 3 months`: how often something happens that is a number of days apart. */
const rhythmWords = (days: number): string => {
  if (days < 26) return `every ${Math.max(2, Math.round(days / 7))} weeks`
  const months = Math.max(1, Math.round(days / 30.4))
  return months === 1 ? "every month" : `every ${months} months`
}

/** `No check-in for 5 weeks`; where two weeks without one would be usual, `No check-in for 7 weeks, usually every month`. */
const silent: Rule = (objective, { date }) => {
  const silence = silenceOf(objective, date)
  if (silence === null) return null
  const usually = silence.usualDays === null ? "" : `, usually ${rhythmWords(silence.usualDays)}`
  return `No check-in for ${silence.weeks} weeks${usually}`
}

/** `On track, but 2 % done, 80 % expected`; `Draft, but 15 % done`: the status contradicts the progress. */
const contradicted: Rule = (objective, period) => {
  const { status, progress } = objective
  if (status === "on_track" && isFarBehind(objective, period)) return `On track, but ${paceWords(objective, period)}`
  const percent = percentOf(progress) ?? 0
  return status === "draft" && percent > 0 ? `Draft, but ${percentText(percent)} done` : null
}

/** What is known of an objective that has no pace yet. */
const withoutPace = ({ dueDate, progress }: Objective): string => {
  const percent = percentOf(progress)
  const due = dueDate === null ? "no due date" : `due ${shortDate(dueDate)}`
  return `${percent === null ? "No measures" : percentText(percent)}, ${due}`
}

/** The reason of a status that needs attention: the progress, which may contradict the status. */
const statusWords: Rule = (objective, period) => {
  const { word } = objectiveMarks[objective.status]
  const words = paceWords(objective, period)
  if (words === null) return withoutPace(objective)
  return (paceOf(objective, period.date).gap ?? 0) <= 0 ? `${word}, though ${words}` : words
}

const ofStatus =
  (status: Objective["status"]): Rule =>
  (objective, period) =>
    objective.status === status ? statusWords(objective, period) : null

/** ` at 40 %`; nothing where nothing is measured. */
export const atPercent = ({ progress }: Objective): string => {
  const percent = percentOf(progress)
  return percent === null ? "" : ` at ${percentText(percent)}`
}

const missed: Rule = (objective) => {
  const due = objective.dueDate === null ? "" : `, due ${shortDate(objective.dueDate)}`
  return objective.status === "missed" ? `Missed${atPercent(objective)}${due}` : null
}

const achievedBelowTarget: Rule = (objective) =>
  objective.status === "achieved" && (percentOf(objective.progress) ?? 100) < 100
    ? `Achieved${atPercent(objective)}, below its target`
    : null

/** Drafts promise no date. */
const postponed: Rule = (objective, period) => {
  const { times } = postponementIn(period.postponements.get(objective.id) ?? []) ?? { times: 0 }
  if (objective.status === "draft" || times < manyPostponements) return null
  return capitalized(postponedText(objective, period) ?? "")
}

/** The rules, the worst first. Those of what is closed are in `closedKinds`. */
export const rules = {
  off_track: ofStatus("off_track"),
  missed,
  achieved_below_target: achievedBelowTarget,
  postponed,
  overdue,
  contradicted,
  at_risk: ofStatus("at_risk"),
  regressed,
  doubted,
  silent
} satisfies Readonly<Record<string, Rule>>

export type AttentionKind = keyof typeof rules

export const kinds = Object.keys(rules) as ReadonlyArray<AttentionKind>

/** Of an achieved or missed objective nothing else is asked. */
export const closedKinds: ReadonlyArray<AttentionKind> = ["missed", "achieved_below_target"]
