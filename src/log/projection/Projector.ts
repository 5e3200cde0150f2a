import { Cause, Context, Duration, Effect, Layer, Option, Queue, type Scope } from "effect"
import type { State } from "../../domain/state/State.ts"
import { observed } from "../../observability/Observed.ts"
import { appliedHead } from "../LogMetrics.ts"
import { EventStore } from "../store/EventStore.ts"
import * as CheckpointCodec from "./CheckpointCodec.ts"
import { Checkpoints } from "./Checkpoints.ts"
import type { Committed, LogPosition, Projection } from "./LogPosition.ts"
import { TimeTravel } from "./TimeTravel.ts"

/** After a save comes a pause this many times as long, so that saving a large state takes at most 5 % of the time. */
const pauseFactor = 19

interface ProjectorOptions {
  /** Events between checkpoints. */
  readonly checkpointInterval: number
}

/** Whether the newest checkpoint is of another version and so cannot be read. */
const isOutdated = Effect.fnUntraced(function* ({ list, find }: Checkpoints["Service"]) {
  const [newest] = yield* list
  const found = newest === undefined ? Option.none() : yield* find(newest)
  return Option.exists(found, ({ version }) => version !== CheckpointCodec.version)
})

type CommittedListener = (newlyShown: ReadonlyArray<Committed>, after: State) => void

/** The state that readers see. It contains committed events only. */
export class Projector extends Context.Service<
  Projector,
  {
    readonly state: Effect.Effect<State>
    /** `state` for callers that are not effects. */
    readonly stateNow: () => State
    readonly position: Effect.Effect<LogPosition>
    /**
     * Shows a projection that was folded from an earlier position. Readers never go back: events that were shown
     * already are left out. All projections are of one log, so it does not matter who made this one.
     */
    readonly advance: (projection: Projection) => Effect.Effect<void>
    /**
     * Calls `listener` with every event as it is shown, in log order, each once and without gaps, until the scope
     * closes. `after` is the state that readers see from then on. The listener runs inside `advance`, so it must be
     * quick.
     */
    readonly follow: (listener: CommittedListener) => Effect.Effect<void, never, Scope.Scope>
  }
>()("strategy/log/Projector") {
  static readonly layerWith = ({ checkpointInterval }: ProjectorOptions) =>
    Layer.effect(
      Projector,
      Effect.gen(function* () {
        const checkpoints = yield* Checkpoints
        const { sequenceNumber: head } = yield* (yield* EventStore).head
        let shown = yield* (yield* TimeTravel).positionAt(head)
        yield* observed(appliedHead, () => ({ value: shown.state.sequenceNumber }))
        let lastDue = shown.state.sequenceNumber - (shown.state.sequenceNumber % checkpointInterval)
        // While a save or the pause after it lasts, only the latest due position is kept.
        const due = yield* Queue.sliding<LogPosition>(1)
        const listeners = new Set<CommittedListener>()
        // After an update the whole log was just replayed; the next start need not do that again.
        if (yield* isOutdated(checkpoints)) Queue.offerUnsafe(due, shown)

        const advance = (projection: Projection) =>
          Effect.sync(() => {
            const known = shown.state.sequenceNumber
            const { sequenceNumber } = projection.position.state
            if (sequenceNumber <= known) return
            const { length } = projection.committed
            const newlyShown = projection.committed.slice(Math.max(0, length - (sequenceNumber - known)))
            shown = projection.position
            for (const listener of listeners) listener(newlyShown, shown.state)
            if (sequenceNumber < lastDue + checkpointInterval) return
            lastDue = sequenceNumber - (sequenceNumber % checkpointInterval)
            Queue.offerUnsafe(due, shown)
          })

        yield* Queue.take(due).pipe(
          Effect.flatMap((due) => Effect.timed(Effect.uninterruptible(checkpoints.save(due)))),
          Effect.flatMap(([took]) => Effect.sleep(Duration.times(took, pauseFactor))),
          Effect.catchCauseIf(
            (cause) => !Cause.hasInterruptsOnly(cause),
            (cause) =>
              Effect.logWarning("Could not save a checkpoint. The next one will be saved when it is due.", cause)
          ),
          Effect.forever,
          Effect.forkScoped
        )

        return Projector.of({
          state: Effect.sync(() => shown.state),
          stateNow: () => shown.state,
          position: Effect.sync(() => shown),
          advance,
          follow: (listener) =>
            Effect.acquireRelease(
              Effect.sync(() => listeners.add(listener)),
              () => Effect.sync(() => listeners.delete(listener))
            )
        })
      })
    )

  static readonly layer = Projector.layerWith({ checkpointInterval: 1_000 })
}
