import { Context, Data, Deferred, Effect, Exit, Fiber, Iterable, Latch, Layer, PartitionedSemaphore } from "effect"
import * as IdleCache from "../../bounded/IdleCache.ts"
import { StorageError } from "../../domain/StorageError.ts"
import type { State } from "../../domain/state/State.ts"
import type { LogPosition } from "./LogPosition.ts"
import { TimeTravel } from "./TimeTravel.ts"

/** The state right after an event is still being read. It is kept for a caller that asks again soon. */
export class StateNotRead extends Data.TaggedError("StateNotRead")<{ readonly sequenceNumber: number }> {}

/** Earlier states that are being read or used at once, over all users. Each may be as large as the current state. */
export const maxInUse = 2

/** Earlier states that are kept for the next who asks. */
export const maxKept = 4

/** How long they are kept while nobody asks for any. */
const keptFor = "5 minutes"

/** How long a caller of `withState` waits for its turn and the state. */
const callerTimeout = "5 seconds"

/** How long a state is read at the longest, whether or not anybody waits for it. */
const lookupTimeout = "2 minutes"

const tookTooLong = (sequenceNumber: number) =>
  new StorageError({
    operation: "EarlierStates.at",
    unavailable: true,
    cause: new Error(`Reading the state after event ${sequenceNumber} took longer than ${lookupTimeout}.`)
  })

/**
 * The states that the log had earlier, for whoever needs one: restores, previews, views of the past, decks, trends. Turns go
 * round the users who wait. Reading a state can take longer than a caller waits, so it goes on without the caller.
 */
export class EarlierStates extends Context.Service<
  EarlierStates,
  {
    /** The state right after an event of the log. The caller limits how many it keeps. */
    readonly at: (sequenceNumber: number, user: string) => Effect.Effect<State, StorageError>
    /**
     * Runs `use` with the state right after an event; the user's turn lasts until it ends. Fails with `StateNotRead` when the state
     * is not there within five seconds.
     */
    readonly withState: <A, E, R>(
      sequenceNumber: number,
      user: string,
      use: (state: State) => Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | StateNotRead | StorageError, R>
  }
>()("strategy/log/EarlierStates") {
  static readonly layer = Layer.effect(
    EarlierStates,
    Effect.gen(function* () {
      const { positionAt, positionAfter } = yield* TimeTravel
      const scope = yield* Effect.scope
      const turns = PartitionedSemaphore.makeUnsafe<string>({ permits: maxInUse })

      const kept = yield* IdleCache.make<LogPosition, StorageError>({
        capacity: maxKept,
        weigh: () => 1,
        idle: keptFor
      })

      /** Folds from the nearest state that is kept, which for a series of days is the one before. */
      const lookUp = (sequenceNumber: number): Effect.Effect<LogPosition, StorageError> =>
        Effect.flatMap(kept.values, (positions) => {
          const nearest = Iterable.reduce(positions, undefined as LogPosition | undefined, (best, each) => {
            const at = each.state.sequenceNumber
            return at <= sequenceNumber && at >= (best?.state.sequenceNumber ?? 0) ? each : best
          })
          return nearest === undefined ? positionAt(sequenceNumber) : positionAfter(nearest, sequenceNumber)
        }).pipe(
          Effect.timeoutOrElse({ duration: lookupTimeout, orElse: () => Effect.fail(tookTooLong(sequenceNumber)) })
        )

      /** Reads a state in the user's turn, which lasts until `use` has ended and the state is read. */
      const inTurn = <A, E, R>(
        sequenceNumber: number,
        user: string,
        use: (read: Effect.Effect<State, StorageError>) => Effect.Effect<A, E, R>
      ): Effect.Effect<A, E, R> =>
        Effect.suspend(() => {
          let hasBegun = false
          const state = Deferred.makeUnsafe<State, StorageError>()
          const isUsed = Latch.makeUnsafe()
          const reading = Effect.suspend(() => {
            hasBegun = true
            return kept.get(sequenceNumber, lookUp(sequenceNumber))
          }).pipe(
            Effect.map((position) => position.state),
            Effect.onExit((exit) => Deferred.done(state, exit)),
            Effect.andThen(isUsed.await),
            turns.withPermit(user),
            Effect.onExit((exit) => (Exit.hasInterrupts(exit) ? Deferred.interrupt(state) : Effect.void)),
            Effect.ignore
          )
          return Effect.acquireUseRelease(
            Effect.forkIn(reading, scope),
            () => use(Deferred.await(state)),
            (fiber) => Effect.suspend(() => (hasBegun ? isUsed.open : Fiber.interrupt(fiber)))
          )
        })

      return EarlierStates.of({
        at: (sequenceNumber, user) => inTurn(sequenceNumber, user, (read) => read),
        withState: (sequenceNumber, user, use) =>
          inTurn(sequenceNumber, user, (read) =>
            read.pipe(
              Effect.timeoutOrElse({
                duration: callerTimeout,
                orElse: () => Effect.fail(new StateNotRead({ sequenceNumber }))
              }),
              Effect.flatMap(use)
            )
          )
      })
    })
  )
}
