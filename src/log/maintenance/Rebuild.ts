import { Cause, Context, Duration, Effect, Fiber, Layer, Queue } from "effect"
import type { StorageError } from "../../domain/StorageError.ts"
import type { HistoryBroken } from "../store/HistoryBroken.ts"
import type { AroundSwitch, Progress, RebuildOptions, RebuildResult } from "./GenerationBuild.ts"
import * as GenerationBuild from "./GenerationBuild.ts"
import { type Claim, claimTimeout, Generations, type RebuildLost, type RebuildRunning } from "./Generations.ts"

export type RebuildError = RebuildRunning | RebuildLost | HistoryBroken | StorageError

/** Between two steps of a removal, which is to be in nobody's way. */
const removalPause = "50 millis"

const noProgress: Progress = () => Effect.void

const switchOnly: AroundSwitch = (finish) => finish

/** Makes what is derived from the log anew from the log alone, while the old serves and writing goes on. */
export class Rebuild extends Context.Service<
  Rebuild,
  {
    /**
     * Folds the whole log from zero into a new generation, looks at the chain of hashes on the way and compares what comes
     * out with the live state, and switches to it. Whatever it fails with, the old generation goes on serving. It ends
     * with this server or on its own account, not with its caller. `progress` is told how many events are folded, of how
     * many.
     */
    readonly run: (progress?: Progress, aroundSwitch?: AroundSwitch) => Effect.Effect<RebuildResult, RebuildError>
  }
>()("strategy/log/Rebuild") {
  static readonly defaults: RebuildOptions = {
    pageSize: 500,
    sliceSize: 50,
    writeBatchSize: 250,
    checkpointInterval: 1_000
  }

  static readonly layerWith = (options: RebuildOptions) =>
    Layer.effect(
      Rebuild,
      Effect.gen(function* () {
        const generations = yield* Generations
        const scope = yield* Effect.scope
        const removalRequests = yield* Queue.sliding<void>(1)

        const build = yield* GenerationBuild.make(options)

        /** Says that the claim lives, also while there is nothing to write. Whether it still does, the build finds out. */
        const heartbeat = (claim: Claim) =>
          generations
            .write(claim, { associations: [], checkpoints: [] })
            .pipe(Effect.ignore, Effect.delay(Duration.divideUnsafe(claimTimeout, 3)), Effect.forever)

        const releaseClaim = (claim: Claim) =>
          generations
            .release(claim)
            .pipe(Effect.catchCause((cause) => Effect.logWarning("A rebuild's claim could not be given up.", cause)))

        const removeAllUnused = Effect.gen(function* () {
          let removed = 0
          for (let rows = yield* generations.removeUnused; rows > 0; rows = yield* generations.removeUnused) {
            removed += rows
            yield* Effect.sleep(removalPause)
          }
          if (removed > 0) yield* Effect.logInfo(`Removed ${removed} rows of history that served no more.`)
        }).pipe(
          Effect.catchCauseIf(
            (cause) => !Cause.hasInterruptsOnly(cause),
            (cause) => Effect.logWarning("What serves no more could not all be removed.", cause)
          )
        )

        yield* Queue.take(removalRequests).pipe(Effect.andThen(removeAllUnused), Effect.forever, Effect.forkScoped)
        yield* Queue.offer(removalRequests, undefined)

        const rebuild = (progress: Progress, aroundSwitch: AroundSwitch) =>
          Effect.acquireUseRelease(
            generations.claim,
            (claim) => Effect.raceFirst(build(claim, progress, aroundSwitch), heartbeat(claim)),
            (claim) => Effect.andThen(releaseClaim(claim), Queue.offer(removalRequests, undefined))
          )

        const run: Rebuild["Service"]["run"] = Effect.fn("Rebuild.run")(
          (progress = noProgress, aroundSwitch = switchOnly) =>
            Effect.flatMap(Effect.forkIn(rebuild(progress, aroundSwitch), scope), Fiber.join)
        )

        return Rebuild.of({ run })
      })
    )

  static readonly layer = Rebuild.layerWith(Rebuild.defaults)
}
