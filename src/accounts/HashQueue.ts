import { Context, Data, Effect } from "effect"
import { type Caller, FairQueue, type FairQueueOptions } from "../queue/FairQueue.ts"

/** As many hashes wait as may wait in all. */
export class HasherBusy extends Data.TaggedError("HasherBusy") {
  override readonly message = "Too many passwords are being checked. Try again shortly."
}

/** As many hashes of this caller wait as may wait for one. */
export class HashShareExceeded extends Data.TaggedError("HashShareExceeded") {
  override readonly message = "Too many passwords of yours are being checked. Try again shortly."
}

export type HashRefused = HasherBusy | HashShareExceeded

const refusals = { busy: new HasherBusy(), shareExceeded: new HashShareExceeded() }

/** To be provided around what hashes for a request; what has none, as a script, has no one to share with. */
export const HashCaller = Context.Reference<Caller>("strategy/accounts/HashCaller", {
  defaultValue: () => ({ hasSession: false, key: "" })
})

export interface HashQueue {
  /** Runs the work for the `HashCaller` when it is its turn. The work cannot be interrupted, except where it says so itself. */
  <A, E>(work: Effect.Effect<A, E>): Effect.Effect<A, E | HashRefused>
  /** With what work of that caller would be refused now; undefined when it would not. */
  readonly refusal: (caller: Caller) => HashRefused | undefined
  readonly waiting: () => number
  readonly running: () => number
}

/**
 * Bounds and shares work that runs on the thread pool: libuv has four threads, and files and look-ups of names need some of
 * them. Who runs keeps its place until the work is over, since a thread cannot be called back.
 */
export const make = (options: FairQueueOptions): HashQueue => {
  const queue = new FairQueue<HashRefused>(options, refusals)
  const queued = <A, E>(work: Effect.Effect<A, E>) =>
    Effect.flatMap(HashCaller, (caller) => queue.run(caller, () => work))
  return Object.assign(queued, {
    refusal: (caller: Caller) => queue.refusal(caller),
    waiting: () => queue.waiting,
    running: () => queue.running
  })
}
