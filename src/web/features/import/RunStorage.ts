import type { Workspace } from "../../workspace/Workspace.ts"
import type { Lane } from "./PlanEvents.ts"

/** What is sent: kept as JSON in the browser's storage until the user lets it go. */
export interface Job {
  readonly version: 2
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

export interface Progress {
  /** How many steps of each lane are done. */
  readonly done: ReadonlyArray<number>
  /** Things made or, for an undo, deleted. */
  readonly made: number
  readonly refusals: ReadonlyArray<Refusal>
  readonly isStopped: boolean
}

export const noProgress: Progress = { done: [], made: 0, refusals: [], isStopped: false }

export interface RunStorage {
  /** Stores the job of this tab; removes it, and its progress, when it is undefined. */
  readonly put: (job: Job | undefined) => void
  readonly putProgress: (progress: Progress) => void
  /** A job that no open tab is busy with; it becomes this tab's. */
  readonly leftByClosedTabs: () => Promise<{ readonly job: Job; readonly progress: Progress } | undefined>
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

/** Whether a stored value was written by this version of the page. */
const isJob = (value: unknown): value is Job => isRecord(value) && value.version === 2 && Array.isArray(value.lanes)

const isProgress = (value: unknown): value is Progress =>
  isRecord(value) && Array.isArray(value.done) && Array.isArray(value.refusals)

const parsed = (text: string | undefined): Promise<unknown> =>
  Promise.resolve(text ?? "")
    .then(JSON.parse)
    .catch(() => undefined)

export const makeRunStorage = ({ storage, userId }: Pick<Workspace, "storage" | "userId">): RunStorage => {
  const { local, tab, isTabClosed } = storage
  const prefix = `strategy.import.${userId}.`
  const progressOf = (key: string): string => `${key}/progress`
  const own = `${prefix}${tab}`
  const remove = (key: string): void => {
    local.put(key, undefined)
    local.put(progressOf(key), undefined)
  }
  return {
    put: (job) => {
      if (job === undefined) remove(own)
      else local.put(own, JSON.stringify(job))
    },
    putProgress: (progress) => local.put(progressOf(own), JSON.stringify(progress)),
    leftByClosedTabs: async () => {
      const keys = local.keys().filter((key) => key.startsWith(prefix) && !key.endsWith("/progress"))
      for (const key of keys) {
        if (!(await isTabClosed(key.slice(prefix.length)))) continue
        const job = await parsed(local.get(key))
        const progress = await parsed(local.get(progressOf(key)))
        remove(key)
        if (isJob(job)) return { job, progress: isProgress(progress) ? progress : noProgress }
      }
      return undefined
    }
  }
}
