import { Schema } from "effect"
import { entities } from "../../shared/Entities.ts"
import { dayOf, doubts, doubtsOf, expectedPercent, isOverdue, isStale } from "../../shared/Pace.ts"
import { statusCounts } from "../../shared/Statuses.ts"
import { stateSchemasOf } from "../entities/Fields.ts"
import { EntityId, SequenceNumber } from "../entities/Ids.ts"
import { lastCheckIn } from "../state/LastCheckIn.ts"
import type { Objective, Team } from "../state/State.ts"
import * as PercentRule from "./Percent.ts"
import { TeamBody, teamBody } from "./Views.ts"

const { title, status, dueDate } = stateSchemasOf(entities.objective.fields)

/** Whole per cent, 0 to 100. */
const Percent = Schema.NullOr(Schema.Int)

const StatusCounts = Schema.Record(status, Schema.Int)

export const OverviewTeam = Schema.Struct({
  team: TeamBody,
  counts: Schema.Struct({
    principles: Schema.Int,
    objectives: Schema.Int,
    /** The number of objectives of every status, also where it is 0. */
    byStatus: StatusCounts,
    /** Open objectives past their due date. */
    overdue: Schema.Int,
    /** Open objectives with measures that had no check-in for 14 days. */
    stale: Schema.Int
  })
}).annotate({ identifier: "OverviewTeam" })
export type OverviewTeam = typeof OverviewTeam.Type

export const OverviewObjective = Schema.Struct({
  id: EntityId,
  teamId: EntityId,
  title,
  status,
  dueDate,
  /** The mean of its measures; null if it has none. */
  percent: Percent,
  /** What `percent` would be today if it grew steadily from where it stood on the day of the creation to the due date. */
  expectedPercent: Percent,
  position: Schema.Int,
  principleIds: Schema.Array(EntityId),
  initiatives: Schema.Struct({ total: Schema.Int, done: Schema.Int }),
  measures: Schema.Int,
  lastCheckInAt: Schema.NullOr(Schema.String),
  /** What does not go together: the status with the progress, the pace or the due date. */
  doubts: Schema.Array(Schema.Literals(doubts)),
  createdAt: Schema.String,
  /** The time of the latest change of the objective or of anything in it, deletions included. */
  updatedAt: Schema.String,
  updatedBy: Schema.String
}).annotate({ identifier: "OverviewObjective" })
export type OverviewObjective = typeof OverviewObjective.Type

export const OverviewBody = Schema.Struct({
  sequenceNumber: SequenceNumber,
  /** By name. */
  teams: Schema.Array(OverviewTeam),
  /** By team, then by position. */
  objectives: Schema.Array(OverviewObjective)
}).annotate({ identifier: "Overview" })
export type OverviewBody = typeof OverviewBody.Type

const overviewObjective = (
  teamId: EntityId,
  objective: Objective,
  position: number,
  today: number
): OverviewObjective => {
  const { id, title, status, dueDate, createdAt, updatedAt, updatedBy } = objective
  const percent = PercentRule.ofMeasures(objective.progress)
  const expected = expectedPercent(objective, today)
  return {
    id,
    teamId,
    title,
    status,
    dueDate,
    percent,
    expectedPercent: expected,
    position,
    principleIds: objective.principleIds,
    initiatives: {
      total: objective.initiatives.length,
      done: objective.initiatives.filter(({ status }) => status === "done").length
    },
    measures: objective.progress.length,
    lastCheckInAt: lastCheckIn(objective.progress)?.timestamp ?? null,
    doubts: doubtsOf({ status, dueDate, percent, expectedPercent: expected }, today),
    createdAt,
    updatedAt,
    updatedBy
  }
}

const countWhere = <A>(items: ReadonlyArray<A>, holds: (item: A) => boolean): number =>
  items.reduce((count, item) => (holds(item) ? count + 1 : count), 0)

/** One team's share of the overview. `date` is today in UTC, `YYYY-MM-DD`. */
export const teamOverview = (
  team: Team,
  date: string
): { readonly team: OverviewTeam; readonly objectives: ReadonlyArray<OverviewObjective> } => {
  const today = dayOf(date)
  const objectives = team.objectives.map((objective, position) =>
    overviewObjective(team.id, objective, position, today)
  )
  return {
    team: {
      team: teamBody(team),
      counts: {
        principles: team.principles.length,
        objectives: objectives.length,
        byStatus: statusCounts(objectives),
        overdue: countWhere(objectives, (objective) => isOverdue(objective, today)),
        stale: countWhere(objectives, (objective) => isStale(objective, today))
      }
    },
    objectives
  }
}
