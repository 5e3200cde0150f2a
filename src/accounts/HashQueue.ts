import { Context, Data, Effect } from "effect"
import { type Caller, FairQueue, type FairQueueOptions } from "../queue/FairQueue.ts"

/** The queue is full. */
export class HasherBusy extends Data.TaggedError("HasherBusy") {
  override readonly message = "Too many passwords are being checked. Try again shortly."
}

/** The caller has as many waiting hashes as one caller may have. */
export class HashShareExceeded extends Data.TaggedError("HashShareExceeded") {
  override readonly message = "Too many of your passwords are being checked. Try again shortly."
}

export type HashRefused = HasherBusy | HashShareExceeded

const refusals = { busy: new HasherBusy(), shareExceeded: new HashShareExceeded() }

/** To be provided around the hashing of a request. Scripts need none, since they share the queue with nobody. */
export const HashCaller = Context.Reference<Caller>("strategy/accounts/HashCaller", {
  defaultValue: () => ({ hasSession: false, key: "" })
})

interface HashQueue {
  /** Runs the work when it is the `HashCaller`'s turn. The work is uninterruptible, `Effect.interruptible` apart. */
  <A, E>(work: Effect.Effect<A, E>): Effect.Effect<A, E | HashRefused>
  /** The error with which work of this caller would be refused now; undefined when it would be accepted. */
  readonly refusal: (caller: Caller) => HashRefused | undefined
  readonly waiting: () => number
  readonly running: () => number
}

/**
 * Bounds and shares work that runs on libuv's thread pool, which has four threads that files and DNS need too. Running
 * work keeps its place until it is over, since a thread cannot be stopped.
 */
export const makeHashQueue = (options: FairQueueOptions): HashQueue => {
  const queue = new FairQueue<HashRefused>(options, refusals)
  const queued = <A, E>(work: Effect.Effect<A, E>) =>
    Effect.flatMap(HashCaller, (caller) => queue.run(caller, () => work))
  return Object.assign(queued, {
    refusal: (caller: Caller) => queue.refusal(caller),
    waiting: () => queue.waiting,
    running: () => queue.running
  })
}
