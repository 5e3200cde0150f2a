import { Context, Effect, Layer, Option } from "effect"
import type { StorageError } from "../../domain/StorageError.ts"
import type { Checkpoint } from "../store/Checkpoint.ts"
import { MemoryLog } from "../store/MemoryLog.ts"
import * as CheckpointCodec from "./CheckpointCodec.ts"
import { checkpointsToDelete } from "./CheckpointThinning.ts"
import type { LogPosition } from "./LogPosition.ts"

/** States saved beside the log, so that folding need not begin at zero. They are derived and may be lost. */
export class Checkpoints extends Context.Service<
  Checkpoints,
  {
    /** Saves a position unless there is a checkpoint at its sequence number, and thins out the older ones. */
    readonly save: (position: LogPosition) => Effect.Effect<void, StorageError>
    /** The newest readable checkpoint at or before a sequence number. Unreadable ones are skipped with a warning. */
    readonly newest: (atOrBefore: number) => Effect.Effect<Option.Option<LogPosition>, StorageError>
    /** The sequence numbers of all checkpoints, newest first. */
    readonly list: Effect.Effect<ReadonlyArray<number>, StorageError>
    /** One checkpoint, still encoded. */
    readonly find: (sequenceNumber: number) => Effect.Effect<Option.Option<Checkpoint>, StorageError>
  }
>()("strategy/log/Checkpoints") {
  static readonly layerMemory = Layer.effect(
    Checkpoints,
    Effect.gen(function* () {
      const log = yield* MemoryLog
      const numbers = () => [...log.serving.checkpoints.keys()].sort((a, b) => b - a)
      const at = (sequenceNumber: number | undefined) =>
        Option.fromUndefinedOr(sequenceNumber === undefined ? undefined : log.serving.checkpoints.get(sequenceNumber))

      const save = Effect.fn("Checkpoints.save")(function* (position: LogPosition) {
        const checkpoint = yield* encode(position)
        const all = log.serving.checkpoints
        if (!all.has(checkpoint.sequenceNumber)) all.set(checkpoint.sequenceNumber, checkpoint)
        for (const sequenceNumber of checkpointsToDelete([...all.keys()])) all.delete(sequenceNumber)
      })

      return Checkpoints.of({
        save,
        newest: makeNewest((atOrBefore) => Effect.sync(() => at(numbers().find((known) => known <= atOrBefore)))),
        list: Effect.sync(numbers),
        find: (sequenceNumber) => Effect.sync(() => at(sequenceNumber))
      })
    })
  ).pipe(Layer.provide(MemoryLog.layer))
}

export const encode = ({ state, eventHash }: LogPosition) =>
  Effect.map(
    CheckpointCodec.encode(state),
    (encoded): Checkpoint => ({
      ...encoded,
      sequenceNumber: state.sequenceNumber,
      version: CheckpointCodec.version,
      eventHash
    })
  )

/** Fails with the reason, as the end of a sentence, when the checkpoint cannot be read. */
export const decode = Effect.fnUntraced(function* (checkpoint: Checkpoint): Effect.fn.Return<LogPosition, string> {
  if (checkpoint.version !== CheckpointCodec.version) {
    return yield* Effect.fail(`it has version ${checkpoint.version}, not ${CheckpointCodec.version}`)
  }
  const state = yield* CheckpointCodec.decode(checkpoint.sequenceNumber, checkpoint)
  return { state, eventHash: checkpoint.eventHash }
})

/** Makes `Checkpoints.newest` from the lookup of the newest checkpoint, still encoded, at or before a sequence number. */
export const makeNewest = (
  newestEncoded: (atOrBefore: number) => Effect.Effect<Option.Option<Checkpoint>, StorageError>
): Checkpoints["Service"]["newest"] =>
  Effect.fn("Checkpoints.newest")(function* (atOrBefore) {
    for (let limit = atOrBefore; ; ) {
      const found = yield* newestEncoded(limit)
      if (Option.isNone(found)) return Option.none()
      const { sequenceNumber } = found.value
      const position = yield* decode(found.value).pipe(
        Effect.tapError((reason) => Effect.logWarning(`Skipped the checkpoint at event ${sequenceNumber}: ${reason}.`)),
        Effect.option
      )
      if (Option.isSome(position)) return position
      limit = sequenceNumber - 1
    }
  })
