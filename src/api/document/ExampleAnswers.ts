import { Option } from "effect"
import { changeNotification } from "../../domain/ChangeNotification.ts"
import { decide } from "../../domain/Decide.ts"
import type { LoggedEvent } from "../../domain/Event.ts"
import { evolve } from "../../domain/Evolve.ts"
import { ownFactIn } from "../../domain/Fact.ts"
import { answerOf, noChange, outcomeOfDecision } from "../../domain/Outcome.ts"
import { findTeam, type State } from "../../domain/state/State.ts"
import { appliedChange } from "../../domain/views/AppliedChange.ts"
import { deletedPage } from "../../domain/views/Deleted.ts"
import { historyEntry } from "../../domain/views/History.ts"
import { teamOverview } from "../../domain/views/Overview.ts"
import { teamChanges } from "../../domain/views/OverviewChanges.ts"
import { restorePreview } from "../../domain/views/RestorePreview.ts"
import { titlesJsonChunks } from "../../domain/views/TitleIndex.ts"
import { companyTrend, standingOf, teamTrend } from "../../domain/views/Trend.ts"
import { utcDays } from "../../shared/Days.ts"
import { eventText } from "../../shared/words/Events.ts"
import * as Example from "./ExampleStrategy.ts"
import * as Submissions from "./ExampleSubmissions.ts"

export const historyOf = ({ log, grown }: Example.ExampleStrategy, id: string) =>
  log
    .filter(({ event }) => event.sequenceNumber <= grown.sequenceNumber)
    .flatMap(({ event, touched }) => {
      const found = touched.find(({ entityId }) => entityId === id)
      const context = { own: ownFactIn(touched), teamId: Submissions.team }
      return found === undefined ? [] : [historyEntry(event, { ...context, touched: found })]
    })
    .reverse()

export const deletion = ({ first }: Example.ExampleStrategy) => {
  const { state } = first("delete_objective")
  return deletedPage(state, Submissions.team, { limit: 100 })
}

export const outcomes = ({ grown, first }: Example.ExampleStrategy) => {
  const rename = { eventType: "update_team_name", targetId: Submissions.team, data: { name: "Care" } } as const
  const answerTo = (submission: Submissions.ExampleSubmission, lastSeenSequence: number | null) =>
    answerOf(outcomeOfDecision(decide(grown, Example.submissionOf(submission, grown, lastSeenSequence))))
  return {
    applied: answerTo(rename, grown.sequenceNumber),
    no_change: answerOf(noChange),
    conflict: answerTo(rename, first("create_team").event.sequenceNumber),
    rejected: answerTo({ ...rename, data: { name: "" } }, null)
  }
}

const wordsOf = (state: State, event: LoggedEvent): string =>
  eventText({ ...event, fact: ownFactIn(evolve(state, event).effects.touched), effect: null })

/** The preview of the renaming of a team. */
export const previewed = ({ grown }: Example.ExampleStrategy) => {
  const rename = { eventType: "update_team_name", targetId: Submissions.team, data: { name: "Care" } } as const
  const decision = decide(grown, Example.submissionOf(rename, grown, grown.sequenceNumber))
  const description = decision.status === "no_change" ? "no change" : wordsOf(grown, decision.event)
  return {
    sequenceNumber: grown.sequenceNumber,
    outcomes: [{ ...answerOf(outcomeOfDecision(decision)), description }]
  }
}

export const titles = ({ team }: Example.ExampleStrategy) =>
  JSON.parse([...titlesJsonChunks([team], Number.POSITIVE_INFINITY)].join(""))

export const globalPage = ({ log }: Example.ExampleStrategy) => {
  const latest = log.length
  const entries = log
    .slice(-2)
    .map(({ event, touched }) =>
      historyEntry(event, { touched: null, own: ownFactIn(touched), teamId: Submissions.team })
    )
  return { entries: entries.reverse(), from: latest, limit: 2, nextFrom: latest - 2, latestSequence: latest }
}

/** The event that examples compare with and restore to. */
const earlier = ({ first }: Example.ExampleStrategy) => first("update_objective_status").state

export const changes = (strategy: Example.ExampleStrategy) => {
  const { grown, team } = strategy
  const { sequenceNumber: since } = earlier(strategy)
  const changed = teamChanges(Option.getOrUndefined(findTeam(earlier(strategy), team.id)), team)
  return { sequenceNumber: grown.sequenceNumber, since, teams: changed === null ? [] : [changed] }
}

const exampleEpoch = "6f0f3d1c-2b7e-4c55-9a10-3f8de02b9c44"

const pageUrl = "https://plan.example.org/strategy/"

export const appliedChangeOf = ({ first }: Example.ExampleStrategy) => {
  const { event, touched, state } = first("update_objective_status")
  return appliedChange(event, touched, state, { pageUrl })
}

export const changesPage = (strategy: Example.ExampleStrategy) => {
  const change = appliedChangeOf(strategy)
  const latestSequence = strategy.log.length
  return { changes: [change], nextAfter: change.sequenceNumber, latestSequence, epoch: exampleEpoch }
}

export const streamOf = ({ first }: Example.ExampleStrategy): string => {
  const { event, touched, state } = first("update_objective_status")
  const id = (sequenceNumber: number) => `6f0f3d1c.${sequenceNumber}`
  const head = { sequenceNumber: event.sequenceNumber - 1 }
  return [
    `retry: 1000\nid: ${id(head.sequenceNumber)}\nevent: ready\ndata: ${JSON.stringify(head)}\n\n`,
    `id: ${id(event.sequenceNumber)}\nevent: change\ndata: ${JSON.stringify(changeNotification(event, touched, state))}\n\n`
  ].join("")
}

export const overview = ({ grown, team }: Example.ExampleStrategy) => {
  const { team: counted, objectives } = teamOverview(team, Example.today, utcDays)
  return { sequenceNumber: grown.sequenceNumber, teams: [counted], objectives }
}

export const trend = ({ log, grown, team }: Example.ExampleStrategy) => {
  const date = "2026-03-09"
  const columns = log
    .flatMap(({ event, state }) =>
      event.timestamp < date && state.sequenceNumber <= grown.sequenceNumber ? [state] : []
    )
    .slice(-1)
    .concat(grown)
    .map((state, index) => ({
      date: index === 0 ? date : Example.today,
      sequenceNumber: state.sequenceNumber,
      standings: new Map(Option.toArray(findTeam(state, team.id)).map((then) => [then.id, standingOf(then)]))
    }))
  return { ...companyTrend(grown.sequenceNumber, columns), teams: [teamTrend(columns, team.id)] }
}

/** The changes by a restore of the team. */
export const preview = (strategy: Example.ExampleStrategy) => {
  const { sequenceNumber } = earlier(strategy)
  return restorePreview(strategy.grown, { sequenceNumber, teamId: Submissions.team }, earlier(strategy))
}
