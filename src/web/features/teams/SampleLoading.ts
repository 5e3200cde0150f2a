import { type ReadonlySignal, signal } from "@preact/signals"
import { navigate, pathOf, route } from "../../session/Route.ts"
import { failureText } from "../../texts/FailureTexts.ts"
import type { Workspace } from "../../workspace/Workspace.ts"
import * as texts from "./TeamTexts.ts"

export interface SampleLoading {
  readonly isLoading: ReadonlySignal<boolean>
  /** Why the last attempt failed; empty without one. */
  readonly error: ReadonlySignal<string>
  /** Has the server write the sample strategy, and opens the overview. */
  readonly load: () => Promise<void>
}

export const makeSampleLoading = ({ api, teams, toasts }: Workspace): SampleLoading => {
  const isLoading = signal(false)
  const error = signal("")
  const load = async (): Promise<void> => {
    if (isLoading.peek()) return
    isLoading.value = true
    error.value = ""
    const answer = await api.loadSample()
    // Where somebody else was faster, or an answer was lost, there are teams to show now.
    await teams.refresh()
    isLoading.value = false
    if (!answer.ok) {
      error.value = failureText(answer.failure)
      return
    }
    // A user who has moved to another page meanwhile stays there.
    const isHere = route.peek().page === "teams"
    if (isHere) navigate(pathOf.overview)
    const action = { label: texts.open, run: () => navigate(pathOf.overview) }
    toasts.show(texts.sampleDone, { durationMs: 20_000, ...(isHere ? {} : { action }) })
  }
  return { isLoading, error, load }
}
