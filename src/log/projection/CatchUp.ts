import { Context, Effect, Layer, Semaphore } from "effect"
import type { StorageError } from "../../domain/StorageError.ts"
import { EventStore } from "../store/EventStore.ts"
import { linkFault } from "../store/HistoryBroken.ts"
import { wentBack } from "../store/LogWentBack.ts"
import { Projector } from "./Projector.ts"
import { replay, type Step } from "./Replay.ts"
import { TimeTravel } from "./TimeTravel.ts"

export interface CatchUpOptions {
  /** Events read at a time. */
  readonly pageSize: number
  /** Events folded and shown at a time; others have their turn after them. */
  readonly sliceSize: number
}

const operation = "CatchUp.run"

/** Folds what other servers wrote. The Planner may fold the same at the same time: readers see each event once. */
export class CatchUp extends Context.Service<
  CatchUp,
  {
    /**
     * Afterwards the projector shows everything that was in the log at the call. Who calls while another run is under
     * way waits for it and reads only what came since. Fails with a `LogWentBack` as its cause when the log does not go
     * on from what is shown; then nothing of it is shown.
     */
    readonly run: Effect.Effect<void, StorageError>
  }
>()("strategy/log/CatchUp") {
  static readonly layerWith = ({ pageSize, sliceSize }: CatchUpOptions) =>
    Layer.effect(
      CatchUp,
      Effect.gen(function* () {
        const store = yield* EventStore
        const projector = yield* Projector
        const timeTravel = yield* TimeTravel
        const turn = yield* Semaphore.make(1)

        const catchUp = Effect.gen(function* () {
          const start = yield* projector.moment
          const { sequenceNumber: head } = yield* store.head
          if (head < start.state.sequenceNumber) {
            return yield* wentBack(operation, `The log ends at event ${head}, before the last one shown`)
          }
          if (head === start.state.sequenceNumber) return
          let hashBefore = start.eventHash

          const show = Effect.fnUntraced(function* (steps: ReadonlyArray<Step>) {
            const last = steps.at(-1)
            if (last === undefined) return
            for (const { before, event } of steps) {
              const fault = linkFault(before.sequenceNumber, hashBefore, event)
              if (fault !== undefined) return yield* wentBack(operation, `Event ${event.sequenceNumber}: ${fault}`)
              hashBefore = event.hash
            }
            yield* projector.advance({
              moment: { state: last.evolution.state, eventHash: last.event.hash },
              committed: steps.map(({ event, evolution: { effects } }) => ({ event, effects }))
            })
          })

          yield* replay({
            store,
            start,
            upTo: head,
            earlier: timeTravel.moment,
            pageSize,
            sliceSize,
            visit: show
          })
        }).pipe(Effect.withSpan(operation))

        return CatchUp.of({ run: turn.withPermit(catchUp) })
      })
    )

  static readonly layer = CatchUp.layerWith({ pageSize: 250, sliceSize: 100 })
}
