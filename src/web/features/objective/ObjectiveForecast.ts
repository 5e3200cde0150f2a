import type { ReadonlySignal, Signal } from "@preact/signals"
import { useEffect, useMemo } from "preact/hooks"
import { isOpen } from "../../../shared/Pace.ts"
import { meanPercent } from "../../../shared/Percent.ts"
import type { AnswerOf } from "../../contract/Call.ts"
import { succeed } from "../../contract/Result.ts"
import { moment } from "../../session/Route.ts"
import { formatDay } from "../../texts/values/PageFormats.ts"
import { refreshedList } from "../../workspace/live/RefreshedList.ts"
import type { Objective } from "../../workspace/Team.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"
import * as texts from "./ObjectiveTexts.ts"

export type MeasureForecast = AnswerOf<"GET /api/objectives/:objectiveId/forecast">["measures"][number]

type Forecast = Pick<MeasureForecast, "atDueDate" | "reachesTargetOn">

/** Where a measure is heading, in words; empty where its check-ins do not tell. `dueDate` is `YYYY-MM-DD`. */
export const measureForecast = ({ atDueDate, reachesTargetOn }: Forecast, dueDate: string | null): string => {
  if (dueDate !== null && atDueDate !== null && atDueDate.percent < 100) {
    return texts.page.forecast(atDueDate.percent, formatDay(dueDate))
  }
  return reachesTargetOn === null ? "" : texts.page.reachesTarget(formatDay(reachesTargetOn))
}

/** Where an objective is heading by its due date, in words: the mean of its measures; empty unless all of them tell. */
export const objectiveForecast = (measures: ReadonlyArray<Forecast>, dueDate: string | null): string => {
  const percents = measures.flatMap(({ atDueDate }) => (atDueDate === null ? [] : [atDueDate.percent]))
  if (dueDate === null || percents.length === 0 || percents.length < measures.length) return ""
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
