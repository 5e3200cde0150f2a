import type { Effect } from "effect"
import { FairQueue, type FairQueueOptions } from "../queue/FairQueue.ts"
import { ExporterBusy, ExportShareExceeded } from "./ExportError.ts"

export interface BoundedQueueOptions extends Omit<FairQueueOptions, "maxWaitingPerCaller"> {
  /** The number of waiting jobs that one user may have. */
  readonly maxWaitingPerUser: number
}

export interface BoundedQueue {
  /** `user` is whoever asks for the work; with null, each job counts as a user's only one. */
  <A, E, R>(
    user: string | null,
    work: Effect.Effect<A, E, R>
  ): Effect.Effect<A, E | ExporterBusy | ExportShareExceeded, R>
  readonly waiting: () => number
  readonly running: () => number
}

const refusals = { busy: new ExporterBusy(), shareExceeded: new ExportShareExceeded() }

/** Runs work with bounded concurrency; users take turns. Interrupted work frees its place, whether it waits or runs. */
export const make = ({ concurrency, maxWaiting, maxWaitingPerUser }: BoundedQueueOptions): BoundedQueue => {
  const queue = new FairQueue<ExporterBusy | ExportShareExceeded>(
    { concurrency, maxWaiting, maxWaitingPerCaller: maxWaitingPerUser },
    refusals
  )
  let nobodys = 0
  const admit = <A, E, R>(user: string | null, work: Effect.Effect<A, E, R>) =>
    queue.run({ hasSession: true, key: user ?? `nobody ${++nobodys}` }, (restore) => restore(work))
  return Object.assign(admit, { waiting: () => queue.waiting, running: () => queue.running })
}
