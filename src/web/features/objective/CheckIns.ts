import { type ReadonlySignal, type Signal, signal } from "@preact/signals"
import type { ObjectiveBody } from "../../../domain/views/Views.ts"
import type { Objective } from "../../workspace/Team.ts"
import type { Workspace } from "../../workspace/Workspace.ts"

export type CheckIn = ObjectiveBody["progress"][number]["checkIns"][number]

/** By measure, newest first; `failed` when they could not be loaded. */
export type CheckIns = ReadonlyMap<string, ReadonlyArray<CheckIn>> | "failed" | undefined

export interface CheckInsByObjective {
  /** Of an objective's measures; undefined until loaded once. */
  readonly of: (objectiveId: string) => ReadonlySignal<CheckIns>
  /** Fetches them, unless they are those of the measures as they are. What was loaded before stays until then. */
  readonly load: (objective: Objective) => Promise<void>
}

interface Entry {
  readonly checkIns: Signal<CheckIns>
  /** The state of the measures they were loaded for. */
  loadedFor: string
}

export const makeCheckIns = ({ api }: Workspace): CheckInsByObjective => {
  const entries = new Map<string, Entry>()
  const entryOf = (objectiveId: string): Entry => {
    const entry = entries.get(objectiveId) ?? { checkIns: signal(undefined), loadedFor: "" }
    entries.set(objectiveId, entry)
    return entry
  }
  return {
    of: (objectiveId) => entryOf(objectiveId).checkIns,
    load: async ({ id, progress }) => {
      const entry = entryOf(id)
      const state = progress.map(({ id, updatedAt, value }) => `${id} ${updatedAt} ${value}`).join()
      if (entry.loadedFor === state) return
      entry.loadedFor = state
      const answer = await api.objective(id)
      if (entry.loadedFor !== state) return
      if (answer.ok) {
        entry.checkIns.value = new Map(answer.value.progress.map((measure) => [measure.id, measure.checkIns]))
        return
      }
      entry.loadedFor = ""
      if (entry.checkIns.peek() === undefined) entry.checkIns.value = "failed"
    }
  }
}
