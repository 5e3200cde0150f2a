import type { Effect } from "effect"
import { FairQueue, type FairQueueOptions } from "../queue/FairQueue.ts"
import { ExporterBusy } from "./ExportError.ts"

export type WaitingRoomOptions = Omit<FairQueueOptions, "maxWaitingPerCaller">

export interface WaitingRoom {
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | ExporterBusy, R>
  readonly waiting: () => number
  readonly running: () => number
}

const busy = new ExporterBusy()
const everyone = { hasSession: false, key: "" }

/** Bounds work in order of arrival. Who is interrupted, waiting or being worked on, leaves the place to the next. */
export const make = ({ concurrency, maxWaiting }: WaitingRoomOptions): WaitingRoom => {
  const queue = new FairQueue(
    { concurrency, maxWaiting, maxWaitingPerCaller: maxWaiting },
    { busy, shareExceeded: busy }
  )
  const admit = <A, E, R>(work: Effect.Effect<A, E, R>) => queue.run(everyone, (restore) => restore(work))
  return Object.assign(admit, { waiting: () => queue.waiting, running: () => queue.running })
}
