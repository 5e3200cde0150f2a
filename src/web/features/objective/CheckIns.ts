import type { Signal } from "@preact/signals"
import { useEffect, useMemo } from "preact/hooks"
import type { ObjectiveBody } from "../../../domain/views/Views.ts"
import { dayOf } from "../../../shared/Days.ts"
import { succeed } from "../../contract/Result.ts"
import { days } from "../../texts/values/Clock.ts"
import { type RefreshedList, refreshedList } from "../../workspace/live/RefreshedList.ts"
import type { Objective } from "../../workspace/Team.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"

export type MeasureWithCheckIns = ObjectiveBody["progress"][number]
export type LoadedCheckIn = MeasureWithCheckIns["checkIns"][number]

/** With its timestamp on the day that the check-in is of, at noon where it was made on another one. */
const onItsDay = (checkIn: LoadedCheckIn): LoadedCheckIn =>
  days().of(checkIn.timestamp) === dayOf(checkIn.date)
    ? checkIn
    : { ...checkIn, timestamp: `${checkIn.date}T12:00:00.000Z` }

/** The measures of an objective with their check-ins, loaded when the component is mounted and after each change. */
export const useCheckIns = (
  objective: Signal<Objective>
): Pick<RefreshedList<MeasureWithCheckIns>, "list" | "failure"> => {
  const { api } = useWorkspace()
  const { id, progress, updatedAt } = objective.value
  const { list, failure, refresh } = useMemo(
    () =>
      refreshedList(async () => {
        const answer = await api.objective(id)
        return answer.ok
          ? succeed(answer.value.progress.map((one) => ({ ...one, checkIns: one.checkIns.map(onItsDay) })))
          : answer
      }),
    [id]
  )
  // A check-in of an earlier day, or one that is taken out, may change nothing else.
  const version = progress.length === 0 ? "" : [updatedAt, ...progress.map(({ id, value }) => `${id} ${value}`)].join()
  useEffect(() => {
    if (version !== "") void refresh()
  }, [version])
  return { list, failure }
}
