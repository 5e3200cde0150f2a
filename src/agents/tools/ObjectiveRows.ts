import { Schema } from "effect"
import { described } from "../../domain/entities/Documented.ts"
import type { OverviewObjective } from "../../domain/views/Overview.ts"
import { type Days, dayOf } from "../../shared/Days.ts"
import { doubts, isBehind, isOpen, isOverdue, isStale, urgencyRank } from "../../shared/Pace.ts"
import { type ObjectiveStatus, objectiveStatuses } from "../../shared/Statuses.ts"
import { ruleText } from "../../shared/words/Rules.ts"
import { count, date, someOf } from "./Definition.ts"

/** Why an objective needs attention. */
const reasons = ["off_track", "at_risk", "overdue", "behind", "stale", ...doubts] as const
type Reason = (typeof reasons)[number]

export const percent = Schema.NullOr(Schema.Int)

/** An objective in a list. */
export const ObjectiveRow = Schema.Struct({
  id: Schema.String,
  teamId: Schema.String,
  title: Schema.String,
  status: Schema.String,
  dueDate: Schema.NullOr(Schema.String),
  percent,
  expectedPercent: percent,
  lastCheckInOn: Schema.NullOr(Schema.String),
  lastCheckInAt: Schema.NullOr(Schema.String),
  reasons: described("Why it needs attention", Schema.Array(Schema.String)),
  principleIds: Schema.Array(Schema.String)
})

/** What a list of objectives is narrowed by, and its page. */
export const listParameters = {
  status: someOf("Only objectives with one of these statuses", objectiveStatuses),
  reason: someOf("Only objectives that need attention for one of these reasons", reasons),
  dueBefore: date("Only objectives that are due before this day"),
  stale: described(
    "true: only objectives without a check-in for 14 days",
    Schema.optional(Schema.Boolean.annotate({ message: ruleText({ rule: "boolean" }) }))
  ),
  offset: count("Where the page begins. Default 0", 0),
  limit: count("How many objectives, 1 to 50. Default 20", 1, 50)
}

interface Filter {
  readonly status?: ReadonlyArray<ObjectiveStatus> | undefined
  readonly reason?: ReadonlyArray<Reason> | undefined
  readonly dueBefore?: string | undefined
  readonly stale?: boolean | undefined
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

/** The rows of the objectives that a filter leaves. An empty list narrows nothing. */
export const rowsOf = (
  objectives: ReadonlyArray<OverviewObjective>,
  today: number,
  days: Days,
  { status = [], reason = [], dueBefore, stale = false }: Filter
): ReadonlyArray<Row> =>
  objectives
    .map((objective) => ({ ...objective, reasons: reasonsOf(objective, today, days) }))
    .filter((row) => {
      const held = new Set(row.reasons)
      return (
        (status.length === 0 || status.includes(row.status)) &&
        (reason.length === 0 || reason.some((one) => held.has(one))) &&
        (!stale || held.has("stale")) &&
        (dueBefore === undefined || (row.dueDate !== null && dayOf(row.dueDate) < dayOf(dueBefore)))
      )
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
