import { Cache, Context, Duration, Effect, Exit, Layer, Option } from "effect"
import type { StorageError } from "../../domain/StorageError.ts"
import { dayOf } from "../../shared/Days.ts"
import { ServiceDays } from "../../time/ServiceDays.ts"
import { EventStore } from "../store/EventStore.ts"
import { Checkpoints } from "./Checkpoints.ts"
import { type LogPosition, startOfLog } from "./LogPosition.ts"
import { replay } from "./Replay.ts"

/** A checkpoint is read instead of folding more events than this from a known position. */
const maxFoldedEvents = 5_000

/** Timestamps that are cached: of a log of a million events, all that the searches for a hundred days look at. */
const maxCachedTimestamps = 2_000

/** Looks up earlier positions of the log. */
export class TimeTravel extends Context.Service<
  TimeTravel,
  {
    /** The position right after an event of the log, folded from the nearest checkpoint. */
    readonly positionAt: (sequenceNumber: number) => Effect.Effect<LogPosition, StorageError>
    /** `positionAt` for an event after a known position, folded from it unless a checkpoint is likely to be nearer. */
    readonly positionAfter: (known: LogPosition, sequenceNumber: number) => Effect.Effect<LogPosition, StorageError>
    /** The time of an event of the log, ISO 8601 UTC. */
    readonly timestampOf: (sequenceNumber: number) => Effect.Effect<string, StorageError>
    /** The last of the first `count` events before the beginning of a day, `YYYY-MM-DD`; 0 if there is none. */
    readonly lastBefore: (day: string, count: number) => Effect.Effect<number, StorageError>
  }
>()("strategy/log/TimeTravel") {
  static readonly layer = Layer.effect(
    TimeTravel,
    Effect.gen(function* () {
      const store = yield* EventStore
      const checkpoints = yield* Checkpoints
      const days = yield* ServiceDays
      const read = store.readForFolding

      const positionAt = Effect.fn("TimeTravel.positionAt")(function* (upTo: number) {
        const start = Option.getOrElse(yield* checkpoints.newest(upTo), () => startOfLog)
        return yield* replay({ read, start, upTo })
      })

      const positionAfter = Effect.fn("TimeTravel.positionAfter")(function* (known: LogPosition, upTo: number) {
        if (upTo - known.state.sequenceNumber > maxFoldedEvents) return yield* positionAt(upTo)
        return yield* replay({ read, start: known, upTo })
      })

      const timestamps = yield* Cache.makeWith(
        (sequenceNumber: number) =>
          Effect.flatMap(store.read(sequenceNumber - 1, 1), ([event]) =>
            event === undefined
              ? Effect.die(new Error(`Event ${sequenceNumber} is missing.`))
              : Effect.succeed(event.timestamp)
          ),
        {
          capacity: maxCachedTimestamps,
          timeToLive: Exit.match({ onFailure: () => Duration.zero, onSuccess: () => Duration.infinity })
        }
      )
      const timestampOf = (sequenceNumber: number) => Cache.get(timestamps, sequenceNumber)

      // A binary search, since timestamps hardly ever go back. Its steps are powers of two, so that searches for other days, and
      // those after the log has grown, look at the same events, whose timestamps are cached.
      const lastBefore = Effect.fn("TimeTravel.lastBefore")(function* (date: string, count: number) {
        const begin = days.momentOf(dayOf(date))
        let last = 0
        for (let step = 2 ** Math.floor(Math.log2(count)); step >= 1; step /= 2) {
          if (last + step <= count && Date.parse(yield* timestampOf(last + step)) < begin) last += step
        }
        return last
      })

      return TimeTravel.of({ positionAt, positionAfter, timestampOf, lastBefore })
    })
  )
}
