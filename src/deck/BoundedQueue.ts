import type { Effect } from "effect"
import { FairQueue, type FairQueueOptions } from "../queue/FairQueue.ts"
import { ExporterBusy } from "./ExportError.ts"

export type BoundedQueueOptions = Omit<FairQueueOptions, "maxWaitingPerCaller">

export interface BoundedQueue {
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | ExporterBusy, R>
  readonly waiting: () => number
  readonly running: () => number
}

const busy = new ExporterBusy()
const everyone = { hasSession: false, key: "" }

/** Runs work in order of arrival with bounded concurrency. Interrupted work frees its place, whether it waits or runs. */
export const make = ({ concurrency, maxWaiting }: BoundedQueueOptions): BoundedQueue => {
  const queue = new FairQueue(
    { concurrency, maxWaiting, maxWaitingPerCaller: maxWaiting },
    { busy, shareExceeded: busy }
  )
  const admit = <A, E, R>(work: Effect.Effect<A, E, R>) => queue.run(everyone, (restore) => restore(work))
  return Object.assign(admit, { waiting: () => queue.waiting, running: () => queue.running })
}
