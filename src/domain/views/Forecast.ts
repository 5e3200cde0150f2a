import { Option, Schema } from "effect"
import { EntityId, SequenceNumber } from "../entities/Ids.ts"
import type { Objective, Team } from "../state/State.ts"
import { forecastOf } from "./ForecastRule.ts"

const ForecastPoint = Schema.Struct({
  value: Schema.Finite,
  /** Whole per cent, 0 to 100. */
  percent: Schema.Int
}).annotate({ identifier: "ForecastPoint" })

/** Where a measure is heading if it goes on as in its latest check-ins. */
export const MeasureForecast = Schema.Struct({
  id: EntityId,
  /** How many check-ins it is based on: the last one of each of the latest days with any, at most six. */
  basedOn: Schema.Int,
  /** The change of the value in a day: their least-squares slope by UTC day. Null for fewer than three. */
  perDay: Schema.NullOr(Schema.Finite),
  /** On the objective's due date; null without one, and where it is before the latest check-in. */
  atDueDate: Schema.NullOr(ForecastPoint),
  /** The UTC day, `YYYY-MM-DD`: that of the latest check-in if it has reached the target; null where it never does. */
  reachesTargetOn: Schema.NullOr(Schema.String)
}).annotate({ identifier: "MeasureForecast" })
export type MeasureForecast = typeof MeasureForecast.Type

export const ForecastBody = Schema.Struct({
  sequenceNumber: SequenceNumber,
  /** In the objective's order. */
  measures: Schema.Array(MeasureForecast)
}).annotate({ identifier: "Forecast" })
export type ForecastBody = typeof ForecastBody.Type

const objectiveForecast = ({ progress, dueDate }: Objective): ForecastBody["measures"] =>
  progress.map((measure) => forecastOf(measure, dueDate))

export const forecastView = (team: Team, id: EntityId): Option.Option<ForecastBody> =>
  Option.map(Option.fromNullishOr(team.objectives.find((objective) => objective.id === id)), (objective) => ({
    sequenceNumber: team.touchedAt,
    measures: objectiveForecast(objective)
  }))
