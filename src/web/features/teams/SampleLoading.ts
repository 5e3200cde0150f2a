import { type ReadonlySignal, signal } from "@preact/signals"
import { type SampleTeam, teamEvents } from "../../sample/TeamEvents.ts"
import { navigate, pathOf, route } from "../../session/Route.ts"
import { refusalText } from "../../texts/FailureTexts.ts"
import { dayFromToday } from "../../texts/Formats.ts"
import type { Workspace } from "../../workspace/Workspace.ts"
import * as texts from "./TeamTexts.ts"

export interface SampleProgress {
  readonly done: number
  readonly total: number
  /** Why it stopped; empty while it is in progress. */
  readonly error: string
}

export interface SampleLoading {
  /** Undefined while no sample is being loaded. */
  readonly progress: ReadonlySignal<SampleProgress | undefined>
  /** Creates the sample team by submitting its events, or continues after the last event that was applied. */
  readonly load: () => Promise<void>
}

export const makeSampleLoading = ({ submissions, teams, toasts, newId }: Workspace): SampleLoading => {
  const progress = signal<SampleProgress | undefined>(undefined)
  const prepare = async () => {
    const answer = await fetch(new URL("../../../shared/sample/onboarding.json", import.meta.url))
    const team: SampleTeam = await answer.json()
    // The name says that it is a sample, because the log dates all of its events to now.
    return teamEvents(team, `${team.name} (sample)`, { newId, day: dayFromToday }).events
  }
  /** Kept after a failure, so that the next attempt continues with the same ids. */
  let events: Awaited<ReturnType<typeof prepare>> | undefined
  const load = async (): Promise<void> => {
    const before = progress.peek()
    if (before?.error === "") return
    let [done, total] = [before?.done ?? 0, before?.total ?? 0]
    const report = (error: string): void => {
      progress.value = { done, total, error }
    }
    report("")
    events ??= await prepare().catch(() => undefined)
    if (events === undefined) return report(texts.common.unreachableShort)
    total = events.length
    for (const event of events.slice(done)) {
      const refusal = refusalText(await submissions.submitOnce(event))
      if (refusal !== "") return report(refusal)
      done += 1
      report("")
    }
    const [{ data }] = events
    const path = pathOf.team(String(data.id))
    events = undefined
    await teams.refresh()
    progress.value = undefined
    // A user who has moved to another page meanwhile stays there.
    const isHere = route.peek().page === "teams"
    if (isHere) navigate(path)
    const action = { label: texts.teams.open, run: () => navigate(path) }
    toasts.show(texts.teams.sampleDone, { durationMs: 20_000, ...(isHere ? {} : { action }) })
  }
  return { progress, load }
}
