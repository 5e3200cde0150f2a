import { Clock, Context, Data, Duration, Effect, Layer } from "effect"
import type { StorageError } from "../../domain/StorageError.ts"
import type { Association } from "../store/Association.ts"
import type { Checkpoint } from "../store/Checkpoint.ts"
import { type EventWithEffect, withEffect } from "../store/EventHash.ts"
import { MemoryGeneration, MemoryLog } from "../store/MemoryLog.ts"

/** The right to build the next generation. A later claim has a higher fencing token and ends the earlier ones. */
export interface Claim {
  readonly fence: number
  readonly generation: number
}

/** Rows of a generation. */
export interface GenerationRows {
  readonly associations: ReadonlyArray<Association>
  readonly checkpoints: ReadonlyArray<Checkpoint>
}

/** The associations that complete a generation up to the log's end. When not complete, nothing is to be changed. */
export interface Completion {
  readonly isComplete: boolean
  readonly associations: ReadonlyArray<Association>
}

/** A rebuild is already running, on this server or another. */
export class RebuildRunning extends Data.TaggedError("RebuildRunning") {}

/** The claim sent no heartbeat for too long and was taken over. */
export class RebuildLost extends Data.TaggedError("RebuildLost") {}

/** A claim without a heartbeat for this long can be taken over; earlier when its server is known to be gone. */
export const claimTimeout = Duration.seconds(15)

/** How many rows one call of `removeUnused` removes at most. */
export const maxRemovedRows = 5_000

/**
 * Derived data (associations and checkpoints) exists in generations, one of which serves: only that one is read, and
 * appends write to it, also during a rebuild. Reads are therefore never partial, however a rebuild ends. The new
 * generation is written by its rebuild alone, which completes it while it locks the log's head, and then switches.
 *
 * The specification suspends saving associations and checkpoints during a rebuild and completes them at its end. Here
 * only writing them to the new generation is suspended. The result is the same, except that the history of events
 * written during the rebuild can be read at once.
 */
export class Generations extends Context.Service<
  Generations,
  {
    /** Starts an empty generation. Over all servers, one claim is valid at a time. */
    readonly claim: Effect.Effect<Claim, RebuildRunning | StorageError>
    /** Writes to the claimed generation, which is not read yet. Each call, also an empty one, is a heartbeat. */
    readonly write: (claim: Claim, part: GenerationRows) => Effect.Effect<void, RebuildLost | StorageError>
    /**
     * Locks the log's head, writes what `plan` makes of the events after `known`, makes the claimed generation serve
     * and ends the claim, all in one transaction. When the completion is not complete, nothing is changed.
     */
    readonly finish: <A extends Completion>(
      claim: Claim,
      known: number,
      plan: (tail: ReadonlyArray<EventWithEffect>) => A
    ) => Effect.Effect<A, RebuildLost | StorageError>
    /** Gives up an unfinished claim. Does nothing for one that has ended. */
    readonly release: (claim: Claim) => Effect.Effect<void, StorageError>
    /**
     * Removes some rows that neither serve nor are being built, and returns how many; 0 when none are left. Ends a
     * claim that could be taken over first.
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
          const completion = plan(log.events.slice(known).map(withEffect))
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
