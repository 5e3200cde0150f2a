import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { described } from "../domain/entities/Documented.ts"
import { OverviewBody } from "../domain/views/Overview.ts"
import { OverviewChangesBody } from "../domain/views/OverviewChanges.ts"
import { TrendBody } from "../domain/views/Trend.ts"
import { Access, Policy } from "./Access.ts"
import * as Answers from "./document/ExampleAnswers.ts"
import { conditionalHeaders, NotModifiedResponse } from "./requests/ConditionalRequest.ts"
import { Words } from "./requests/EndpointWords.ts"
import { SinceParam, sinceWords, wholeNumberParam } from "./requests/NumberParams.ts"
import { atQuery, atText } from "./requests/PastMoment.ts"

export const defaultWeeks = 8

const WeeksParam = wholeNumberParam({
  minimum: 1,
  maximum: 53,
  defaultsTo: defaultWeeks,
  message: "must be from 1 to 53"
})

export class OverviewApi extends HttpApiGroup.make("overview")
  .add(
    HttpApiEndpoint.get("overview", "/api/overview", {
      query: atQuery,
      headers: conditionalHeaders,
      success: OverviewBody,
      error: NotModifiedResponse
    }).annotate(Words, {
      summary: "Get every objective of every team",
      answer: "Teams with their counts and principles, and objectives",
      examples: (strategy) => ({ example: Answers.overview(strategy) }),
      description:
        "Every team with its counts and principles, and every objective of every team. Teams that share a principle have " +
        "one each, with the same title. `expectedPercent` is what steady work would have " +
        "reached by today: from `percent` at the end of the day of the creation (UTC) to 100 on the due date; null without a " +
        "due date and for `draft`, `achieved` and `missed`. `doubts` lists contradictions: " +
        "`achieved_below_target` (achieved with less than 100 per cent), `draft_with_progress` (a draft with more than 0), " +
        "`on_track_behind` (on track, but `suggestedStatus` is worse), `on_track_overdue`, " +
        "`worse_than_start` (open, with a measure on the wrong side of its start, see `wrongWay`). `suggestedStatus` is " +
        "`achieved` where the target is reached; else `off_track` past the due date, or 40 points or more below what is " +
        "expected; `at_risk` from 20; else `on_track`. " +
        "Open objectives (neither `achieved` nor `missed`) are overdue after their due date, and stale if they have measures " +
        "and the last check-in (or, without one, their creation) was `staleAfter` or more days ago: 14, or more where check-ins are rarer. " +
        `${atText} Days count from that moment.`
    })
  )
  .add(
    HttpApiEndpoint.get("changes", "/api/overview/changes", {
      query: { since: described(sinceWords, SinceParam) },
      headers: conditionalHeaders,
      success: OverviewChangesBody,
      error: NotModifiedResponse
    }).annotate(Words, {
      summary: "Compare all teams with an earlier point in time",
      answer: "The differences, team by team",
      examples: (strategy) => ({ example: Answers.changes(strategy) }),
      description:
        "The net change since right after the event `since` (0: the empty log), or since the beginning of that day: the " +
        "first state compared with the last, regardless of what happened in between. 400 if `since` is in the future."
    })
  )
  .add(
    HttpApiEndpoint.get("trend", "/api/overview/trend", {
      query: { weeks: described("The number of Mondays before now", Schema.optional(WeeksParam)) },
      headers: conditionalHeaders,
      success: TrendBody,
      error: NotModifiedResponse
    }).annotate(Words, {
      summary: "Get the weekly trend",
      answer: "Percents and numbers of objectives by status, of all teams together and of each",
      examples: (strategy) => ({ example: Answers.trend(strategy) }),
      description:
        "How the objectives stood at the beginning of each of the latest `weeks` Mondays, and how they stand now: one " +
        "column more than `weeks`. 503 while earlier weeks of a long log are still being read: ask again."
    })
  )
  .middleware(Access)
  .annotateEndpoints(Policy, "viewer") {}
