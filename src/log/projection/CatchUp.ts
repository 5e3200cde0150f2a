import { Context, Effect, Layer, Semaphore } from "effect"
import { noOrigin, originsOf } from "../../domain/Provenance.ts"
import type { StorageError } from "../../domain/StorageError.ts"
import { EventStore } from "../store/EventStore.ts"
import { chainFault } from "../store/HistoryBroken.ts"
import { logWentBack } from "../store/LogWentBack.ts"
import { ProvenanceStore } from "../store/ProvenanceStore.ts"
import type { LogPosition } from "./LogPosition.ts"
import { Projector } from "./Projector.ts"
import { type ReplayStep, replay } from "./Replay.ts"

interface CatchUpOptions {
  /** Events read at a time. */
  readonly pageSize: number
  /** Events folded and shown before the event loop is yielded. */
  readonly sliceSize: number
}

const operation = "CatchUp.run"

/** Folds what other servers wrote. The Planner may fold the same events meanwhile; readers see each event once. */
export class CatchUp extends Context.Service<
  CatchUp,
  {
    /**
     * Shows everything that was in the log at the time of the call. A call during another run waits for that one and
     * then reads only what came since. Fails with a `LogWentBack` as the cause when the log does not continue what is
     * shown; then nothing of it is shown.
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
        const provenance = yield* ProvenanceStore
        const oneAtATime = yield* Semaphore.make(1)

        const readUpTo = Effect.fn(operation)(function* (head: number, start: LogPosition) {
          if (head < start.state.sequenceNumber) {
            return yield* logWentBack(operation, `The log ends at event ${head}, before the last one shown`)
          }
          const show = Effect.fnUntraced(function* (steps: ReadonlyArray<ReplayStep>) {
            const last = steps.at(-1)
            if (last === undefined) return
            for (const { before, hashBefore, event } of steps) {
              const fault = chainFault(before.sequenceNumber, hashBefore, event)
              if (fault !== undefined) return yield* logWentBack(operation, `Event ${event.sequenceNumber}: ${fault}`)
            }
            const origins = originsOf(yield* provenance.of(steps.map(({ event }) => event.sequenceNumber)))
            yield* projector.advance({
              position: { state: last.evolution.state, eventHash: last.event.hash },
              committed: steps.map(({ event, evolution }) => ({
                event,
                ...evolution,
                origin: origins.get(event.sequenceNumber) ?? noOrigin
              }))
            })
          })

          yield* replay({
            read: store.readWithEffects,
            start,
            upTo: head,
            pageSize,
            sliceSize,
            visit: show
          })
        })

        // Without anything new there is no span: the poll asks each second.
        const catchUp = Effect.gen(function* () {
          const start = yield* projector.position
          const { sequenceNumber: head } = yield* store.head
          if (head !== start.state.sequenceNumber) yield* readUpTo(head, start)
        })

        return CatchUp.of({ run: oneAtATime.withPermit(catchUp) })
      })
    )

  static readonly layer = CatchUp.layerWith({ pageSize: 250, sliceSize: 100 })
}
