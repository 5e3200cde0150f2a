import { Schema } from "effect"
import { type Days, dayOf } from "../../shared/Days.ts"
import { entities } from "../../shared/Entities.ts"
import * as Limits from "../../shared/Limits.ts"
import {
  doubts,
  doubtsOf,
  expectedPercent,
  isOpen,
  isOverdue,
  isStale,
  staleAfter,
  suggestionOn
} from "../../shared/Pace.ts"
import { percentOf, worstOf, wrongWayBy } from "../../shared/Percent.ts"
import { statusCounts } from "../../shared/Statuses.ts"
import { described, listOf } from "../entities/Documented.ts"
import { authorshipSchemas, parentId, stateSchemasOf } from "../entities/Fields.ts"
import { EntityId, ViewPosition } from "../entities/Ids.ts"
import { createdAt, Day, objectiveUpdatedAt, staleAfterSchema, Time } from "../entities/Time.ts"
import { lastCheckIn } from "../state/LastCheckIn.ts"
import type { Objective, Team } from "../state/State.ts"
import { paced } from "./Baseline.ts"
import { checkInDays } from "./ForecastRule.ts"
import { objectivePercent, TeamBody, teamBody } from "./Views.ts"

const { title, status, statusNote, owner, startDate, dueDate } = stateSchemasOf(entities.objective.fields)
const progressFields = stateSchemasOf(entities.progress.fields)

export const OverviewTeam = Schema.Struct({
  team: described("The team", TeamBody),
  principles: described(
    "Its principles, by position",
    listOf(
      Schema.Struct({ id: EntityId, title: stateSchemasOf(entities.principle.fields).title }).annotate({
        identifier: "OverviewPrinciple"
      }),
      Limits.perTeam.principles
    )
  ),
  counts: described(
    "Its numbers",
    Schema.Struct({
      principles: described("The number of principles", Schema.Int),
      objectives: described("The number of objectives", Schema.Int),
      byStatus: described(
        "The number of objectives with each status, also where it is 0",
        Schema.Record(status, Schema.Int.annotate({ description: "The number of objectives with this status" }))
      ),
      overdue: described("The number of open objectives past their due date", Schema.Int),
      stale: described("The number of open objectives with measures but no check-in for `staleAfter` days", Schema.Int)
    })
  )
}).annotate({ identifier: "OverviewTeam" })
export type OverviewTeam = typeof OverviewTeam.Type

export const WrongWay = Schema.Struct({
  id: EntityId,
  name: progressFields.name,
  unit: progressFields.unit,
  by: described("How far it is on the wrong side of its start, in its unit", Schema.Finite)
}).annotate({ identifier: "WrongWay" })

export const OverviewObjective = Schema.Struct({
  id: EntityId,
  teamId: described("The team it belongs to", EntityId),
  title,
  status,
  statusNote,
  owner,
  startDate,
  dueDate,
  parentId,
  percent: objectivePercent,
  expectedPercent: described(
    "`percent` today at a steady pace, from the start date or the creation on; null without a due date, and for drafts and closed objectives",
    Schema.NullOr(Schema.Int)
  ),
  position: described("Its place in its team's list, from 0", Schema.Int),
  principleIds: described(
    "The principles that it is linked to",
    listOf(EntityId, Limits.perObjective.linkedPrinciples)
  ),
  initiatives: described(
    "Its initiatives",
    Schema.Struct({
      total: described("The number of all", Schema.Int),
      done: described("The number that are done", Schema.Int)
    })
  ),
  measures: described("The number of measures", Schema.Int),
  lastCheckInOn: described("The day of the latest check-in of its measures; null without any", Schema.NullOr(Day)),
  lastCheckInAt: described("When that check-in was made; null without any", Schema.NullOr(Time)),
  staleAfter: staleAfterSchema,
  suggestedStatus: described(
    "The status that its progress, its pace and its due date suggest, perhaps the one it has; null if they suggest none",
    Schema.NullOr(status)
  ),
  wrongWay: described(
    "The measure that is worst compared with its start, while the objective is open; null if none is worse",
    Schema.NullOr(WrongWay)
  ),
  doubts: described("Contradictions, such as on track but overdue", listOf(Schema.Literals(doubts), doubts.length)),
  createdAt,
  updatedAt: objectiveUpdatedAt,
  updatedBy: authorshipSchemas.updatedBy
}).annotate({ identifier: "OverviewObjective" })
export type OverviewObjective = typeof OverviewObjective.Type

export const OverviewBody = Schema.Struct({
  sequenceNumber: ViewPosition,
  teams: described("Teams, by name", listOf(OverviewTeam, Limits.teams)),
  objectives: described(
    "Objectives, by team and position",
    listOf(OverviewObjective, Limits.teams * Limits.perTeam.objectives)
  )
}).annotate({ identifier: "Overview" })
export type OverviewBody = typeof OverviewBody.Type

/** The measure that is worst compared with its start; null if none is worse. */
export const wrongWayOf = ({ progress }: Objective): OverviewObjective["wrongWay"] => {
  const worst = worstOf(progress)
  return worst === undefined ? null : { id: worst.id, name: worst.name, unit: worst.unit, by: wrongWayBy(worst) }
}

const overviewObjective = (
  teamId: EntityId,
  objective: Objective,
  position: number,
  today: number,
  days: Days
): OverviewObjective => {
  const { id, title, status, statusNote, owner, startDate, dueDate } = objective
  const { createdAt, updatedAt, updatedBy } = objective
  const latest = lastCheckIn(objective.progress)
  const planned = paced(objective)
  const percent = percentOf(objective.progress)
  const expected = expectedPercent(planned, today, days)
  return {
    id,
    teamId,
    title,
    status,
    statusNote,
    owner,
    startDate,
    dueDate,
    parentId: objective.parentId,
    percent,
    expectedPercent: expected,
    position,
    principleIds: objective.principleIds,
    initiatives: {
      total: objective.initiatives.length,
      done: objective.initiatives.filter(({ status }) => status === "done").length
    },
    measures: objective.progress.length,
    lastCheckInOn: latest?.date ?? null,
    lastCheckInAt: latest?.timestamp ?? null,
    staleAfter: staleAfter(checkInDays(objective.progress)),
    suggestedStatus: suggestionOn({ ...planned, percent }, today, days),
    wrongWay: isOpen(status) ? wrongWayOf(objective) : null,
    doubts: doubtsOf({ ...objective, percent, expectedPercent: expected }, today),
    createdAt,
    updatedAt,
    updatedBy
  }
}

const countWhere = <A>(items: ReadonlyArray<A>, holds: (item: A) => boolean): number =>
  items.reduce((count, item) => (holds(item) ? count + 1 : count), 0)

/** One team's share of the overview. `date` is today, `YYYY-MM-DD`. */
export const teamOverview = (
  team: Team,
  date: string,
  days: Days
): { readonly team: OverviewTeam; readonly objectives: ReadonlyArray<OverviewObjective> } => {
  const today = dayOf(date)
  const objectives = team.objectives.map((objective, position) =>
    overviewObjective(team.id, objective, position, today, days)
  )
  return {
    team: {
      team: teamBody(team),
      principles: team.principles.map(({ id, title }) => ({ id, title })),
      counts: {
        principles: team.principles.length,
        objectives: objectives.length,
        byStatus: statusCounts(objectives),
        overdue: countWhere(objectives, (objective) => isOverdue(objective, today)),
        stale: countWhere(objectives, (objective) => isStale(objective, today, days))
      }
    },
    objectives
  }
}
