import type { Lane } from "../../../import/PlanEvents.ts"
import type { Workspace } from "../../workspace/Workspace.ts"

/** What is sent: kept as JSON in the browser's storage until the user lets it go. */
export interface Job {
  /** That of the page which wrote it; jobs of other versions are not taken up. */
  readonly version: 3
  /** Its requests' idempotency keys begin with it. */
  readonly id: string
  readonly kind: "import" | "undo"
  readonly teams: ReadonlyArray<{ readonly id: string; readonly name: string }>
  readonly lanes: ReadonlyArray<Lane>
  /** For an undo: the titles of what stays. */
  readonly kept: ReadonlyArray<string>
}

export interface Refusal {
  /** In the text that was imported; 0 where there is none. */
  readonly row: number
  readonly title: string
  readonly reason: string
}

/**
 * `looking`: the team is read before an undo. `waiting`: no answer came, it goes on by itself. `stopped`: by the user,
 * or because of `error`.
 */
export interface Progress {
  readonly phase: "looking" | "running" | "waiting" | "stopped" | "finished"
  readonly error: string
  /** How many steps of each lane are done. */
  readonly done: ReadonlyArray<number>
  /** Items made or, for an undo, deleted. */
  readonly made: number
  readonly refusals: ReadonlyArray<Refusal>
}

export interface RunStorage {
  /** Stores the job of this tab; removes it, and its progress, when it is undefined. */
  readonly put: (job: Job | undefined) => void
  readonly putProgress: (progress: Progress) => void
  /** A job that no open tab is busy with, and its progress; it becomes this tab's. */
  readonly leftByClosedTabs: () => Promise<readonly [Job, Progress?] | undefined>
}

/** Whether a stored value was written by this version of the page. */
const isJob = (value: unknown): value is Job => {
  const { version, lanes }: Readonly<Record<string, unknown>> = Object(value)
  return version === 3 && Array.isArray(lanes)
}

const isProgress = (value: unknown): value is Progress => {
  const { done, refusals }: Readonly<Record<string, unknown>> = Object(value)
  return Array.isArray(done) && Array.isArray(refusals)
}

export const makeRunStorage = ({ storage, userId }: Pick<Workspace, "storage" | "userId">): RunStorage => {
  const { local, tab, isTabClosed } = storage
  const prefix = `strategy.import.${userId}.`
  const progressOf = (key: string): string => `${key}/progress`
  const own = prefix + tab
  const remove = (key: string): void => {
    local.put(key, undefined)
    local.put(progressOf(key), undefined)
  }
  const parsed = (key: string): Promise<unknown> =>
    Promise.resolve(local.get(key) ?? "")
      .then(JSON.parse)
      .catch(() => undefined)
  return {
    put: (job) => (job === undefined ? remove(own) : local.put(own, JSON.stringify(job))),
    putProgress: (progress) => local.put(progressOf(own), JSON.stringify(progress)),
    leftByClosedTabs: async () => {
      const keys = local.keys().filter((key) => key.startsWith(prefix) && !key.endsWith("/progress"))
      for (const key of keys) {
        if (!(await isTabClosed(key.slice(prefix.length)))) continue
        const [job, progress] = await Promise.all([parsed(key), parsed(progressOf(key))])
        remove(key)
        if (isJob(job)) return isProgress(progress) ? [job, progress] : [job]
      }
      return undefined
    }
  }
}
