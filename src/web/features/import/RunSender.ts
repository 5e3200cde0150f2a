import { type ReadonlySignal, signal } from "@preact/signals"
import type { Step } from "../../../import/PlanEvents.ts"
import type { Failure } from "../../contract/Result.ts"
import { failureText, refusalText } from "../../texts/FailureTexts.ts"
import type { Workspace } from "../../workspace/Workspace.ts"
import * as texts from "./ImportTexts.ts"
import type { Job, Progress, RunStorage } from "./RunStorage.ts"

export interface Run extends Progress {
  readonly job: Job
  /** The number that `made` reaches at the end. */
  readonly total: number
}

export interface RunSender {
  readonly state: ReadonlySignal<Run | undefined>
  /** Sends a job, or goes on with it after its progress so far. */
  readonly begin: (job: Job, progress?: Progress) => void
  /** Sends what is free to be sent, if the phase is `running` then. */
  readonly change: (next: Partial<Progress>) => void
  /** Sends again what was not answered. */
  readonly retry: () => void
  /** Resolves when no request is under way. */
  readonly idle: () => Promise<void>
  readonly end: () => void
}

/** Requests at the same time: browsers open six connections, which the stream and the views use too. */
const maxInFlight = 4

const maxDelayMs = 15_000

/** Refusals that are listed one by one. */
const maxRefusals = 100

/** Steps that link or check in make nothing. */
const isCounted = ({ title }: Step): boolean => title !== ""

/** The lanes that have a step to send and wait for none. */
const freeLanes = ({ job, done }: Run, busy: ReadonlySet<number>): ReadonlyArray<number> =>
  job.lanes.flatMap(({ of, after, steps }, at) =>
    !busy.has(at) && (done[at] ?? 0) < steps.length && (done[of] ?? 0) >= after ? [at] : []
  )

/** The progress after a step; `reason`: why it was refused, or empty. */
const afterStep = ({ done, made, refusals }: Run, at: number, step: Step, reason: string): Partial<Progress> => {
  const { row, title } = step
  return {
    done: done.with(at, (done[at] ?? 0) + 1),
    ...(reason !== "" && { refusals: [...refusals, { row, title, reason }].slice(0, maxRefusals) }),
    ...(reason === "" && isCounted(step) && { made: made + 1 })
  }
}

const runOf = (job: Job, progress: Progress | undefined): Run => ({
  ...{ error: "", made: 0, refusals: [], ...progress },
  job,
  done: job.lanes.map((_, at) => progress?.done[at] ?? 0),
  total: job.lanes.flatMap(({ steps }) => steps).filter(isCounted).length,
  phase: progress?.phase === "stopped" ? "stopped" : "running"
})

/** Sends a job's steps: each lane in order, several lanes at the same time, each step under its own idempotency key. */
export const makeRunSender = ({ api, lifetime, teams }: Workspace, stored: RunStorage): RunSender => {
  const state = signal<Run | undefined>(undefined)
  const busy = new Set<number>()
  /** Ids of what was refused: nothing can be put into it. */
  const lost = new Set<unknown>()
  let failures = 0
  let cancelRetry = (): void => undefined

  const pump = (run: Run): void => {
    for (const at of freeLanes(run, busy).slice(0, maxInFlight - busy.size)) void send(run.job, at, run.done[at] ?? 0)
    if (busy.size > 0) return
    change({ phase: "finished" })
    for (const { id } of run.job.teams)
      if (teams.of(id).body.peek() !== undefined && !teams.isDeleted(id)) teams.queueRefresh(id)
  }

  const change = (next: Partial<Progress>): void => {
    const before = state.peek()
    if (before === undefined) return
    const run = { ...before, ...next }
    state.value = run
    const { job, ...progress } = run
    stored.putProgress(progress)
    if (run.phase === "running") pump(run)
  }

  const retry = (): void => {
    cancelRetry()
    if (state.peek()?.phase === "waiting") change({ phase: "running" })
  }

  const onFailure = (failure: Failure): void => {
    if (state.peek()?.phase !== "running") return
    if (failure.kind === "refused") {
      change({ phase: "stopped", error: failureText(failure) })
      return
    }
    change({ phase: "waiting" })
    const delayMs = Math.min(maxDelayMs, 1000 * 2 ** failures++)
    const serverDelayMs = failure.kind === "unreachable" ? (failure.retryAfter ?? 0) * 1000 : 0
    cancelRetry = lifetime.after(Math.max(delayMs, serverDelayMs), retry)
  }

  const send = async (job: Job, at: number, index: number): Promise<void> => {
    const step = job.lanes[at]?.steps[index]
    if (step === undefined) return
    const { body } = step
    busy.add(at)
    const answer = lost.has(body.targetId)
      ? await undefined
      : await api.submit({ body, key: `${job.id}.${at}.${index}` })
    busy.delete(at)
    const run = state.peek()
    if (run?.job !== job) return
    if (answer?.ok === false) {
      onFailure(answer.failure)
      return
    }
    failures = 0
    const reason = answer === undefined ? texts.parentRejected : refusalText(answer)
    if (reason !== "" && isCounted(step)) lost.add(body.data.id)
    change(afterStep(run, at, step, reason))
  }

  return {
    state,
    change,
    retry,
    begin: (job, progress) => {
      lost.clear()
      failures = 0
      stored.put(job)
      state.value = runOf(job, progress)
      change({})
    },
    idle: async () => {
      while (busy.size > 0) await lifetime.sleep(50)
    },
    end: () => {
      state.value = undefined
      stored.put(undefined)
    }
  }
}
