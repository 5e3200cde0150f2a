import type { Signal } from "@preact/signals"
import { useEffect, useMemo } from "preact/hooks"
import type { ObjectiveBody } from "../../../domain/views/Views.ts"
import { succeed } from "../../contract/Result.ts"
import { type RefreshedList, refreshedList } from "../../workspace/live/RefreshedList.ts"
import type { Objective } from "../../workspace/Team.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"

export type MeasureWithCheckIns = ObjectiveBody["progress"][number]
export type LoadedCheckIn = MeasureWithCheckIns["checkIns"][number]

/** The measures of an objective with their check-ins, loaded when the component is mounted and after each change. */
export const useCheckIns = (
  objective: Signal<Objective>
): Pick<RefreshedList<MeasureWithCheckIns>, "list" | "failure"> => {
  const { api } = useWorkspace()
  const { id, progress } = objective.value
  const { list, failure, refresh } = useMemo(
    () =>
      refreshedList(async () => {
        const answer = await api.objective(id)
        return answer.ok ? succeed(answer.value.progress) : answer
      }),
    [id]
  )
  const version = progress.map(({ id, updatedAt, value }) => `${id} ${updatedAt} ${value}`).join()
  useEffect(() => {
    if (version !== "") void refresh()
  }, [version])
  return { list, failure }
}
