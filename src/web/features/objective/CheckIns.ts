import { type ReadonlySignal, type Signal, signal } from "@preact/signals-core"
import type { ObjectiveBody } from "../../../domain/views/Views.ts"
import type { Objective } from "../../workspace/Team.ts"
import type { Workspace } from "../../workspace/Workspace.ts"

export type CheckIn = ObjectiveBody["progress"][number]["checkIns"][number]

/** Check-ins by the id of their measure, newest first; `failed` when they could not be loaded. */
export type CheckIns = ReadonlyMap<string, ReadonlyArray<CheckIn>> | "failed" | undefined

export interface CheckInsByObjective {
  /** The check-ins of an objective's measures; undefined until loaded. */
  readonly of: (objectiveId: string) => ReadonlySignal<CheckIns>
  /** Fetches the check-ins when the measures have changed since the last time; until then the loaded ones stay. */
  readonly load: (objective: Objective) => Promise<void>
}

interface Entry {
  readonly checkIns: Signal<CheckIns>
  /** The version of the measures they were requested for. */
  requestedFor: string
}

export const makeCheckIns = ({ api }: Workspace): CheckInsByObjective => {
  const entries = new Map<string, Entry>()
  const entryOf = (objectiveId: string): Entry => {
    const entry = entries.get(objectiveId) ?? { checkIns: signal(undefined), requestedFor: "" }
    entries.set(objectiveId, entry)
    return entry
  }
  return {
    of: (objectiveId) => entryOf(objectiveId).checkIns,
    load: async ({ id, progress }) => {
      const entry = entryOf(id)
      const version = progress.map(({ id, updatedAt, value }) => `${id} ${updatedAt} ${value}`).join()
      if (entry.requestedFor === version) return
      entry.requestedFor = version
      const answer = await api.objective(id)
      if (entry.requestedFor !== version) return
      if (answer.ok) {
        entry.checkIns.value = new Map(answer.value.progress.map((measure) => [measure.id, measure.checkIns]))
        return
      }
      entry.requestedFor = ""
      if (entry.checkIns.peek() === undefined) entry.checkIns.value = "failed"
    }
  }
}
