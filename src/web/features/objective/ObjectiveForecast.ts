import type { ReadonlySignal, Signal } from "@preact/signals"
import { useEffect, useMemo } from "preact/hooks"
import { isOpen } from "../../../shared/Pace.ts"
import { meanPercent } from "../../../shared/Percent.ts"
import type { AnswerOf } from "../../contract/Call.ts"
import { succeed } from "../../contract/Result.ts"
import { roundedLike } from "../../parts/status/MeasureProgress.ts"
import { moment } from "../../session/Route.ts"
import { inUnit } from "../../texts/MeasureTexts.ts"
import { formatDay, formatNumber } from "../../texts/values/PageFormats.ts"
import { refreshedList } from "../../workspace/live/RefreshedList.ts"
import type { Measure, Objective } from "../../workspace/Team.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import * as texts from "./ObjectiveTexts.ts"

export type MeasureForecast = AnswerOf<"GET /api/objectives/:objectiveId/forecast">["measures"][number]

type Forecast = Pick<MeasureForecast, "atDueDate" | "reachesTargetOn">

type Way = Pick<Measure, "start" | "target" | "unit">

interface Measured {
  readonly progress: ReadonlyArray<Way>
  /** `YYYY-MM-DD` */
  readonly dueDate: string | null
}

/** Where a measure is heading, in words; empty where its check-ins do not tell. `dueDate` is `YYYY-MM-DD`. */
export const measureForecast = (
  measure: Way,
  { atDueDate, reachesTargetOn }: Forecast,
  dueDate: string | null
): string => {
  if (dueDate !== null && atDueDate !== null && atDueDate.percent < 100) {
    const [value, day] = [roundedLike(measure, atDueDate.value), formatDay(dueDate)]
    // What is that near to its target would read as if it reached it.
    if (value === measure.target) return texts.page.forecast(atDueDate.percent, day)
    return texts.page.forecastValue(inUnit(value, measure.unit), day, formatNumber(measure.target))
  }
  return reachesTargetOn === null ? "" : texts.page.reachesTarget(formatDay(reachesTargetOn))
}

/** Where an objective is heading by its due date, in words: its measure, or the mean of several; empty unless all of them tell. */
export const objectiveForecast = ({ progress, dueDate }: Measured, forecasts: ReadonlyArray<Forecast>): string => {
  const [[first], [forecast]] = [progress, forecasts]
  const percents = forecasts.flatMap(({ atDueDate }) => (atDueDate === null ? [] : [atDueDate.percent]))
  if (dueDate === null || percents.length === 0 || percents.length < progress.length) return ""
  if (progress.length === 1 && first !== undefined && forecast !== undefined) {
    return measureForecast(first, forecast, dueDate)
  }
  return texts.page.forecast(meanPercent(percents) ?? 0, formatDay(dueDate))
}

/** The forecasts of an open objective's measures, loaded when the component is mounted and after each change. */
export const useForecast = (
  objective: Signal<Objective>
): ReadonlySignal<ReadonlyArray<MeasureForecast> | undefined> => {
  const { api } = useWorkspace()
  const { id, status, dueDate, progress } = objective.value
  const { list, refresh } = useMemo(
    () =>
      refreshedList(async () => {
        const answer = await api.forecast(id)
        return answer.ok ? succeed(answer.value.measures) : answer
      }),
    [id]
  )
  // Of an earlier moment there are none.
  const isWanted = moment.value === "" && isOpen(status) && progress.length > 0
  const version = progress.map(({ id, updatedAt, start, target }) => `${id} ${updatedAt} ${start} ${target}`).join()
  useEffect(() => {
    if (isWanted) void refresh()
  }, [isWanted, dueDate, version])
  return list
}
