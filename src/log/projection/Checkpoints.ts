import { Context, Effect, Layer, Option } from "effect"
import type { StorageError } from "../../domain/StorageError.ts"
import { MemoryLog } from "../store/MemoryLog.ts"
import type { Checkpoint } from "./CheckpointCode.ts"
import * as CheckpointCode from "./CheckpointCode.ts"
import type { LogPosition } from "./LogPosition.ts"

/** The newest of them are kept, and the first of every `spacing` events. */
export const kept = 20
export const spacing = 10_000

/** Which of these sequence numbers go when checkpoints are thinned out. */
export const superfluous = (sequenceNumbers: ReadonlyArray<number>): ReadonlyArray<number> => {
  const ascending = sequenceNumbers.toSorted((a, b) => a - b)
  const eras = new Set<number>()
  return ascending.slice(0, Math.max(0, ascending.length - kept)).filter((sequenceNumber) => {
    const era = Math.floor(sequenceNumber / spacing)
    return eras.has(era) || !eras.add(era)
  })
}

/** States kept beside the log, so that not all of it need be folded. They are derived: without them all is slower. */
export class Checkpoints extends Context.Service<
  Checkpoints,
  {
    /** Keeps a moment, unless one of the same sequence number is kept, and thins out the older ones. */
    readonly save: (moment: LogPosition) => Effect.Effect<void, StorageError>
    /** The newest at or before a sequence number that is whole; others are passed over with a warning. */
    readonly newest: (atOrBefore: number) => Effect.Effect<Option.Option<LogPosition>, StorageError>
    /** All of them, newest first, by sequence number. */
    readonly list: Effect.Effect<ReadonlyArray<number>, StorageError>
    /** One, as it is kept. */
    readonly find: (sequenceNumber: number) => Effect.Effect<Option.Option<Checkpoint>, StorageError>
  }
>()("strategy/log/Checkpoints") {
  static readonly layerMemory = Layer.effect(
    Checkpoints,
    Effect.gen(function* () {
      const log = yield* MemoryLog
      const list = Effect.sync(() => [...log.serving.checkpoints.keys()].sort((a, b) => b - a))
      const find = (sequenceNumber: number) =>
        Effect.sync(() => Option.fromUndefinedOr(log.serving.checkpoints.get(sequenceNumber)))

      const save = Effect.fn("Checkpoints.save")(function* (moment: LogPosition) {
        const checkpoint = yield* encode(moment)
        const all = log.serving.checkpoints
        if (!all.has(checkpoint.sequenceNumber)) all.set(checkpoint.sequenceNumber, checkpoint)
        for (const sequenceNumber of superfluous([...all.keys()])) all.delete(sequenceNumber)
      })

      return Checkpoints.of({ save, newest: newestOf(list, find), list, find })
    })
  ).pipe(Layer.provide(MemoryLog.layer))
}

export const encode = ({ state, eventHash }: LogPosition) =>
  Effect.map(
    CheckpointCode.encode(state),
    (encoded): Checkpoint => ({
      ...encoded,
      sequenceNumber: state.sequenceNumber,
      version: CheckpointCode.version,
      eventHash
    })
  )

/** What a checkpoint holds; fails with what is wrong with it. */
export const decode = Effect.fnUntraced(function* (checkpoint: Checkpoint): Effect.fn.Return<LogPosition, string> {
  if (checkpoint.version !== CheckpointCode.version) {
    return yield* Effect.fail(`it is of version ${checkpoint.version}, not ${CheckpointCode.version}`)
  }
  const state = yield* CheckpointCode.decode(checkpoint.sequenceNumber, checkpoint)
  return { state, eventHash: checkpoint.eventHash }
})

/** `newest` over any place checkpoints are kept in. */
export const newestOf = (
  list: Checkpoints["Service"]["list"],
  find: Checkpoints["Service"]["find"]
): Checkpoints["Service"]["newest"] =>
  Effect.fn("Checkpoints.newest")(function* (atOrBefore) {
    for (const sequenceNumber of yield* list) {
      if (sequenceNumber > atOrBefore) continue
      const found = yield* find(sequenceNumber)
      if (Option.isNone(found)) continue
      const moment = yield* decode(found.value).pipe(
        Effect.tapError((reason) =>
          Effect.logWarning(`The checkpoint at event ${sequenceNumber} is passed over: ${reason}.`)
        ),
        Effect.option
      )
      if (Option.isSome(moment)) return moment
    }
    return Option.none()
  })
