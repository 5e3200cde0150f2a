import { Effect, Option, Semaphore } from "effect"
import { type Past, restoreTarget } from "../../domain/events/Past.ts"
import type { State } from "../../domain/state/State.ts"
import { Projector } from "../projection/Projector.ts"
import { TimeTravel } from "../projection/TimeTravel.ts"
import { WaitedTooLong } from "./SubmitError.ts"

/** How many earlier states are held at once; each may be as large as the current state. */
const maxHeldStates = 4

const lookUpTimeout = "5 seconds"

/**
 * Looks up the earlier state that a restore goes back to before the restore enters the writer's queue. Folding the log
 * up to there takes long, and all other writes would wait for it.
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
    /** Looks up the states that are held now. */
    past: ((sequenceNumber) => states.get(sequenceNumber)) satisfies Past,
    /**
     * Runs `submit`. Before a restore it looks up the state that the restore goes back to, if the log has it and not
     * too many states are held; the writer looks up states that are not held.
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
