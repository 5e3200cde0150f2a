import type { ReadonlySignal, Signal } from "@preact/signals"
import { useEffect, useMemo } from "preact/hooks"
import type { HistoryEntry } from "../../../domain/views/History.ts"
import { reasonedStatus } from "../../../shared/FieldEdits.ts"
import type { ObjectiveStatus } from "../../../shared/Statuses.ts"
import { nameOf } from "../../../shared/words/ActorName.ts"
import { succeed } from "../../contract/Result.ts"
import { moment } from "../../session/Route.ts"
import { refreshedList } from "../../workspace/live/RefreshedList.ts"
import type { Objective, Team } from "../../workspace/Team.ts"
import { useWorkspace } from "../../workspace/UseWorkspace.ts"

/** A status that was set, with the reason that was given; `from` is undefined where the objective began with it. */
export interface StatusChange {
  readonly sequenceNumber: number
  readonly timestamp: string
  readonly actorName: string
  readonly from: ObjectiveStatus | undefined
  readonly to: ObjectiveStatus
  readonly note: string
}

/** The statuses that a history has, in its order. */
export const statusChangesOf = (history: ReadonlyArray<HistoryEntry>): ReadonlyArray<StatusChange> =>
  history.flatMap(({ eventType, status, isTransitive, data, oldValue, sequenceNumber, timestamp, ...actor }) => {
    if (status !== "applied" || isTransitive || typeof data.status !== "string") return []
    if (eventType !== "update_objective_status" && eventType !== "create_objective") return []
    const from = oldValue === null ? undefined : reasonedStatus(oldValue).status
    const to = reasonedStatus(data.status).status
    const note = String(data.note ?? data.statusNote ?? "")
    return [{ sequenceNumber, timestamp, actorName: nameOf(actor), from, to, note }]
  })

/** How many events of an objective are looked through: as many as a page of its history may have. */
const maxEvents = 500

/** The latest changes of an objective's status, newest first; loaded when the component is mounted and after each of them. */
export const useStatusChanges = (
  team: Team,
  objective: Signal<Objective>
): ReadonlySignal<ReadonlyArray<StatusChange> | undefined> => {
  const { api } = useWorkspace()
  const { id, status, statusNote } = objective.value
  const { list, refresh } = useMemo(
    () =>
      refreshedList(async () => {
        const before = moment.peek() === "" ? undefined : team.sequenceNumber.peek() + 1
        const answer = await api.entityHistory(id, maxEvents, before)
        return answer.ok ? succeed(statusChangesOf(answer.value)) : answer
      }),
    [id]
  )
  useEffect(() => void refresh(), [id, status, statusNote])
  return list
}
