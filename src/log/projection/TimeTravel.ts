import { Context, Effect, Layer, Option } from "effect"
import type { StorageError } from "../../domain/StorageError.ts"
import { EventStore } from "../store/EventStore.ts"
import { Checkpoints } from "./Checkpoints.ts"
import { beginning, type LogPosition } from "./LogPosition.ts"
import { replay } from "./Replay.ts"

/** Earlier moments of the log. */
export class TimeTravel extends Context.Service<
  TimeTravel,
  {
    /** The moment right after an event that the log has: nearest checkpoint and what follows it. */
    readonly moment: (sequenceNumber: number) => Effect.Effect<LogPosition, StorageError>
  }
>()("strategy/log/TimeTravel") {
  static readonly layer = Layer.effect(
    TimeTravel,
    Effect.gen(function* () {
      const store = yield* EventStore
      const checkpoints = yield* Checkpoints
      const folds = { read: store.readFolds, restores: store.restores }

      const moment: TimeTravel["Service"]["moment"] = Effect.fn("TimeTravel.moment")(function* (upTo) {
        const start = Option.getOrElse(yield* checkpoints.newest(upTo), () => beginning)
        return yield* replay({ store: folds, start, upTo, earlier: moment })
      })

      return TimeTravel.of({ moment })
    })
  )
}
