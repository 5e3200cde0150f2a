import { Cause, Context, Duration, Effect, Fiber, Layer, Queue } from "effect"
import type { StorageError } from "../../domain/StorageError.ts"
import type { HistoryBroken } from "../store/HistoryBroken.ts"
import type { AroundSwitch, Progress, RebuildOptions, RebuildResult } from "./GenerationBuild.ts"
import * as GenerationBuild from "./GenerationBuild.ts"
import { type Claim, claimTimeout, Generations, type RebuildLost, type RebuildRunning } from "./Generations.ts"

type RebuildError = RebuildRunning | RebuildLost | HistoryBroken | StorageError

/** Between two steps of a removal, so that it does not slow down other work. */
const removalPause = "50 millis"

const noProgress: Progress = () => Effect.void

const switchOnly: AroundSwitch = (finish) => finish

/** Rebuilds the derived data from the log alone, while the old data serves and writing continues. */
export class Rebuild extends Context.Service<
  Rebuild,
  {
    /**
     * Folds the whole log from zero into a new generation, checks the chain of hashes, compares the result with the
     * live state, and switches to the new generation. When it fails, the old generation continues to serve. A rebuild
     * is not interrupted with its caller, only when the server stops.
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

        /** Keeps the claim valid while there is nothing to write. The build notices when the claim is lost. */
        const heartbeat = (claim: Claim) =>
          generations
            .write(claim, { associations: [], checkpoints: [] })
            .pipe(Effect.ignore, Effect.delay(Duration.divideUnsafe(claimTimeout, 3)), Effect.forever)

        const releaseClaim = (claim: Claim) =>
          generations
            .release(claim)
            .pipe(Effect.catchCause((cause) => Effect.logWarning("A rebuild's claim could not be released.", cause)))

        const removeAllUnused = Effect.gen(function* () {
          let removed = 0
          for (let rows = yield* generations.removeUnused; rows > 0; rows = yield* generations.removeUnused) {
            removed += rows
            yield* Effect.sleep(removalPause)
          }
          if (removed > 0) yield* Effect.logInfo(`Removed ${removed} unused rows of derived history.`)
        }).pipe(
          Effect.catchCauseIf(
            (cause) => !Cause.hasInterruptsOnly(cause),
            (cause) => Effect.logWarning("Unused rows of derived history could not all be removed.", cause)
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
