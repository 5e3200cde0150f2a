import { Effect, Option, Semaphore } from "effect"
import { type Past, restoreTarget } from "../../domain/events/Past.ts"
import type { State } from "../../domain/state/State.ts"
import { Projector } from "../projection/Projector.ts"
import { TimeTravel } from "../projection/TimeTravel.ts"
import { WaitedTooLong } from "./SubmitError.ts"

/** Restores whose earlier states are held at once: each may be as large as the whole strategy. */
const maxHeldStates = 4

/** How long the look-up of a state may take. */
const lookUpTimeout = "5 seconds"

/**
 * The earlier states that restores go back to, looked up before the restore stands in the writer's queue: reading the log up
 * to there takes many turns of the event loop, for which all other writes would have to wait.
 */
export const make = Effect.gen(function* () {
  const projector = yield* Projector
  const timeTravel = yield* TimeTravel
  const permits = Semaphore.makeUnsafe(maxHeldStates)
  const states = new Map<number, State>()

  const submitWith = Effect.fnUntraced(function* <A, E, R>(target: number, submit: Effect.Effect<A, E, R>) {
    const { state } = yield* timeTravel
      .positionAt(target)
      .pipe(Effect.timeoutOrElse({ duration: lookUpTimeout, orElse: () => Effect.fail(new WaitedTooLong()) }))
    states.set(target, state)
    return yield* Effect.ensuring(
      submit,
      Effect.sync(() => states.delete(target))
    )
  })

  return {
    /** States that are held now. */
    past: ((sequenceNumber) => states.get(sequenceNumber)) satisfies Past,
    /**
     * Submits an event; before a restore, the state that it goes back to is looked up, if the log has it and not too many are
     * held. What is not held is looked up by the writer.
     */
    withStateBefore: <A, E, R>(event: Parameters<typeof restoreTarget>[0], submit: Effect.Effect<A, E, R>) => {
      const target = restoreTarget(event)
      if (target === null || target <= 0 || target >= projector.stateNow().sequenceNumber) return submit
      return submitWith(target, submit).pipe(
        permits.withPermitsIfAvailable(1),
        Effect.flatMap(Option.match({ onNone: () => submit, onSome: Effect.succeed }))
      )
    }
  }
})
