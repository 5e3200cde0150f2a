import { Option, Schema } from "effect"
import * as Limits from "../../shared/Limits.ts"
import { described, listOf } from "../entities/Documented.ts"
import { EntityId, ViewPosition } from "../entities/Ids.ts"
import { Day } from "../entities/Time.ts"
import type { Objective, Team } from "../state/State.ts"
import { forecastOf } from "./ForecastRule.ts"

const ForecastPoint = Schema.Struct({
  value: described("The expected value", Schema.Finite),
  percent: described("Progress from start to target in whole per cent, rounded down, 0 to 100", Schema.Int)
}).annotate({ identifier: "ForecastPoint" })

/** Where a measure is heading if it goes on as in its latest check-ins. */
export const MeasureForecast = Schema.Struct({
  id: EntityId,
  basedOn: described(
    "The number of check-ins used: the last one of each of the latest days with any, at most six",
    Schema.Int
  ),
  perDay: described(
    "The change of the value in a day: the least-squares slope by day; null with check-ins on fewer than three days",
    Schema.NullOr(Schema.Finite)
  ),
  atDueDate: described(
    "The forecast for the due date; null without one, or if it is before the latest check-in",
    Schema.NullOr(ForecastPoint)
  ),
  reachesTargetOn: described(
    "The day on which the measure reaches its target, that of the latest check-in if it has; null if it never does",
    Schema.NullOr(Day)
  )
}).annotate({ identifier: "MeasureForecast" })
export type MeasureForecast = typeof MeasureForecast.Type

export const ForecastBody = Schema.Struct({
  sequenceNumber: ViewPosition,
  measures: described("The measures, in the objective's order", listOf(MeasureForecast, Limits.perObjective.progress))
}).annotate({ identifier: "Forecast" })
export type ForecastBody = typeof ForecastBody.Type

const objectiveForecast = ({ progress, dueDate }: Objective): ForecastBody["measures"] =>
  progress.map((measure) => forecastOf(measure, dueDate))

export const forecastView = (team: Team, id: EntityId): Option.Option<ForecastBody> =>
  Option.map(Option.fromNullishOr(team.objectives.find((objective) => objective.id === id)), (objective) => ({
    sequenceNumber: team.touchedAt,
    measures: objectiveForecast(objective)
  }))
