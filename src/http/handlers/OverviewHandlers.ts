import { type Duration, Effect, Fiber, HashMap, identity } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentUser } from "../../api/Access.ts"
import { Api } from "../../api/Api.ts"
import { Unavailable } from "../../api/Errors.ts"
import { defaultWeeks } from "../../api/OverviewApi.ts"
import { gateLimits } from "../../bounded/GateLimits.ts"
import type { UserId } from "../../domain/entities/Ids.ts"
import type { State } from "../../domain/state/State.ts"
import { teamOverview } from "../../domain/views/Overview.ts"
import { teamChanges, touchedTeams } from "../../domain/views/OverviewChanges.ts"
import { companyTrend, type TrendColumn, teamTrend } from "../../domain/views/Trend.ts"
import { sortedTeams } from "../../domain/views/Views.ts"
import { EarlierStates } from "../../log/projection/EarlierStates.ts"
import { Projector } from "../../log/projection/Projector.ts"
import { TimeTravel } from "../../log/projection/TimeTravel.ts"
import type { Days } from "../../shared/Days.ts"
import { ServiceDays, todayIn } from "../../time/ServiceDays.ts"
import * as DailyViews from "../answers/DailyViews.ts"
import { PastStates, sequences } from "../answers/PastStates.ts"
import * as StreamedView from "../answers/StreamedView.ts"
import * as TrendColumns from "../answers/TrendColumns.ts"
import * as ViewCache from "../answers/ViewCache.ts"
import { entryTo, unavailable } from "../pipeline/Availability.ts"

/** How long a request waits for a trend, which is read on without it. */
const trendTimeout: Duration.Input = "5 seconds"

const trendNotRead = new Unavailable({ message: "The trend is still being read. Try again in a few seconds." })

/** The JSON of the overview in chunks, a team in each. */
function* overviewJsonChunks(state: State, date: string, days: Days): Generator<string> {
  const teams = sortedTeams(HashMap.toValues(state.teams))
  const [heads, objectives]: [Array<string>, Array<string>] = [[], []]
  for (const team of teams) {
    const overview = teamOverview(team, date, days)
    heads.push(JSON.stringify(overview.team))
    if (overview.objectives.length > 0) objectives.push(JSON.stringify(overview.objectives).slice(1, -1))
    yield ""
  }
  yield `{"sequenceNumber":${state.sequenceNumber},"teams":[${heads.join(",")}],"objectives":[`
  for (const [index, some] of objectives.entries()) yield index === 0 ? some : `,${some}`
  yield "]}"
}

/** The JSON of the changes between two states. */
const changesJsonChunks = (before: State, after: State): Generator<string> => {
  const frame = { sequenceNumber: after.sequenceNumber, since: before.sequenceNumber }
  return ViewCache.jsonChunks(frame, "teams", touchedTeams(before, after), ([then, now]) => teamChanges(then, now))
}

/** The JSON of a trend. */
const trendJsonChunks = (state: State, columns: ReadonlyArray<TrendColumn>): Generator<string> => {
  const frame = companyTrend(state.sequenceNumber, columns)
  return ViewCache.jsonChunks(frame, "teams", sortedTeams(HashMap.toValues(state.teams)), ({ id }) =>
    teamTrend(columns, id)
  )
}

/** Gives the encoded overview of a day. */
const makeOverviews = (days: Days) => {
  const viewsOf = DailyViews.make()
  return (state: State, date: string) =>
    viewsOf(date).inChunks(state.teams, "overview", () => overviewJsonChunks(state, date, days))
}

/** Gives the encoded trend up to today. To be called one at a time. */
const makeTrends = Effect.gen(function* () {
  const columnsOf = yield* TrendColumns.make
  const viewsOf = DailyViews.make()
  return (state: State, date: string, weeks: number, user: UserId) =>
    Effect.gen(function* () {
      const [views, name] = [viewsOf(date), `trend ${weeks}`]
      const kept = views.kept(state.teams, name)
      if (kept !== undefined) return kept
      const columns = yield* columnsOf(state, date, weeks, user)
      return yield* views.inChunks(state.teams, name, () => trendJsonChunks(state, columns))
    })
})

export const layer = HttpApiBuilder.group(
  Api,
  "overview",
  Effect.fn(function* (handlers) {
    const scope = yield* Effect.scope
    const days = yield* ServiceDays
    const today = todayIn(days)
    const sequenceOf = sequences(yield* TimeTravel, days)
    const projector = yield* Projector
    const earlier = yield* EarlierStates
    const overviewOf = makeOverviews(days)
    const past = yield* PastStates
    const pastOverviewOf = makeOverviews(days)
    const trendOf = yield* makeTrends
    const admitTrend = entryTo(gateLimits.trends)
    const respond = StreamedView.make(entryTo(gateLimits.overviews))
    const admitComparison = entryTo(gateLimits.comparisons)

    const overviewAt = (at: string) =>
      past.viewAt(at, (moment) => past.withState(moment, (state) => pastOverviewOf(state, moment.date)))

    return handlers.handleAll({
      overview: Effect.fnUntraced(function* ({ query: { at }, headers, request }) {
        const view = at === undefined ? yield* overviewOf(yield* projector.state, yield* today) : yield* overviewAt(at)
        return yield* respond(view, { request, headers })
      }),
      changes: Effect.fnUntraced(
        function* ({ query, headers, request }) {
          const { userId } = yield* CurrentUser
          const state = yield* projector.state
          const comparison = Effect.gen(function* () {
            yield* admitComparison(userId)
            const since = yield* sequenceOf({
              ...{ parameter: "since", text: query.since, head: state.sequenceNumber },
              boundary: identity
            })
            return yield* Effect.flatMap(earlier.at(since, userId), (then) =>
              ViewCache.encodeChunks(changesJsonChunks(then, state))
            )
          })
          const view = yield* comparison.pipe(
            // It goes on when the client has left, so that asking again finds the earlier state kept.
            Effect.scoped,
            Effect.forkIn(scope),
            Effect.flatMap(Fiber.join)
          )
          return yield* respond(view, { request, headers })
        },
        Effect.catchTag("StorageError", unavailable)
      ),
      trend: Effect.fnUntraced(
        function* ({ query: { weeks = defaultWeeks }, headers, request }) {
          const { userId } = yield* CurrentUser
          const trend = trendOf(yield* projector.state, yield* today, weeks, userId)
          const reading = yield* Effect.andThen(admitTrend(userId), trend).pipe(Effect.scoped, Effect.forkIn(scope))
          const view = yield* Fiber.join(reading).pipe(
            Effect.timeoutOrElse({ duration: trendTimeout, orElse: () => Effect.fail(trendNotRead) })
          )
          return yield* respond(view, { request, headers })
        },
        Effect.catchTag("StorageError", unavailable)
      )
    })
  })
)
