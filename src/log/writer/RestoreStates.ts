import { Effect, Semaphore } from "effect"
import { type Past, restoreTarget } from "../../domain/events/Past.ts"
import type { State } from "../../domain/state/State.ts"
import { Projector } from "../projection/Projector.ts"
import { TimeTravel } from "../projection/TimeTravel.ts"
import { WaitedTooLong } from "./SubmitError.ts"

/** How many earlier states are held at once; each may be as large as the current state. */
const maxHeldStates = 4

const lookUpTimeout = "5 seconds"

/** How long an event may wait for others to let go of their states. */
const turnTimeout = "10 seconds"

interface HeldState {
  readonly state: State
  readonly holders: number
}

/**
 * Looks up the earlier state that a restore goes back to before the restore enters the writer's queue, and likewise for
 * what is brought back. Folding the log up to there takes long, and all other writes would wait for it.
 */
export const make = Effect.gen(function* () {
  const projector = yield* Projector
  const timeTravel = yield* TimeTravel
  const permits = Semaphore.makeUnsafe(maxHeldStates)
  const held = new Map<number, HeldState>()

  const hold = (target: number, state: State) =>
    Effect.sync(() => held.set(target, { state, holders: (held.get(target)?.holders ?? 0) + 1 }))

  const release = (target: number) =>
    Effect.sync(() => {
      const known = held.get(target)
      if (known !== undefined && known.holders > 1) held.set(target, { ...known, holders: known.holders - 1 })
      else held.delete(target)
    })

  const lookUp = (target: number) =>
    timeTravel.positionAt(target).pipe(
      Effect.map((position) => position.state),
      Effect.timeoutOrElse({ duration: lookUpTimeout, orElse: () => Effect.fail(new WaitedTooLong()) })
    )

  const submitWith = Effect.fnUntraced(function* <A, E, R>(target: number, submit: Effect.Effect<A, E, R>) {
    const state = held.get(target)?.state ?? (yield* lookUp(target))
    return yield* Effect.acquireUseRelease(
      hold(target, state),
      () => submit,
      () => release(target)
    )
  })

  /** Fails when too many others hold states for too long. */
  const inTurn = <A, E, R>(submit: Effect.Effect<A, E, R>) =>
    Effect.suspend(() => {
      let hasBegun = false
      const begin = Effect.sync(() => {
        hasBegun = true
      })
      return Effect.raceFirst(
        permits.withPermit(Effect.andThen(begin, submit)),
        Effect.sleep(turnTimeout).pipe(
          Effect.andThen(Effect.suspend(() => (hasBegun ? Effect.never : Effect.fail(new WaitedTooLong()))))
        )
      )
    })

  return {
    /** Looks up the states that are held now. */
    past: ((sequenceNumber) => held.get(sequenceNumber)?.state) satisfies Past,
    /** Runs `submit`; before that it looks up the earlier state that the event needs, if the log has it. */
    withStateBefore: <A, E, R>(event: Parameters<typeof restoreTarget>[0], submit: Effect.Effect<A, E, R>) => {
      const target = restoreTarget(event)
      if (target === null || target <= 0 || target >= projector.stateNow().sequenceNumber) return submit
      return inTurn(submitWith(target, submit))
    }
  }
})
