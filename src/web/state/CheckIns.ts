import { type ReadonlySignal, type Signal, signal } from "@preact/signals"
import type { ObjectiveBody } from "../../domain/Views.ts"
import * as Api from "../api/Api.ts"
import { noticed } from "./Session.ts"
import type { Objective } from "./Team.ts"

export type CheckIn = ObjectiveBody["progress"][number]["checkIns"][number]

/** By measure, newest first; `failed` when they could not be loaded. */
export type CheckIns = ReadonlyMap<string, ReadonlyArray<CheckIn>> | "failed" | undefined

interface Entry {
  readonly checkIns: Signal<CheckIns>
  /** The state of the measures they were loaded for. */
  loadedFor: string
}

const entries = new Map<string, Entry>()

const entryOf = (objectiveId: string): Entry => {
  let entry = entries.get(objectiveId)
  if (entry === undefined) {
    entry = { checkIns: signal(undefined), loadedFor: "" }
    entries.set(objectiveId, entry)
  }
  return entry
}

/** Of an objective's measures; undefined until loaded once. */
export const checkInsOf = (objectiveId: string): ReadonlySignal<CheckIns> => entryOf(objectiveId).checkIns

/** Fetches them, unless they are those of the measures as they are. What was loaded before stays until then. */
export const loadCheckIns = async ({ id, progress }: Objective): Promise<void> => {
  const entry = entryOf(id)
  const state = progress.map(({ id, updatedAt, value }) => `${id} ${updatedAt} ${value}`).join()
  if (entry.loadedFor === state) return
  entry.loadedFor = state
  const answer = await Api.objective(id)
  if (entry.loadedFor !== state) return
  if (answer.ok) {
    entry.checkIns.value = new Map(answer.value.progress.map((measure) => [measure.id, measure.checkIns]))
    return
  }
  noticed(answer.failure)
  entry.loadedFor = ""
  if (entry.checkIns.peek() === undefined) entry.checkIns.value = "failed"
}
