import { type ReadonlySignal, signal } from "@preact/signals"
import { dayFromToday } from "../../texts/Formats.ts"
import { refusalOf } from "../../texts/Trouble.ts"
import type { Workspace } from "../../workspace/Workspace.ts"
import { texts } from "./Texts.ts"

export interface SampleProgress {
  readonly done: number
  readonly total: number
  /** Why it stopped; empty while it goes on. */
  readonly trouble: string
}

export interface SampleLoading {
  /** Undefined while no sample is being made. */
  readonly progress: ReadonlySignal<SampleProgress | undefined>
  /** Makes the sample team by events like any others, or goes on with it where it stopped. */
  readonly load: () => Promise<void>
}

export const makeSampleLoading = ({ submissions, teams, toasts, newId }: Workspace): SampleLoading => {
  const progress = signal<SampleProgress | undefined>(undefined)
  const prepare = async () => {
    const { sampleEvents } = await import("../../sample/Sample.ts")
    return sampleEvents({ newId, day: dayFromToday })
  }
  /** Kept when it stops halfway: trying again goes on from there, with the same ids. */
  let events: Awaited<ReturnType<typeof prepare>> | undefined
  const load = async (): Promise<void> => {
    const before = progress.peek()
    if (before?.trouble === "") return
    let [done, total] = [before?.done ?? 0, before?.total ?? 0]
    const show = (trouble: string): void => {
      progress.value = { done, total, trouble }
    }
    show("")
    events ??= await prepare().catch(() => undefined)
    if (events === undefined) return show(texts.common.unreachableShort)
    total = events.length
    for (const event of events.slice(done)) {
      const refusal = refusalOf(await submissions.once(event))
      if (refusal !== "") return show(refusal)
      done += 1
      show("")
    }
    events = undefined
    await teams.refresh()
    progress.value = undefined
    toasts.show(texts.teams.sampleDone)
  }
  return { progress, load }
}
