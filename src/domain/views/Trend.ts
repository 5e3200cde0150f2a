import { Schema } from "effect"
import { entities } from "../../shared/Entities.ts"
import {
  type ObjectiveStatus,
  objectiveStatuses,
  type StatusCounts,
  statusCounts,
  sumOfCounts
} from "../../shared/Statuses.ts"
import { stateSchemasOf } from "../entities/Fields.ts"
import { EntityId, SequenceNumber } from "../entities/Ids.ts"
import type { Team } from "../state/State.ts"
import * as PercentRule from "./Percent.ts"

const { status } = stateSchemasOf(entities.objective.fields)

/** One value for each column. */
const seriesOf = <S extends Schema.Top>(value: S) => Schema.Array(value)

/** Whole per cent. */
const percent = seriesOf(Schema.NullOr(Schema.Int))

const TeamTrend = Schema.Struct({
  teamId: EntityId,
  /** The mean of `percent` over objectives that have one and are no draft; null without any. */
  percent,
  /** The number of objectives of every status; null where the team did not exist. */
  byStatus: Schema.Record(status, seriesOf(Schema.NullOr(Schema.Int)))
}).annotate({ identifier: "TeamTrend" })

export const TrendBody = Schema.Struct({
  sequenceNumber: SequenceNumber,
  /** The columns, oldest first: the beginnings of the latest UTC Mondays, and now. */
  weeks: Schema.Array(
    Schema.Struct({
      /** `YYYY-MM-DD`; of the last column today. */
      date: Schema.String,
      /** The last event that counts; 0 before the first one. */
      sequenceNumber: Schema.Int
    }).annotate({ identifier: "TrendWeek" })
  ),
  /** All teams that existed at the time together, deleted ones too. */
  company: Schema.Struct({ percent, byStatus: Schema.Record(status, seriesOf(Schema.Int)) }),
  /** The teams of now, by name. */
  teams: Schema.Array(TeamTrend)
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
  const percents = objectives.flatMap(({ status, progress }) =>
    status === "draft" ? [] : (PercentRule.ofMeasures(progress) ?? [])
  )
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

const percentOf = (standing: Standing | undefined): number | null =>
  standing === undefined || standing.measured === 0 ? null : Math.round(standing.percents / standing.measured)

const byStatusOf = <A>(valueOf: (status: ObjectiveStatus) => A): Readonly<Record<ObjectiveStatus, A>> =>
  Object.fromEntries(objectiveStatuses.map((status) => [status, valueOf(status)])) as Record<ObjectiveStatus, A>

/** The trend without its teams. `columns` are oldest first. */
export const companyTrend = (sequenceNumber: number, columns: ReadonlyArray<TrendColumn>): Omit<TrendBody, "teams"> => {
  const company = columns.map(({ standings }) => sumOf(standings))
  return {
    sequenceNumber,
    weeks: columns.map(({ date, sequenceNumber }) => ({ date, sequenceNumber })),
    company: {
      percent: company.map(percentOf),
      byStatus: byStatusOf((status) => company.map(({ byStatus }) => byStatus[status]))
    }
  }
}

/** The share of one team in the trend. */
export const teamTrend = (columns: ReadonlyArray<TrendColumn>, teamId: EntityId): TrendBody["teams"][number] => {
  const own = columns.map(({ standings }) => standings.get(teamId))
  return {
    teamId,
    percent: own.map(percentOf),
    byStatus: byStatusOf((status) => own.map((standing) => standing?.byStatus[status] ?? null))
  }
}
