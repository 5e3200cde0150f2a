import { Schema } from "effect"
import { described } from "../../domain/entities/Documented.ts"
import { EntityId } from "../../domain/entities/Ids.ts"
import type { State } from "../../domain/state/State.ts"
import * as Targets from "../../domain/state/Targets.ts"
import type { OverviewObjective } from "../../domain/views/Overview.ts"
import { periodOf, runsIn } from "../../shared/calendar/CalendarPeriods.ts"
import { type Days, dayOf } from "../../shared/Days.ts"
import { ownerLength } from "../../shared/Limits.ts"
import { doubts, isBehind, isOpen, isOverdue, isStale, urgencyRank } from "../../shared/Pace.ts"
import { truncated } from "../../shared/Quoted.ts"
import { type ObjectiveStatus, objectiveStatuses } from "../../shared/Statuses.ts"
import { ruleText } from "../../shared/words/Rules.ts"
import { count, date, someOf, text } from "./Definition.ts"

/** Why an objective needs attention. */
const reasons = ["off_track", "at_risk", "overdue", "behind", "stale", ...doubts] as const
type Reason = (typeof reasons)[number]

export const percent = Schema.NullOr(Schema.Int)

const maxNoteLength = 200

/** An objective in a list. */
export const ObjectiveRow = Schema.Struct({
  id: Schema.String,
  teamId: Schema.String,
  title: Schema.String,
  owner: Schema.NullOr(Schema.String),
  status: Schema.String,
  statusNote: described(`Why, cut to ${maxNoteLength} characters`, Schema.NullOr(Schema.String)),
  parentId: described("The objective that it supports", Schema.NullOr(Schema.String)),
  parentTitle: Schema.NullOr(Schema.String),
  startDate: Schema.NullOr(Schema.String),
  dueDate: Schema.NullOr(Schema.String),
  percent,
  expectedPercent: percent,
  lastCheckInOn: Schema.NullOr(Schema.String),
  reasons: described("Why it needs attention", Schema.Array(Schema.String)),
  principleIds: Schema.Array(Schema.String)
})

const periodRule = {
  message:
    "must be 2027, 2027-H1, 2027-Q1 or 2027-03, or this, last or next with year, half, quarter or month, such as this quarter"
}

const period = Schema.String.annotate(periodRule).check(
  Schema.makeFilter((text) => periodOf(text, "2000-01-01") !== undefined, periodRule)
)

/** What a list of objectives is narrowed by, and its page. */
export const listParameters = {
  status: someOf("Only objectives with one of these statuses", objectiveStatuses),
  reason: someOf("Only objectives that need attention for one of these reasons", reasons),
  owner: described(
    "Only objectives of this owner: words of the name or the username; me for the user's own; or unowned",
    Schema.optional(text(1, ownerLength))
  ),
  parentId: described("Only objectives that support this one", Schema.optional(EntityId)),
  period: described(
    "Only objectives that run in it, from start to due date or today if open: 2027, 2027-H1, 2027-Q1, 2027-03, this quarter, next month",
    Schema.optional(period)
  ),
  dueBefore: date("Only objectives that are due before this day"),
  stale: described(
    "true: only objectives without a check-in for 14 days, longer where rare",
    Schema.optional(Schema.Boolean.annotate({ message: ruleText({ rule: "boolean" }) }))
  ),
  offset: count("Where the page begins. Default 0", 0),
  limit: count("How many objectives, 1 to 50. Default 20", 1, 50)
}

interface Filter {
  readonly status?: ReadonlyArray<ObjectiveStatus> | undefined
  readonly reason?: ReadonlyArray<Reason> | undefined
  readonly parentId?: EntityId | undefined
  readonly period?: string | undefined
  readonly dueBefore?: string | undefined
  readonly stale?: boolean | undefined
  readonly isOwner: (owner: string) => boolean
}

/** Why an objective needs attention today; none for those that need none. */
const reasonsOf = (objective: OverviewObjective, today: number, days: Days): ReadonlyArray<Reason> => {
  const { status, doubts } = objective
  const holds: ReadonlyArray<readonly [Reason, boolean]> = [
    ["off_track", status === "off_track"],
    ["at_risk", status === "at_risk"],
    ["overdue", isOverdue(objective, today)],
    ["behind", isOpen(status) && isBehind(objective)],
    ["stale", isStale(objective, today, days)]
  ]
  return [...holds.filter(([, is]) => is).map(([reason]) => reason), ...doubts]
}

type Row = OverviewObjective & { readonly reasons: ReadonlyArray<Reason> }

/** The rows of the objectives that a filter leaves. An empty list narrows nothing. `date` is today. */
export const rowsOf = (
  objectives: ReadonlyArray<OverviewObjective>,
  date: string,
  days: Days,
  { status = [], reason = [], parentId, period, dueBefore, stale = false, isOwner }: Filter
): ReadonlyArray<Row> => {
  const within = period === undefined ? undefined : periodOf(period, date)
  return objectives
    .filter(
      (one) =>
        (status.length === 0 || status.includes(one.status)) &&
        isOwner(one.owner) &&
        (parentId === undefined || one.parentId === parentId) &&
        (within === undefined || runsIn(one, within, date)) &&
        (dueBefore === undefined || (one.dueDate !== null && one.dueDate < dueBefore))
    )
    .map((one) => ({ ...one, reasons: reasonsOf(one, dayOf(date), days) }))
    .filter(({ reasons }) => {
      const held = new Set(reasons)
      return (reason.length === 0 || reason.some((one) => held.has(one))) && (!stale || held.has("stale"))
    })
}

/** Who answers for an objective, why its status is what it is, and what it supports; null for none. */
export const answered = (
  state: State,
  { owner, statusNote, parentId }: Pick<OverviewObjective, "owner" | "statusNote" | "parentId">
) => ({
  owner: owner || null,
  statusNote: truncated(statusNote, maxNoteLength) || null,
  parentTitle: Targets.objective.find(state, parentId)?.entity.title ?? null
})

/** How far an objective is behind its pace, in percentage points. */
const gapOf = ({ percent, expectedPercent }: Row): number => (expectedPercent ?? 0) - (percent ?? 0)

/** The most urgent first, as on the page; of those, the furthest behind. */
export const mostUrgentFirst =
  (today: number, days: Days) =>
  (one: Row, other: Row): number => {
    const [rank, otherRank] = [urgencyRank(one, today, days), urgencyRank(other, today, days)]
    return rank === otherRank ? gapOf(other) - gapOf(one) : rank - otherRank
  }
