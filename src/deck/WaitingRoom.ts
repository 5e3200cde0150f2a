import { Effect, Option, Semaphore } from "effect"
import { ExporterBusy } from "./ExportError.ts"

export interface WaitingRoomOptions {
  /** How many are worked on at once. */
  readonly concurrency: number
  /** How many may wait beyond those. */
  readonly waiting: number
}

export interface WaitingRoom {
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | ExporterBusy, R>
  readonly waiting: () => number
  readonly running: () => number
}

/** Bounds work in order of arrival. Who is interrupted, waiting or being worked on, leaves the place to the next. */
export const make = ({ concurrency, waiting }: WaitingRoomOptions): WaitingRoom => {
  const places = Semaphore.makeUnsafe(concurrency + waiting)
  const desks = Semaphore.makeUnsafe(concurrency)
  let inside = 0
  let running = 0
  const enter = <A, E, R>(work: Effect.Effect<A, E, R>) =>
    Effect.acquireUseRelease(
      Effect.sync(() => ++running),
      () => work,
      () => Effect.sync(() => --running)
    ).pipe(desks.withPermit, (queued) =>
      Effect.acquireUseRelease(
        Effect.sync(() => ++inside),
        () => queued,
        () => Effect.sync(() => --inside)
      )
    )
  const admit = <A, E, R>(work: Effect.Effect<A, E, R>) =>
    places
      .withPermitsIfAvailable(1)(enter(work))
      .pipe(Effect.flatMap(Option.match({ onNone: () => Effect.fail(new ExporterBusy()), onSome: Effect.succeed })))
  return Object.assign(admit, { waiting: () => inside - running, running: () => running })
}
