import * as Iterable from "effect/Iterable"
import type { CheckIn, Objective, Principle, Progress, Team } from "../domain/state/State.ts"
import { paced } from "../domain/views/Baseline.ts"
import { forecastCheckIns } from "../domain/views/ForecastRule.ts"
import { type Days, daysIn } from "../shared/Days.ts"
import { notedCheckIns } from "./facts/LastNote.ts"
import { weekEnds } from "./facts/WeekFacts.ts"
import { type DeckContext, type Detail, maxDetailed } from "./Input.ts"
import { localTime } from "./LocalTime.ts"

/**
 * A team may hold 600,000 check-ins with a note each, of which a deck shows few. What is sent to a worker has those that its
 * facts and slides need: no fact is another one for it.
 */

/** What is kept of each objective. */
interface Amounts {
  /** The latest check-ins of a measure. */
  readonly latest: number
  /** How many of a measure's earlier check-ins are kept, at equal distances. */
  readonly earlier: number
  /** The notes of an objective, the latest. */
  readonly notes: number
  /** Descriptions, groups and initiatives. */
  readonly details: boolean
}

const pages: Amounts = { latest: 20, earlier: 30, notes: 10, details: true }
const tables: Amounts = { latest: 4, earlier: 12, notes: 6, details: true }
const summary: Amounts = { latest: 2, earlier: 4, notes: 1, details: false }
const past: Amounts = { latest: 0, earlier: 0, notes: 0, details: false }

/** What is kept of the teams of a deck, of whom there are several in a company's. */
const amountsOf = (objectives: number, isCompany: boolean, detail: Detail): Amounts => {
  if (isCompany && detail === "board") return summary
  return objectives > maxDetailed || isCompany ? tables : pages
}

/** Picks `count` elements at equal distances, including the last one. */
const evenly = <A>(all: ReadonlyArray<A>, count: number): ReadonlyArray<A> =>
  all.filter((_, n) => Math.floor(((n + 1) * count) / all.length) > Math.floor((n * count) / all.length))

/** The check-ins that tell how far confidence fell: the latest, the surest of the period, and the last one before it. */
const confidences = (checkIns: ReadonlyArray<CheckIn>, since: string): ReadonlyArray<CheckIn> => {
  const sure = checkIns.filter(({ confidence }) => confidence !== null)
  const before = sure.findIndex(({ date }) => date < since)
  const period = before < 0 ? sure : sure.slice(0, before + 1)
  const surest = period.toSorted((one, other) => (other.confidence ?? 0) - (one.confidence ?? 0))
  return [...period.slice(0, 1), ...surest.slice(0, 1), ...period.slice(-1)]
}

const noVersions = {}

interface Kept {
  readonly amounts: Amounts
  readonly context: Pick<DeckContext, "since" | "notes" | "timeZone">
  /** Days at whose end each measure's value is kept. */
  readonly weekEnds: ReadonlyArray<string>
}

/** The time that a deck has of a check-in, on the day that it is of. */
const timeOf = ({ date, timestamp }: CheckIn, days: Days): string =>
  `${date}${localTime(timestamp, days).slice(date.length)}`

const reducedMeasure = (
  measure: Progress,
  noted: ReadonlySet<CheckIn>,
  { amounts, context, weekEnds }: Kept
): Progress => {
  const { checkIns } = measure
  const days = daysIn(context.timeZone)
  const kept = new Set([
    ...checkIns.slice(0, amounts.latest),
    ...evenly(checkIns.slice(amounts.latest), amounts.earlier),
    ...weekEnds.flatMap((day) => checkIns.find(({ date }) => date <= day) ?? []),
    ...(amounts.latest === 0 ? [] : [...confidences(checkIns, context.since), ...forecastCheckIns(measure)])
  ])
  return {
    ...measure,
    name: unbroken(measure.name),
    note: "",
    versions: noVersions,
    updatedBy: "",
    checkIns: checkIns
      .filter((checkIn) => kept.has(checkIn) || noted.has(checkIn))
      .map((checkIn) => ({
        ...checkIn,
        timestamp: timeOf(checkIn, days),
        note: noted.has(checkIn) ? unbroken(checkIn.note) : "",
        actorName: context.notes ? checkIn.actorName : ""
      }))
  }
}

const units = "[%‰°€$£¥]|(?:[kKMGT]?B|[kM]?Wh?|[kcm]?m|k?g|ms|s|h|min|t|k|M|bn|pp)(?![\\p{L}\\p{N}])"
const parting = new RegExp(`(?<=\\d) (?=${units})|(?<=[€$£¥±−]) (?=\\d)`, "gu")

/** A text in which no line ends between a number and its unit or sign: in `from 8 % to 4 %` and `± 10 ms`. */
const unbroken = (text: string): string => text.replaceAll(parting, "\u00A0")

/** No slide says who made or changed what it shows. */
const unsigned = { createdBy: "", updatedBy: "" }

/** With the baseline of its pace, and the times that a deck has. */
const reducedObjective = (objective: Objective, kept: Kept): Objective => {
  const { amounts, context } = kept
  const noted = new Set(amounts.notes === 0 ? [] : notedCheckIns(objective).slice(0, amounts.notes))
  return {
    ...paced(objective),
    ...unsigned,
    createdAt: localTime(objective.createdAt, daysIn(context.timeZone)),
    title: unbroken(objective.title),
    description: amounts.details ? unbroken(objective.description) : "",
    statusNote: unbroken(objective.statusNote),
    groups: amounts.details ? objective.groups : [],
    initiatives: amounts.details ? objective.initiatives.map((each) => ({ ...each, title: unbroken(each.title) })) : [],
    versions: noVersions,
    progress: objective.progress.map((measure) => reducedMeasure(measure, noted, kept))
  }
}

const reducedPrinciple = (principle: Principle, { amounts }: Kept): Principle => ({
  ...principle,
  ...unsigned,
  title: unbroken(principle.title),
  description: amounts.details ? unbroken(principle.description) : "",
  versions: noVersions
})

/** A team without its objectives, which are reduced one after the other as they are asked for. */
export interface ReducedTeam {
  readonly team: Team
  readonly objectives: Iterable<Objective>
}

const reduced = (team: Team, kept: Kept): ReducedTeam => ({
  team: {
    ...team,
    versions: noVersions,
    principles: team.principles.map((principle) => reducedPrinciple(principle, kept)),
    objectives: []
  },
  objectives: Iterable.map(team.objectives, (objective) => reducedObjective(objective, kept))
})

/** A team as a deck shows it, with its last weeks where there are few. */
export const reducedTeam = (team: Team, context: DeckContext, isCompany: boolean, hasWeeks = false): ReducedTeam =>
  reduced(team, {
    amounts: amountsOf(team.objectives.length, isCompany, context.detail),
    context,
    weekEnds: hasWeeks ? weekEnds(context.date) : []
  })

/** A team of which a deck only shows what has changed since. */
export const reducedPast = (team: Team, context: DeckContext): ReducedTeam =>
  reduced(team, { amounts: past, context: { ...context, notes: false }, weekEnds: [] })
