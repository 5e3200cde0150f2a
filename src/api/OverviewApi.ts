import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { isCalendarDate } from "../domain/entities/Fields.ts"
import { OverviewBody } from "../domain/views/Overview.ts"
import { OverviewChangesBody } from "../domain/views/OverviewChanges.ts"
import { Access, Policy } from "./Access.ts"
import { conditionalHeaders, NotModifiedResponse } from "./ConditionalRequest.ts"

const sinceRule = "must be a sequence number, or a date of the form YYYY-MM-DD"

const isSequenceNumber = (text: string): boolean => /^\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text))

/** A sequence number, 0 for the empty log, or a calendar date; still as text. */
export const SinceParam = Schema.String.check(
  Schema.makeFilter((text: string) => isSequenceNumber(text) || isCalendarDate(text) || sinceRule)
).annotate({ message: sinceRule })

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
