import { effect, type ReadonlySignal } from "@preact/signals"
import type { Planned } from "../../../import/Plan.ts"
import { lanesOfTeams } from "../../../import/PlanEvents.ts"
import { makeUndo, type Undo } from "../../../import/UndoImport.ts"
import { failureText } from "../../texts/FailureTexts.ts"
import type { Workspace } from "../../workspace/Workspace.ts"
import { fetchTeam } from "./FetchTeam.ts"
import { makeRunSender, type Run, type RunSender } from "./RunSender.ts"
import { makeRunStorage } from "./RunStorage.ts"

/** The import, or its undo, that this tab is busy with or has finished. It survives a reload and is sent once. */
export interface ImportRun {
  readonly state: ReadonlySignal<Run | undefined>
  readonly start: (plans: ReadonlyArray<Planned>) => void
  readonly change: RunSender["change"]
  /** Deletes what the import made and nobody has changed since. */
  readonly undo: () => Promise<void>
  /** Forgets a run that is not in progress. */
  readonly dismiss: () => void
}

export const makeImportRun = (workspace: Workspace): ImportRun => {
  const { lifetime, newId, session, stream, teams } = workspace
  const stored = makeRunStorage(workspace)
  const sender = makeRunSender(workspace, stored)
  const { state, begin, change } = sender

  const takeUp = async (): Promise<void> => {
    const found = await lifetime.within(stored.leftByClosedTabs())
    if (found !== undefined && state.peek() === undefined) begin(...found)
  }
  const warn = (event: BeforeUnloadEvent): void => {
    const { phase } = state.peek() ?? {}
    if (phase === "running" || phase === "waiting") event.preventDefault()
  }
  addEventListener("beforeunload", warn)
  lifetime.onEnd(() => removeEventListener("beforeunload", warn))
  lifetime.onEnd(
    effect(() => {
      if (stream.connection.value === "live" && session.user.value !== undefined) sender.retry()
    })
  )
  void takeUp()

  return {
    state,
    start: (plans) => {
      const work = lanesOfTeams(plans, newId, teams.list.peek() ?? [])
      begin({ version: 3, id: newId(), kind: "import", kept: [], ...work })
    },
    change,
    undo: async () => {
      const { job } = state.peek() ?? {}
      if (job === undefined) return
      change({ phase: "looking" })
      await sender.idle()
      const undo = makeUndo(job.lanes, state.peek()?.done ?? [])
      const parts: Array<Undo> = []
      for (const { id } of job.teams) {
        const team = await fetchTeam(workspace, id)
        if (state.peek()?.job !== job) return
        if (!team.ok) return change({ phase: "stopped", error: failureText(team.failure) })
        if (team.value !== undefined) parts.push(undo({ ...team.value.team, ...team.value }))
      }
      const lanes = parts.flatMap((part) => part.steps).map((step, of) => ({ of, after: 0, steps: [step] }))
      const kept = parts.flatMap((part) => part.kept)
      begin({ ...job, id: `${job.id}.undo`, kind: "undo", lanes, kept })
    },
    dismiss: () => {
      sender.end()
      void takeUp()
    }
  }
}
