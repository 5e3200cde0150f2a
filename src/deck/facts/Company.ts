import { entityPairs, keptPairs } from "../../domain/state/EntityPairs.ts"
import type { Team } from "../../domain/state/State.ts"
import { meanPercent } from "../../shared/Percent.ts"
import { type StatusCounts, statusCounts, sumOfCounts } from "../../shared/Statuses.ts"
import type { StatusSample } from "../Input.ts"
import { type CompanyInput, type DeckInput, teamInputs } from "../Input.ts"
import { type Attention, attentionOf, worseFirst } from "./Attention.ts"
import { averagePercent, isAveraged } from "./AveragePercent.ts"
import { attentionDecisions, type Decision, principleDecisions } from "./Findings.ts"
import { type Message, messageKinds, messagesOf } from "./Messages.ts"
import { paceOf } from "./PaceFacts.ts"
import { sumOfSamples } from "./StatusFlow.ts"

export interface TeamRow {
  readonly input: DeckInput
  readonly counts: StatusCounts
  /** How many objectives it has. */
  readonly all: number
  /** Whole per cent, of measured objectives that are no drafts; null if there is none. */
  readonly average: number | null
  /** What is expected of those with a due date. */
  readonly expected: number | null
  /** Points by which those that were measured already on the day compared with have moved since. */
  readonly change: number | null
  readonly attentions: ReadonlyArray<Attention>
  readonly messages: ReadonlyArray<Message>
}

interface OfTeam<A> {
  readonly team: Team
  readonly of: A
}

export interface CompanyFacts {
  /** The teams that need most first: by the share of their objectives that needs attention, then by name. */
  readonly teams: ReadonlyArray<TeamRow>
  /** Counts all objectives of all teams. */
  readonly counts: StatusCounts
  readonly all: number
  readonly average: number | null
  /** The measured objectives that are no drafts, of which it is the average. */
  readonly averaged: number
  /** The worst of all teams first. */
  readonly attentions: ReadonlyArray<OfTeam<Attention>>
  /** Of all teams, in the order of `attentions`. */
  readonly decisions: ReadonlyArray<Decision>
  readonly messages: ReadonlyArray<OfTeam<Message>>
  readonly statuses: ReadonlyArray<StatusSample>
}

/** Of what was measured then and is now, both times without drafts: a new objective moves nothing. */
const changeOf = ({ team, before }: DeckInput): number | null => {
  const pairs = keptPairs(entityPairs(before?.objectives, team.objectives)).filter((pair) => pair.every(isAveraged))
  const [was, is] = [averagePercent(pairs.map(([old]) => old)), averagePercent(pairs.map(([, present]) => present))]
  return was === null || is === null ? null : is - was
}

const rowOf = (input: DeckInput): TeamRow => {
  const { objectives } = input.team
  const counts = statusCounts(objectives)
  return {
    input,
    counts,
    all: objectives.length,
    average: averagePercent(objectives),
    expected: meanPercent(objectives.filter(isAveraged).flatMap((each) => paceOf(each, input.date).expected ?? [])),
    change: changeOf(input),
    attentions: attentionOf(objectives, input),
    messages: messagesOf(input)
  }
}

const needOf = ({ attentions, all }: TeamRow): number => (all === 0 ? 0 : attentions.length / all)

export const companyFacts = (company: CompanyInput): CompanyFacts => {
  const rows = teamInputs(company).map(rowOf)
  const counts = sumOfCounts(rows.map((row) => row.counts))
  const objectives = rows.flatMap(({ input }) => input.team.objectives)
  const attentions = rows
    .flatMap(({ input: { team }, attentions }) => attentions.map((of) => ({ team, of })))
    .sort((one, other) => worseFirst(one.of, other.of))
  return {
    teams: rows.toSorted((one, other) => needOf(other) - needOf(one)),
    counts,
    all: objectives.length,
    average: averagePercent(objectives),
    averaged: objectives.filter(isAveraged).length,
    attentions,
    decisions: [
      ...attentions.flatMap(({ team, of }) => attentionDecisions(team, of)),
      ...rows.flatMap(({ input }) => principleDecisions(input))
    ],
    messages: messageKinds.flatMap((kind) =>
      rows.flatMap(({ input: { team }, messages }) =>
        messages.filter((message) => message.kind === kind).map((of) => ({ team, of }))
      )
    ),
    statuses: sumOfSamples(rows.map(({ input }) => input.statuses))
  }
}
