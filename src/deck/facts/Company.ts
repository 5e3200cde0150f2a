import type { Team } from "../../domain/state/State.ts"
import type { StatusCounts, StatusSample } from "../Input.ts"
import { type CompanyInput, type DeckInput, teamInputs } from "../Input.ts"
import { type Attention, attentionOf, worseFirst } from "./Attention.ts"
import { type Message, messageKinds, messagesOf } from "./Messages.ts"
import { averagePercent } from "./Percent.ts"
import { countsOf, type Standing, standingFrom, sumOfCounts } from "./Standing.ts"
import { sumOfSamples } from "./StatusFlow.ts"

export interface TeamRow {
  readonly input: DeckInput
  readonly counts: StatusCounts
  readonly standing: Standing
  /** Whole per cent; null if nothing is measured. */
  readonly average: number | null
  readonly attentions: ReadonlyArray<Attention>
  readonly messages: ReadonlyArray<Message>
}

export interface OfTeam<A> {
  readonly team: Team
  readonly of: A
}

export interface CompanyFacts {
  /** The teams that need most first: by the share of their objectives that needs attention, then by name. */
  readonly teams: ReadonlyArray<TeamRow>
  /** Counts all objectives of all teams. */
  readonly counts: StatusCounts
  readonly standing: Standing
  readonly average: number | null
  /** The worst of all teams first. */
  readonly attentions: ReadonlyArray<OfTeam<Attention>>
  readonly messages: ReadonlyArray<OfTeam<Message>>
  readonly statuses: ReadonlyArray<StatusSample>
}

const rowOf = (input: DeckInput): TeamRow => {
  const { objectives } = input.team
  const counts = countsOf(objectives)
  return {
    input,
    counts,
    standing: standingFrom(counts),
    average: averagePercent(objectives),
    attentions: attentionOf(objectives, input),
    messages: messagesOf(input)
  }
}

const needOf = ({ attentions, standing }: TeamRow): number =>
  standing.all === 0 ? 0 : attentions.length / standing.all

export const companyFacts = (company: CompanyInput): CompanyFacts => {
  const rows = teamInputs(company).map(rowOf)
  const counts = sumOfCounts(rows.map((row) => row.counts))
  return {
    teams: rows.toSorted((one, other) => needOf(other) - needOf(one)),
    counts,
    standing: standingFrom(counts),
    average: averagePercent(rows.flatMap(({ input }) => input.team.objectives)),
    attentions: rows
      .flatMap(({ input: { team }, attentions }) => attentions.map((of) => ({ team, of })))
      .sort((one, other) => worseFirst(one.of, other.of)),
    messages: messageKinds.flatMap((kind) =>
      rows.flatMap(({ input: { team }, messages }) =>
        messages.filter((message) => message.kind === kind).map((of) => ({ team, of }))
      )
    ),
    statuses: sumOfSamples(rows.map(({ input }) => input.statuses))
  }
}
