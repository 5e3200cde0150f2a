import { type ReadonlySignal, signal } from "@preact/signals-core"
import type { Failure } from "../../contract/Result.ts"
import { failureText, refusalText } from "../../texts/FailureTexts.ts"
import type { Workspace } from "../../workspace/Workspace.ts"
import type { Lane, Step } from "./PlanEvents.ts"
import type { Job, Progress, RunStorage } from "./RunStorage.ts"
import * as texts from "./Texts.ts"

/**
 * `looking`: the team is read before an undo. `waiting`: no answer came, it goes on by itself. `stopped`: by the user,
 * or because of `error`.
 */
export interface Run {
  readonly job: Job
  readonly phase: "looking" | "running" | "waiting" | "stopped" | "finished"
  readonly progress: Progress
  /** The number that `progress.made` reaches at the end. */
  readonly total: number
  readonly error: string
}

export interface RunSender {
  readonly state: ReadonlySignal<Run | undefined>
  readonly begin: (job: Job, progress: Progress) => void
  readonly change: (next: Partial<Pick<Run, "phase" | "error">>) => void
  /** Sends what is free to be sent; to be called when the phase has become `running`. */
  readonly pump: () => void
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

const isCounted = ({ made }: Step): boolean => made !== undefined

const countIn = (lanes: ReadonlyArray<Lane>): number =>
  lanes.reduce((sum, { steps }) => sum + steps.filter(isCounted).length, 0)

/** The first lane that has a step to send and waits for none; -1 without one. */
const freeLane = ({ job, progress: { done } }: Run, busy: ReadonlySet<number>): number =>
  job.lanes.findIndex(
    ({ of, after, steps }, at) => !busy.has(at) && (done[at] ?? 0) < steps.length && (done[of] ?? 0) >= after
  )

/** The progress after a step; `reason`: why it was refused, or empty. */
const afterStep = (progress: Progress, at: number, step: Step, reason: string): Progress => {
  const { row = 0, title = "" } = step.made ?? {}
  const refusals = reason === "" ? progress.refusals : [...progress.refusals, { row, title, reason }]
  return {
    ...progress,
    done: progress.done.with(at, (progress.done[at] ?? 0) + 1),
    made: progress.made + (reason === "" && isCounted(step) ? 1 : 0),
    refusals: refusals.slice(0, maxRefusals)
  }
}

/** Sends a job's steps: each lane in order, several lanes at the same time, each step under its own idempotency key. */
export const makeRunSender = ({ api, lifetime, teams }: Workspace, stored: RunStorage): RunSender => {
  const state = signal<Run | undefined>(undefined)
  const busy = new Set<number>()
  /** Ids of what was refused: nothing can be put into it. */
  const lost = new Set<string>()
  let failures = 0
  let cancelRetry = (): void => undefined

  const change = (next: Partial<Run>): void => {
    const run = state.peek()
    if (run === undefined) return
    state.value = { ...run, ...next }
    stored.putProgress({ ...state.value.progress, isStopped: state.value.phase === "stopped" })
  }

  const pump = (): void => {
    const run = state.peek()
    if (run?.phase !== "running") return
    while (busy.size < maxInFlight) {
      const at = freeLane(run, busy)
      if (at < 0) break
      void send(run.job, at, run.progress.done[at] ?? 0)
    }
    if (busy.size > 0) return
    change({ phase: "finished" })
    const { lanes } = run.job
    const isLeft = ({ id }: Job["teams"][number]): boolean =>
      !lanes.some(({ steps }) => steps.some(({ body }) => body.eventType === "delete_team" && body.targetId === id))
    for (const team of run.job.teams.filter(isLeft)) {
      if (teams.of(team.id).body.peek() !== undefined) teams.queueRefresh(team.id)
    }
  }

  const retry = (): void => {
    cancelRetry()
    if (state.peek()?.phase !== "waiting") return
    change({ phase: "running" })
    pump()
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
    busy.add(at)
    const isLost = lost.has(step.body.targetId ?? "")
    const answer = isLost ? await undefined : await api.submit(step.body, `${job.id}.${at}.${index}`)
    busy.delete(at)
    const run = state.peek()
    if (run?.job !== job) return
    if (answer?.ok === false) {
      onFailure(answer.failure)
      return
    }
    failures = 0
    const reason = answer === undefined ? texts.withoutParent : refusalText(answer)
    if (reason !== "" && isCounted(step)) lost.add(String(step.body.data.id))
    change({ progress: afterStep(run.progress, at, step, reason) })
    pump()
  }

  return {
    state,
    change,
    pump,
    retry,
    begin: (job, progress) => {
      lost.clear()
      failures = 0
      const done = job.lanes.map((_, at) => progress.done[at] ?? 0)
      const phase = progress.isStopped ? "stopped" : "running"
      state.value = { job, phase, progress: { ...progress, done }, total: countIn(job.lanes), error: "" }
      stored.put(job)
      pump()
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
