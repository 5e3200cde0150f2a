import { Data, Effect, Option, Semaphore } from "effect"

/** As many hashes wait as may wait; try again later. */
export class HasherBusy extends Data.TaggedError("HasherBusy") {
  override readonly message = "Too many passwords are being checked. Try again shortly."
}

export interface HashQueueOptions {
  /** How many run at once: libuv has four threads, and files and look-ups of names need some of them. */
  readonly concurrency: number
  /** How many may wait beyond those that run. */
  readonly waiting: number
}

/** Counts who is in the midst of an effect. */
const tally = () => {
  let present = 0
  const during = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.acquireUseRelease(
      Effect.sync(() => ++present),
      () => effect,
      () => Effect.sync(() => --present)
    )
  return { during, present: () => present }
}

export interface HashQueue {
  <A>(work: Effect.Effect<A>): Effect.Effect<A, HasherBusy>
  readonly waiting: () => number
  readonly running: () => number
}

/**
 * Bounds work that runs on the thread pool. Who waits can be interrupted and leaves its place at once; who runs keeps its
 * place until the work is over, since a thread cannot be called back.
 */
export const make = ({ concurrency, waiting }: HashQueueOptions): HashQueue => {
  const places = Semaphore.makeUnsafe(concurrency + waiting)
  const threads = Semaphore.makeUnsafe(concurrency)
  const inside = tally()
  const running = tally()
  const queued = <A>(work: Effect.Effect<A>) =>
    running
      .during(Effect.uninterruptible(work))
      .pipe(
        threads.withPermit,
        inside.during,
        places.withPermitsIfAvailable(1),
        Effect.flatMap(Option.match({ onNone: () => Effect.fail(new HasherBusy()), onSome: Effect.succeed }))
      )
  return Object.assign(queued, { waiting: () => inside.present() - running.present(), running: running.present })
}
