import { type Signal, signal } from "@preact/signals"
import { dayFromToday } from "../texts/Formats.ts"
import { texts } from "../texts/Texts.ts"
import { refusalOf } from "../texts/Trouble.ts"
import { submitOnce } from "./Once.ts"
import { refreshTeams } from "./Teams.ts"
import { toast } from "./Toasts.ts"

export interface SampleProgress {
  readonly done: number
  readonly total: number
  /** Why it stopped; empty while it goes on. */
  readonly trouble: string
}

/** Undefined while no sample is being made. */
export const sampleProgress: Signal<SampleProgress | undefined> = signal(undefined)

const prepare = async () => {
  const { sampleEvents } = await import("../sample/Sample.ts")
  return sampleEvents({ newId: () => crypto.randomUUID(), day: dayFromToday })
}

/** Kept when it stops halfway: trying again goes on from there, with the same ids. */
let events: Awaited<ReturnType<typeof prepare>> | undefined

/** Makes the sample team by events like any others, or goes on with it where it stopped. */
export const loadSample = async (): Promise<void> => {
  const before = sampleProgress.peek()
  if (before?.trouble === "") return
  let [done, total] = [before?.done ?? 0, before?.total ?? 0]
  const show = (trouble: string): void => {
    sampleProgress.value = { done, total, trouble }
  }
  show("")
  events ??= await prepare().catch(() => undefined)
  if (events === undefined) return show(texts.common.unreachableShort)
  total = events.length
  for (const event of events.slice(done)) {
    const refusal = refusalOf(await submitOnce(event))
    if (refusal !== "") return show(refusal)
    done += 1
    show("")
  }
  events = undefined
  await refreshTeams()
  sampleProgress.value = undefined
  toast(texts.teams.sampleDone)
}
