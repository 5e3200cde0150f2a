import { effect, type ReadonlySignal } from "@preact/signals"
import { failureText } from "../../texts/FailureTexts.ts"
import type { Workspace } from "../../workspace/Workspace.ts"
import type { Plan } from "./Plan.ts"
import { lanesOf } from "./PlanEvents.ts"
import { makeRunSender, type Run } from "./RunSender.ts"
import { type Job, makeRunStorage, noProgress } from "./RunStorage.ts"
import { undoOf } from "./UndoImport.ts"

/** The import, or its undo, that this tab is busy with or has finished. It survives a reload and is sent once. */
export interface ImportRun {
  readonly state: ReadonlySignal<Run | undefined>
  readonly start: (plan: Plan, teamId: string, teamName: string) => void
  readonly stop: () => void
  readonly goOn: () => void
  /** Deletes what the import made and nobody has changed since. */
  readonly undo: () => Promise<void>
  /** Forgets a run that is not in progress. */
  readonly dismiss: () => void
}

const itemsOf = <A extends object>({
  ids,
  byId
}: {
  ids: ReadonlySignal<ReadonlyArray<string>>
  byId: ReadonlyMap<string, ReadonlySignal<A>>
}) => ids.peek().flatMap((id) => byId.get(id)?.peek() ?? [])

export const makeImportRun = (workspace: Workspace): ImportRun => {
  const { lifetime, newId, session, stream, teams } = workspace
  const stored = makeRunStorage(workspace)
  const sender = makeRunSender(workspace, stored)
  const { state, begin, change, pump } = sender

  const takeUp = async (): Promise<void> => {
    const found = await lifetime.within(stored.leftByClosedTabs())
    if (found !== undefined && state.peek() === undefined) begin(found.job, found.progress)
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
    start: (plan, teamId, teamName) => {
      const lanes = lanesOf(plan, teamId, newId)
      const job: Job = { version: 1, id: newId(), kind: "import", teamId, teamName, lanes, kept: [] }
      begin(job, noProgress)
    },
    stop: () => change({ phase: "stopped", error: "" }),
    goOn: () => {
      change({ phase: "running", error: "" })
      pump()
    },
    undo: async () => {
      const { job } = state.peek() ?? {}
      if (job === undefined) return
      change({ phase: "looking", error: "" })
      await sender.idle()
      const team = teams.of(job.teamId)
      await lifetime.within(team.refresh())
      const [failure, run] = [team.failure.peek(), state.peek()]
      if (run?.job !== job) return
      if (failure !== undefined) {
        change({ phase: "stopped", error: failureText(failure) })
        return
      }
      const now = { principles: itemsOf(team.principles), objectives: itemsOf(team.objectives) }
      const { lanes, kept } = undoOf(job.lanes, run.progress.done, now)
      begin({ ...job, id: `${job.id}.undo`, kind: "undo", lanes, kept }, noProgress)
    },
    dismiss: () => {
      sender.end()
      void takeUp()
    }
  }
}
