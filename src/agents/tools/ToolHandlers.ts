import { Effect, HashMap, Option } from "effect"
import type { EntityId } from "../../domain/entities/Ids.ts"
import { findTeam, type State, type Team } from "../../domain/state/State.ts"
import * as Targets from "../../domain/state/Targets.ts"
import { forecastOf } from "../../domain/views/ForecastRule.ts"
import { type OverviewObjective, teamOverview } from "../../domain/views/Overview.ts"
import { objectiveView, sortedTeams } from "../../domain/views/Views.ts"
import { Projector } from "../../log/projection/Projector.ts"
import { type Days, dayOf } from "../../shared/Days.ts"
import { expectedPercent } from "../../shared/Pace.ts"
import { ServiceDays, todayIn } from "../../time/ServiceDays.ts"
import { PageUrl } from "../../url/ExternalUrl.ts"
import { refused } from "../ToolRefused.ts"
import { pageOf } from "./Definition.ts"
import { mostUrgentFirst, reasonsOf } from "./ObjectivesInNeed.ts"
import { containing, type Found, titlesIn } from "./TitlesInTeam.ts"

const maxTeams = 100
const maxCheckIns = 6

const teamIn = (state: State, id: EntityId) =>
  Option.match(findTeam(state, id), {
    onNone: () => Effect.fail(refused("There is no team with this id. Look ids up with find or get_overview.")),
    onSome: Effect.succeed
  })

const presentation = "application/vnd.openxmlformats-officedocument.presentationml.presentation"

/** The handlers of the tools that read the strategy as it is now. They yield to the event loop after each team. */
export const make = Effect.gen(function* () {
  const projector = yield* Projector
  const pageUrl = yield* PageUrl
  const days = yield* ServiceDays

  const getOverview = Effect.fnUntraced(function* ({
    teamId,
    limit = 20
  }: {
    readonly teamId?: EntityId | undefined
    readonly limit?: number | undefined
  }) {
    const state = yield* projector.state
    const date = yield* todayIn(days)
    const today = dayOf(date)
    const all: ReadonlyArray<Team> =
      teamId === undefined ? sortedTeams(HashMap.toValues(state.teams)) : [yield* teamIn(state, teamId)]
    const attention: Array<OverviewObjective> = []
    const teams = []
    for (const each of all) {
      yield* Effect.yieldNow
      const { team, objectives } = teamOverview(each, date, days)
      const { byStatus, overdue, stale } = team.counts
      teams.push({ id: each.id, name: each.name, objectives: objectives.length, byStatus, overdue, stale })
      attention.push(...objectives.filter((objective) => reasonsOf(objective, today, days).length > 0))
    }
    attention.sort(mostUrgentFirst(today, days))
    return {
      sequenceNumber: state.sequenceNumber,
      today: date,
      teams: teams.slice(0, maxTeams),
      teamsInAll: all.length,
      attention: attention.slice(0, limit).map((objective) => {
        const { id, teamId, title, status, dueDate, percent, expectedPercent, lastCheckInAt } = objective
        const reasons = reasonsOf(objective, today, days)
        return { id, teamId, title, status, dueDate, percent, expectedPercent, lastCheckInAt, reasons }
      }),
      attentionInAll: attention.length
    }
  })

  const find = Effect.fnUntraced(function* ({
    text,
    limit = 20
  }: {
    readonly text: string
    readonly limit?: number | undefined
  }) {
    const state = yield* projector.state
    const contains = containing(text)
    const found: Array<Found> = []
    for (const team of sortedTeams(HashMap.toValues(state.teams))) {
      yield* Effect.yieldNow
      for (const each of titlesIn(team)) if (contains(each.title)) found.push(each)
      if (found.length > limit) break
    }
    return {
      sequenceNumber: state.sequenceNumber,
      found: found.slice(0, limit),
      isComplete: found.length <= limit
    }
  })

  return { getOverview, find, ...(yield* makeSingle(projector, pageUrl, days)) }
})

const makeSingle = (projector: Projector["Service"], pageUrl: string | null, days: Days) =>
  Effect.succeed({
    getTeam: Effect.fnUntraced(function* ({
      teamId,
      offset = 0,
      limit = 25
    }: {
      readonly teamId: EntityId
      readonly offset?: number | undefined
      readonly limit?: number | undefined
    }) {
      const state = yield* projector.state
      const team = yield* teamIn(state, teamId)
      const { objectives } = teamOverview(team, yield* todayIn(days), days)
      const page = pageOf(objectives, offset, limit)
      return {
        sequenceNumber: state.sequenceNumber,
        team: { id: team.id, name: team.name },
        principles: team.principles.map(({ id, title }) => ({ id, title })),
        objectives: page.items.map(({ id, title, status, dueDate, percent, expectedPercent, principleIds }) => ({
          ...{ id, title, status, dueDate, percent, expectedPercent, principleIds }
        })),
        objectivesInAll: objectives.length,
        nextOffset: page.nextOffset
      }
    }),

    getObjective: Effect.fnUntraced(function* ({ objectiveId }: { readonly objectiveId: EntityId }) {
      const state = yield* projector.state
      const location = Targets.objective.find(state, objectiveId)
      const view = location && Option.getOrUndefined(objectiveView(location.team, objectiveId))
      if (location === undefined || view === undefined) {
        return yield* refused("There is no objective with this id, or it was deleted. Look ids up with find.")
      }
      const { entity } = location
      return {
        ...view,
        sequenceNumber: state.sequenceNumber,
        expectedPercent: expectedPercent(entity, dayOf(yield* todayIn(days)), days),
        progress: view.progress.flatMap((measure, index) => {
          const known = entity.progress[index]
          if (known === undefined) return []
          const checkIns = measure.checkIns.slice(0, maxCheckIns)
          return [{ ...measure, checkIns, forecast: forecastOf(known, entity.dueDate, days) }]
        })
      }
    }),

    getDeck: Effect.fnUntraced(function* ({ teamId }: { readonly teamId: EntityId }) {
      yield* teamIn(yield* projector.state, teamId)
      const path = `/api/teams/${teamId}/export`
      const url = pageUrl === null ? null : new URL(`..${path}`, pageUrl).href
      return { path, url, mediaType: presentation }
    })
  })
