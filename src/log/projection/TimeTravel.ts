import { Context, Effect, Layer, Option } from "effect"
import type { StorageError } from "../../domain/StorageError.ts"
import { EventStore } from "../store/EventStore.ts"
import { Checkpoints } from "./Checkpoints.ts"
import { type LogPosition, startOfLog } from "./LogPosition.ts"
import { replay } from "./Replay.ts"

/** Looks up earlier positions of the log. */
export class TimeTravel extends Context.Service<
  TimeTravel,
  {
    /** The position right after an event of the log, folded from the nearest checkpoint. */
    readonly positionAt: (sequenceNumber: number) => Effect.Effect<LogPosition, StorageError>
  }
>()("strategy/log/TimeTravel") {
  static readonly layer = Layer.effect(
    TimeTravel,
    Effect.gen(function* () {
      const store = yield* EventStore
      const checkpoints = yield* Checkpoints
      const source = { read: store.readForFolding, restores: store.restores }

      const positionAt: TimeTravel["Service"]["positionAt"] = Effect.fn("TimeTravel.positionAt")(function* (upTo) {
        const start = Option.getOrElse(yield* checkpoints.newest(upTo), () => startOfLog)
        return yield* replay({ store: source, start, upTo, earlierPosition: positionAt })
      })

      return TimeTravel.of({ positionAt })
    })
  )
}
