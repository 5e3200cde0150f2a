import { Schema } from "effect"
import { entities } from "../../shared/Entities.ts"
import * as Limits from "../../shared/Limits.ts"
import { meanOfSum, percentOf } from "../../shared/Percent.ts"
import {
  type ObjectiveStatus,
  objectiveStatuses,
  type StatusCounts,
  statusCounts,
  sumOfCounts
} from "../../shared/Statuses.ts"
import { described, listOf } from "../entities/Documented.ts"
import { stateSchemasOf } from "../entities/Fields.ts"
import { EntityId, ViewPosition } from "../entities/Ids.ts"
import { Day } from "../entities/Time.ts"
import type { Team } from "../state/State.ts"

const { status } = stateSchemasOf(entities.objective.fields)

/** 53 weeks and now. */
const maxColumns = 54

/** One value for each column. */
const seriesOf = <S extends Schema.Top>(value: S) => listOf(value, maxColumns)

const percent = described(
  "The mean percent, a number for each column; null without any. Drafts do not count",
  seriesOf(Schema.NullOr(Schema.Int))
)

const byStatusSeries = <S extends Schema.Top>(description: string, value: S) =>
  described(
    description,
    Schema.Record(status, seriesOf(value).annotate({ description: "The number with this status, for each column" }))
  )

const TeamTrend = Schema.Struct({
  teamId: described("The team", EntityId),
  percent,
  byStatus: byStatusSeries(
    "The number of objectives with each status, for each column; null where the team did not exist",
    Schema.NullOr(Schema.Int)
  )
}).annotate({ identifier: "TeamTrend" })

export const TrendBody = Schema.Struct({
  sequenceNumber: ViewPosition,
  weeks: described(
    "The columns, oldest first: the beginning of each of the latest Mondays, and now",
    seriesOf(
      Schema.Struct({
        date: described("The Monday that the column is for; today for the last one", Day),
        sequenceNumber: described("The last event that counts for the column; 0 before the first one", Schema.Int)
      }).annotate({ identifier: "TrendWeek" })
    )
  ),
  company: described(
    "All teams that existed at the time together, deleted ones too",
    Schema.Struct({
      percent,
      byStatus: byStatusSeries("The number of objectives with each status, for each column", Schema.Int)
    })
  ),
  teams: described("The teams of now, by name", listOf(TeamTrend, Limits.teams))
}).annotate({ identifier: "OverviewTrend" })
export type TrendBody = typeof TrendBody.Type

/** How the objectives of a team, or of several, stand together at a moment. */
export interface Standing {
  /** Objectives that have a percent and are no draft, and the sum of their percents. */
  readonly measured: number
  readonly percents: number
  readonly byStatus: StatusCounts
}

export type Standings = ReadonlyMap<EntityId, Standing>

/** A column of the trend. */
export interface TrendColumn {
  readonly date: string
  readonly sequenceNumber: number
  readonly standings: Standings
}

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, number) => total + number, 0)

export const standingOf = ({ objectives }: Team): Standing => {
  const percents = objectives.flatMap(({ status, progress }) => (status === "draft" ? [] : (percentOf(progress) ?? [])))
  return { measured: percents.length, percents: sum(percents), byStatus: statusCounts(objectives) }
}

const sumOf = (standings: Standings): Standing => {
  const all = [...standings.values()]
  return {
    measured: sum(all.map(({ measured }) => measured)),
    percents: sum(all.map(({ percents }) => percents)),
    byStatus: sumOfCounts(all.map(({ byStatus }) => byStatus))
  }
}

const meanOf = (standing: Standing | undefined): number | null =>
  meanOfSum(standing?.percents ?? 0, standing?.measured ?? 0)

const byStatusOf = <A>(valueOf: (status: ObjectiveStatus) => A): Readonly<Record<ObjectiveStatus, A>> =>
  Object.fromEntries(objectiveStatuses.map((status) => [status, valueOf(status)])) as Record<ObjectiveStatus, A>

/** The trend without its teams. `columns` are oldest first. */
export const companyTrend = (sequenceNumber: number, columns: ReadonlyArray<TrendColumn>): Omit<TrendBody, "teams"> => {
  const company = columns.map(({ standings }) => sumOf(standings))
  return {
    sequenceNumber,
    weeks: columns.map(({ date, sequenceNumber }) => ({ date, sequenceNumber })),
    company: {
      percent: company.map(meanOf),
      byStatus: byStatusOf((status) => company.map(({ byStatus }) => byStatus[status]))
    }
  }
}

/** The share of one team in the trend. */
export const teamTrend = (columns: ReadonlyArray<TrendColumn>, teamId: EntityId): TrendBody["teams"][number] => {
  const own = columns.map(({ standings }) => standings.get(teamId))
  return {
    teamId,
    percent: own.map(meanOf),
    byStatus: byStatusOf((status) => own.map((standing) => standing?.byStatus[status] ?? null))
  }
}
