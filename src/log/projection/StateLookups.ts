import { Context, Data, Deferred, Effect, Exit, Fiber, Layer, Semaphore } from "effect"
import { StorageError } from "../../domain/StorageError.ts"
import type { State } from "../../domain/state/State.ts"
import { HeldLookups, type Lookup } from "./HeldLookups.ts"
import type { LogPosition } from "./LogPosition.ts"
import { TimeTravel } from "./TimeTravel.ts"

/** The state right after an event is still being read. It is kept for a caller that asks again soon. */
export class StateNotRead extends Data.TaggedError("StateNotRead")<{ readonly sequenceNumber: number }> {}

export interface StateLookupsOptions {
  /** How many earlier states are in memory at once, with those being read; each may be as large as the current state. */
  readonly maxStates: number
  /** How many are read at the same time. */
  readonly maxConcurrentLookups: number
}

/** For submissions and their previews. */
const defaults: StateLookupsOptions = { maxStates: 4, maxConcurrentLookups: 2 }

export const { maxStates } = defaults

/** How long a caller waits for a state. */
const callerTimeout = "5 seconds"

/** How long a state is read at the longest, whether or not anybody waits for it. */
const lookupTimeout = "2 minutes"

/** How long a state that was read waits for its first caller before it makes room for others. */
const reservedFor = "15 seconds"

/** How long a state is kept after that, unless others need the room. */
const keptFor = "45 seconds"

const tookTooLong = (sequenceNumber: number) =>
  new StorageError({
    operation: "StateLookups.withState",
    unavailable: true,
    cause: new Error(`Reading the state after event ${sequenceNumber} took longer than ${lookupTimeout}.`)
  })

/**
 * Reads earlier states for callers who come back. Reading one can take longer than a caller waits, so it goes on without the
 * caller; who asks for the same state meanwhile or soon afterwards shares it.
 */
export class StateLookups extends Context.Service<
  StateLookups,
  {
    /** Looks up the states that are in memory now: at least those that `withState` holds. */
    readonly past: (sequenceNumber: number) => State | undefined
    /**
     * Runs `use` with the state right after an event, and holds it until `use` has ended. Fails with `StateNotRead` when the state
     * is not there within five seconds.
     */
    readonly withState: <A, E, R>(
      sequenceNumber: number,
      use: (state: State) => Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | StateNotRead | StorageError, R>
  }
>()("strategy/log/StateLookups") {
  /** Lookups of their own, which make no room in others and take none of it. */
  static readonly make = Effect.fnUntraced(function* ({ maxStates, maxConcurrentLookups }: StateLookupsOptions) {
    const timeTravel = yield* TimeTravel
    const fork = Effect.runForkWith(yield* Effect.context<never>())
    const scope = yield* Effect.scope
    const turns = Semaphore.makeUnsafe(maxConcurrentLookups)

    const settle = (lookup: Lookup, exit: Exit.Exit<LogPosition, StorageError>) =>
      Effect.suspend(() => {
        const result = Exit.map(exit, ({ state }) => state)
        if (Exit.isSuccess(result)) lookup.state = result.value
        Deferred.doneUnsafe(lookup.result, result)
        return Exit.isFailure(result) && !Exit.hasInterrupts(result) && lookup.users === 0
          ? Effect.logWarning(`The state after event ${lookup.sequenceNumber} could not be read.`, result.cause)
          : Effect.void
      })

    const run = (lookup: Lookup) =>
      timeTravel.positionAt(lookup.sequenceNumber).pipe(
        Effect.timeoutOrElse({
          duration: lookupTimeout,
          orElse: () => Effect.fail(tookTooLong(lookup.sequenceNumber))
        }),
        turns.withPermit,
        Effect.onExit((exit) => settle(lookup, exit)),
        Effect.andThen(Effect.sleep(reservedFor)),
        Effect.andThen(Effect.sync(() => held.endReservation(lookup))),
        Effect.andThen(Effect.sleep(keptFor)),
        Effect.ignore,
        Effect.ensuring(Effect.sync(() => held.end(lookup)))
      )

    const held = new HeldLookups(maxStates, (lookup) => Fiber.runIn(fork(run(lookup)), scope))

    const withState: StateLookups["Service"]["withState"] = (sequenceNumber, use) =>
      Effect.suspend(() => {
        let joined: Lookup | undefined
        const state: Effect.Effect<State, StorageError> = Effect.suspend(() => {
          // Taken first, or a change between the two would be missed.
          const { changed } = held
          joined = held.join(sequenceNumber)
          return joined === undefined ? Effect.andThen(Deferred.await(changed), state) : Deferred.await(joined.result)
        })
        return state.pipe(
          Effect.timeoutOrElse({
            duration: callerTimeout,
            orElse: () => Effect.fail(new StateNotRead({ sequenceNumber }))
          }),
          Effect.tap(() => Effect.sync(() => joined && held.endReservation(joined))),
          Effect.flatMap(use),
          Effect.ensuring(Effect.sync(() => joined && held.leave(joined)))
        )
      })

    return StateLookups.of({ past: (sequenceNumber) => held.stateOf(sequenceNumber), withState })
  })

  static readonly layer = Layer.effect(StateLookups, this.make(defaults))
}
