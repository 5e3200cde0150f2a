import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { OverviewBody } from "../domain/views/Overview.ts"
import { OverviewChangesBody } from "../domain/views/OverviewChanges.ts"
import { Access, Policy } from "./Access.ts"
import { conditionalHeaders, NotModifiedResponse } from "./ConditionalRequest.ts"
import { sinceParam } from "./NumberParams.ts"

/** 0 is the empty log. */
const SinceParam = sinceParam(0)

export class OverviewApi extends HttpApiGroup.make("overview")
  .add(
    HttpApiEndpoint.get("overview", "/api/overview", {
      headers: conditionalHeaders,
      success: OverviewBody,
      error: NotModifiedResponse
    }).annotate(
      OpenApi.Description,
      "Every team with its counts, and every objective of every team. `expectedPercent` is the share of the days between " +
        "the creation and the due date that are gone, by UTC day; null without a due date and for `draft`, `achieved` and " +
        "`missed`. Open objectives (neither `achieved` nor `missed`) are overdue past their due date, and stale with " +
        "measures whose last check-in (without one: the objective's creation) was 14 days ago or earlier."
    )
  )
  .add(
    HttpApiEndpoint.get("changes", "/api/overview/changes", {
      query: { since: SinceParam },
      headers: conditionalHeaders,
      success: OverviewChangesBody,
      error: NotModifiedResponse
    }).annotate(
      OpenApi.Description,
      "What is different now from how it was right after the event `since` (0: the empty log), or at the beginning of that " +
        "UTC day: the first state against the last one, whatever happened in between. 400 if `since` lies in the future."
    )
  )
  .middleware(Access)
  .annotateEndpoints(Policy, "viewer") {}
