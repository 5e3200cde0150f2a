import { Cause, Context, Duration, Effect, Layer, Queue } from "effect"
import type { State } from "../domain/State.ts"
import { Checkpoints } from "./Checkpoints.ts"
import { EventStore } from "./EventStore.ts"
import type { Moment, Projection } from "./Moment.ts"
import { TimeTravel } from "./TimeTravel.ts"

/** A pause this many times as long as a save took follows it: however large the state, most time is left to the rest. */
const pauseFactor = 19

export interface ProjectorOptions {
  /** A checkpoint is due after this many events, and after each restore. */
  readonly interval: number
}

/** The strategy as the log tells it: what readers see. It only ever shows committed events. */
export class Projector extends Context.Service<
  Projector,
  {
    readonly state: Effect.Effect<State>
    readonly moment: Effect.Effect<Moment>
    /** Shows a projection made from the current moment. Called by the one writer, in log order. */
    readonly advance: (projection: Projection) => Effect.Effect<void>
  }
>()("strategy/log/Projector") {
  static readonly layerWith = ({ interval }: ProjectorOptions) =>
    Layer.effect(
      Projector,
      Effect.gen(function* () {
        const checkpoints = yield* Checkpoints
        const { sequenceNumber: head } = yield* (yield* EventStore).head
        let moment = yield* (yield* TimeTravel).moment(head)
        let lastDue = moment.state.sequenceNumber - (moment.state.sequenceNumber % interval)
        // What comes due while one is saved, or in the pause after it, waits; only the latest of them is worth it.
        const due = yield* Queue.sliding<Moment>(1)

        const advance = (projection: Projection) =>
          Effect.sync(() => {
            moment = projection.moment
            const { sequenceNumber } = moment.state
            const restored = projection.committed.some(
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
          moment: Effect.sync(() => moment),
          advance
        })
      })
    )

  static readonly layer = Projector.layerWith({ interval: 1_000 })
}
