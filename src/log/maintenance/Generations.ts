import { Clock, Context, Data, Duration, Effect, Layer } from "effect"
import type { StorageError } from "../../domain/StorageError.ts"
import type { Checkpoint } from "../projection/CheckpointCodec.ts"
import type { Association } from "../store/Association.ts"
import type { ChainedEvent } from "../store/EventHash.ts"
import { MemoryGeneration, MemoryLog } from "../store/MemoryLog.ts"

/** The right to build the next generation. A later claim has a higher fence, and ends the earlier ones. */
export interface Claim {
  readonly fence: number
  readonly generation: number
}

/** Rows of a generation. */
export interface GenerationRows {
  readonly associations: ReadonlyArray<Association>
  readonly checkpoints: ReadonlyArray<Checkpoint>
}

/** What completes a generation at the log's end; where it cannot be told yet, nothing is to change. */
export interface Completion {
  readonly isComplete: boolean
  readonly associations: ReadonlyArray<Association>
}

/** Somebody is rebuilding, on this server or another. */
export class RebuildRunning extends Data.TaggedError("RebuildRunning") {}

/** The claim was not heard of for too long: another has taken its place. */
export class RebuildLost extends Data.TaggedError("RebuildLost") {}

/** A claim that was not heard of for so long can be taken over; earlier where its server is known to be gone. */
export const claimTimeout = Duration.seconds(15)

/** Rows that one call of `removeUnused` removes at most. */
export const maxRemovedRows = 5_000

/**
 * What is derived from the log (associations, checkpoints) exists in generations. One of them serves: it alone is read,
 * and live appends write into it, while a rebuild runs too. So an answer is never partial, however a rebuild ends; the
 * new generation is written by its rebuild alone, which completes it while it holds the log's head, and then switches.
 *
 * (The specification suspends the saving of associations and checkpoints during a rebuild and completes them at its end.
 * What is suspended here is that live appends write to the new generation; seen from outside it is the same, except
 * that the history of what happens meanwhile can be read at once.)
 */
export class Generations extends Context.Service<
  Generations,
  {
    /** Begins an empty generation. One claim lives at a time, over all servers. */
    readonly claim: Effect.Effect<Claim, RebuildRunning | StorageError>
    /** Writes to the claimed generation, which nobody reads yet. Each call, an empty one too, says that the claim lives. */
    readonly write: (claim: Claim, part: GenerationRows) => Effect.Effect<void, RebuildLost | StorageError>
    /**
     * Holds the log's end still, and writes what `plan` makes of the events after `known`; from then on the claimed
     * generation serves, and the claim is over. All of it or, where `plan` is not complete, nothing.
     */
    readonly finish: <A extends Completion>(
      claim: Claim,
      known: number,
      plan: (tail: ReadonlyArray<ChainedEvent>) => A
    ) => Effect.Effect<A, RebuildLost | StorageError>
    /** Gives an unfinished claim up. One that is over is left alone. */
    readonly release: (claim: Claim) => Effect.Effect<void, StorageError>
    /**
     * Removes some of what neither serves nor is being built, and gives the number of rows; 0: nothing is left. A claim
     * that could be taken over is ended first.
     */
    readonly removeUnused: Effect.Effect<number, StorageError>
  }
>()("strategy/log/Generations") {
  static readonly layerMemory = Layer.effect(
    Generations,
    Effect.gen(function* () {
      const log = yield* MemoryLog
      let fence = 0
      let heartbeatMs = 0
      let building: MemoryGeneration | undefined
      const unused: Array<MemoryGeneration> = []

      const discard = () => {
        if (building !== undefined) unused.push(building)
        building = undefined
      }
      const isExpired = (now: number) => now - heartbeatMs >= Duration.toMillis(claimTimeout)

      const claimed = Effect.fnUntraced(function* (claim: Claim) {
        heartbeatMs = claim.fence === fence ? yield* Clock.currentTimeMillis : heartbeatMs
        return claim.fence === fence && building !== undefined ? building : yield* new RebuildLost()
      })

      return Generations.of({
        claim: Effect.gen(function* () {
          const now = yield* Clock.currentTimeMillis
          if (building !== undefined && !isExpired(now)) return yield* new RebuildRunning()
          discard()
          building = new MemoryGeneration()
          heartbeatMs = now
          fence += 1
          return { fence, generation: 1 + fence }
        }),
        write: Effect.fnUntraced(function* (claim, { associations, checkpoints }) {
          const generation = yield* claimed(claim)
          generation.addAssociations(associations)
          for (const checkpoint of checkpoints) generation.checkpoints.set(checkpoint.sequenceNumber, checkpoint)
        }),
        finish: Effect.fnUntraced(function* (claim, known, plan) {
          const generation = yield* claimed(claim)
          const completion = plan(log.events.slice(known))
          if (!completion.isComplete) return completion
          generation.addAssociations(completion.associations)
          unused.push(log.serving)
          log.serving = generation
          building = undefined
          return completion
        }),
        release: (claim) =>
          Effect.sync(() => {
            if (claim.fence === fence) discard()
          }),
        removeUnused: Effect.map(Clock.currentTimeMillis, (now) => {
          if (building !== undefined && isExpired(now)) {
            discard()
            fence += 1
          }
          return unused.splice(0).reduce((rows, { rowCount }) => rows + rowCount, 0)
        })
      })
    })
  ).pipe(Layer.provide(MemoryLog.layer))
}
