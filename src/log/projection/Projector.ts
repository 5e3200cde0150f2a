import { Cause, Context, Duration, Effect, Layer, Queue, type Scope } from "effect"
import type { State } from "../../domain/state/State.ts"
import { observed } from "../../observability/Observed.ts"
import { appliedHead } from "../LogMetrics.ts"
import { EventStore } from "../store/EventStore.ts"
import { Checkpoints } from "./Checkpoints.ts"
import type { Committed, LogPosition, Projection } from "./LogPosition.ts"
import { TimeTravel } from "./TimeTravel.ts"

/** A pause this many times as long as a save took follows it: however large the state, most time is left to the rest. */
const pauseFactor = 19

export interface ProjectorOptions {
  /** A checkpoint is due after this many events, and after each restore. */
  readonly interval: number
}

export type Listener = (shown: ReadonlyArray<Committed>, after: State) => void

/** The strategy as the log tells it: what readers see. It only ever shows committed events. */
export class Projector extends Context.Service<
  Projector,
  {
    readonly state: Effect.Effect<State>
    /** The same, for callers that are no effects. */
    readonly stateNow: () => State
    readonly moment: Effect.Effect<LogPosition>
    /**
     * Shows a projection made from a moment shown before. Readers never go back: of a projection that was overtaken, the
     * part they know already is left out. All projections are of one log, so it does not matter whose is shown.
     */
    readonly advance: (projection: Projection) => Effect.Effect<void>
    /**
     * Until the scope closes, hands `listener` every event as readers begin to see it: in log order, each once, without
     * gap. `after` is the state that readers see from then on. It is called in the midst of `advance` and is to be quick.
     */
    readonly follow: (listener: Listener) => Effect.Effect<void, never, Scope.Scope>
  }
>()("strategy/log/Projector") {
  static readonly layerWith = ({ interval }: ProjectorOptions) =>
    Layer.effect(
      Projector,
      Effect.gen(function* () {
        const checkpoints = yield* Checkpoints
        const { sequenceNumber: head } = yield* (yield* EventStore).head
        let moment = yield* (yield* TimeTravel).moment(head)
        yield* observed(appliedHead, () => ({ value: moment.state.sequenceNumber }))
        let lastDue = moment.state.sequenceNumber - (moment.state.sequenceNumber % interval)
        // What comes due while one is saved, or in the pause after it, waits; only the latest of them is worth it.
        const due = yield* Queue.sliding<LogPosition>(1)
        const listeners = new Set<Listener>()

        const advance = (projection: Projection) =>
          Effect.sync(() => {
            const known = moment.state.sequenceNumber
            const { sequenceNumber } = projection.moment.state
            if (sequenceNumber <= known) return
            const { length } = projection.committed
            const shown = projection.committed.slice(Math.max(0, length - (sequenceNumber - known)))
            moment = projection.moment
            for (const listener of listeners) listener(shown, moment.state)
            const restored = shown.some(
              ({ event }) => event.eventType === "restore_history" && event.status === "applied"
            )
            if (!restored && sequenceNumber < lastDue + interval) return
            lastDue = sequenceNumber - (sequenceNumber % interval)
            Queue.offerUnsafe(due, moment)
          })

        yield* Queue.take(due).pipe(
          Effect.flatMap((due) => Effect.timed(Effect.uninterruptible(checkpoints.save(due)))),
          Effect.flatMap(([took]) => Effect.sleep(Duration.times(took, pauseFactor))),
          Effect.catchCauseIf(
            (cause) => !Cause.hasInterruptsOnly(cause),
            (cause) => Effect.logWarning("A checkpoint could not be saved; the next one will.", cause)
          ),
          Effect.forever,
          Effect.forkScoped
        )

        return Projector.of({
          state: Effect.sync(() => moment.state),
          stateNow: () => moment.state,
          moment: Effect.sync(() => moment),
          advance,
          follow: (listener) =>
            Effect.acquireRelease(
              Effect.sync(() => listeners.add(listener)),
              () => Effect.sync(() => listeners.delete(listener))
            )
        })
      })
    )

  static readonly layer = Projector.layerWith({ interval: 1_000 })
}
