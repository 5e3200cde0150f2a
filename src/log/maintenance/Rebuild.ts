import { Cause, Context, Duration, Effect, Fiber, Layer, Queue } from "effect"
import type { State } from "../../domain/State.ts"
import type { StorageError } from "../../domain/StorageError.ts"
import { stateHashInSteps } from "../projection/CheckpointCode.ts"
import { encode, superfluous } from "../projection/Checkpoints.ts"
import { beginning, type LogPosition } from "../projection/LogPosition.ts"
import { Projector } from "../projection/Projector.ts"
import { replay, type Step } from "../projection/Replay.ts"
import { TimeTravel } from "../projection/TimeTravel.ts"
import { type Association, associationsOf } from "../store/Association.ts"
import { EventStore } from "../store/EventStore.ts"
import { broken, type HistoryBroken, linkFault } from "../store/HistoryBroken.ts"
import {
  type Claim,
  type Closing,
  Generations,
  patience,
  type RebuildLost,
  type RebuildRunning
} from "./Generations.ts"
import { foldTail } from "./RebuildTail.ts"

export interface Rebuilt {
  readonly eventsProcessed: number
  readonly checkpointsSaved: number
  readonly associationsSaved: number
}

export type RebuildError = RebuildRunning | RebuildLost | HistoryBroken | StorageError

type Progress = (done: number, of: number) => Effect.Effect<void>

export interface RebuildOptions {
  /** Events read at a time. */
  readonly pageSize: number
  /** Events folded at a time; everybody else has their turn in between. */
  readonly sliceSize: number
  /** Associations written at a time, or somewhat more. */
  readonly batchSize: number
  /** Events between checkpoints. */
  readonly interval: number
}

/** So few events are left for when the log's head is held. */
const closeEnough = 200

/** Between two steps of a removal, which is to be in nobody's way. */
const pause = "50 millis"

const noProgress: Progress = () => Effect.void

/**
 * Goes around the step that makes the new generation serve, and may write something else in the same transaction: both
 * are there in the end, or neither. Where that step is not complete, nothing is to be written.
 */
export type Switching = <A extends Closing, E>(finish: Effect.Effect<A, E>) => Effect.Effect<A, E | StorageError>

const alone: Switching = (finish) => finish

/** The checkpoints worth keeping of a log of this length, one per interval. */
const dueUpTo = (head: number, interval: number): ReadonlySet<number> => {
  const all = Array.from({ length: Math.floor(head / interval) }, (_, index) => (index + 1) * interval)
  const gone = new Set(superfluous(all))
  return new Set(all.filter((sequenceNumber) => !gone.has(sequenceNumber)))
}

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
    readonly run: (progress?: Progress, switching?: Switching) => Effect.Effect<Rebuilt, RebuildError>
  }
>()("strategy/log/Rebuild") {
  static readonly defaults: RebuildOptions = { pageSize: 500, sliceSize: 50, batchSize: 250, interval: 1_000 }

  static readonly layerWith = ({ pageSize, sliceSize, batchSize, interval }: RebuildOptions) =>
    Layer.effect(
      Rebuild,
      Effect.gen(function* () {
        const store = yield* EventStore
        const generations = yield* Generations
        const projector = yield* Projector
        const timeTravel = yield* TimeTravel
        const scope = yield* Effect.scope
        const untidy = yield* Queue.sliding<void>(1)

        const build = Effect.fn("Rebuild.build")(function* (claim: Claim, progress: Progress, switching: Switching) {
          const live = yield* projector.moment
          const liveHash = yield* stateHashInSteps(live.state)
          const first = (yield* store.head).sequenceNumber
          const due = dueUpTo(first, interval)
          let [checkpointsSaved, associationsSaved, head] = [0, 0, first]
          let moment = beginning
          let writing: Fiber.Fiber<void, RebuildLost | StorageError> = yield* Effect.forkChild(Effect.void)

          let associations: Array<Association> = []
          let moments: Array<LogPosition> = []

          const write = Effect.fnUntraced(function* (part: typeof associations, due: typeof moments) {
            const checkpoints = yield* Effect.forEach(due, encode)
            yield* generations.write(claim, { associations: part, checkpoints })
            associationsSaved += part.length
            checkpointsSaved += checkpoints.length
          })

          /** One batch is written while the next gathers. */
          const flush = Effect.gen(function* () {
            yield* Fiber.join(writing)
            writing = yield* Effect.forkChild(write(associations, moments))
            associations = []
            moments = []
          })

          const isDue = (sequenceNumber: number) =>
            due.has(sequenceNumber) || (sequenceNumber > first && sequenceNumber % interval === 0)

          /** What is wrong with the state folded so far, of the moment that readers see. */
          const liveFault = Effect.fnUntraced(function* ({ event, evolution: { state } }: Step) {
            const isEqual = event.hash === live.eventHash && (yield* stateHashInSteps(state)) === liveHash
            return isEqual ? undefined : "the live state is not what the log comes to"
          })

          const visit = Effect.fnUntraced(function* (steps: ReadonlyArray<Step>) {
            for (const step of steps) {
              const { event, evolution } = step
              const isLive = event.sequenceNumber === live.state.sequenceNumber
              const fault =
                linkFault(moment.state.sequenceNumber, moment.eventHash, event) ??
                (isLive ? yield* liveFault(step) : undefined)
              if (fault !== undefined) return yield* broken(event.sequenceNumber, fault)
              moment = { state: evolution.state, eventHash: event.hash }
              associations.push(...associationsOf(event.sequenceNumber, evolution.effects.touched))
              if (isDue(event.sequenceNumber)) moments.push(moment)
            }
            if (associations.length >= batchSize) yield* flush
            yield* progress(moment.state.sequenceNumber, head)
          })

          do {
            const end = yield* replay({
              store,
              start: moment,
              upTo: head,
              earlier: timeTravel.moment,
              pageSize,
              sliceSize,
              visit
            })
            if (end.state.sequenceNumber < head) return yield* broken(end.state.sequenceNumber + 1, "it is missing")
            head = (yield* store.head).sequenceNumber
          } while (head - moment.state.sequenceNumber > closeEnough)
          yield* flush
          yield* Fiber.join(writing)

          const states = new Map<number, State>()
          const known = moment.state.sequenceNumber
          const fold = foldTail(moment, (sequenceNumber) => states.get(sequenceNumber))
          const finish = () => switching(generations.finish(claim, known, fold))
          let tail = yield* finish()
          while (tail.missing.length > 0) {
            for (const target of tail.missing) states.set(target, (yield* timeTravel.moment(target)).state)
            tail = yield* finish()
          }
          if (tail.fault !== null) return yield* tail.fault
          associationsSaved += tail.associations.length
          yield* progress(tail.upTo, tail.upTo)
          return { eventsProcessed: tail.upTo, checkpointsSaved, associationsSaved } satisfies Rebuilt
        })

        /** Says that the claim lives, also while there is nothing to write. Whether it still does, the build finds out. */
        const pulse = (claim: Claim) =>
          generations
            .write(claim, { associations: [], checkpoints: [] })
            .pipe(Effect.ignore, Effect.delay(Duration.divideUnsafe(patience, 3)), Effect.forever)

        const abandon = (claim: Claim) =>
          generations
            .release(claim)
            .pipe(Effect.catchCause((cause) => Effect.logWarning("A rebuild's claim could not be given up.", cause)))

        const tidy = Effect.gen(function* () {
          let removed = 0
          for (let rows = yield* generations.removeUnused; rows > 0; rows = yield* generations.removeUnused) {
            removed += rows
            yield* Effect.sleep(pause)
          }
          if (removed > 0) yield* Effect.logInfo(`Removed ${removed} rows of history that served no more.`)
        }).pipe(
          Effect.catchCauseIf(
            (cause) => !Cause.hasInterruptsOnly(cause),
            (cause) => Effect.logWarning("What serves no more could not all be removed.", cause)
          )
        )

        yield* Queue.take(untidy).pipe(Effect.andThen(tidy), Effect.forever, Effect.forkScoped)
        yield* Queue.offer(untidy, undefined)

        const whole = (progress: Progress, switching: Switching) =>
          Effect.acquireUseRelease(
            generations.claim,
            (claim) => Effect.raceFirst(build(claim, progress, switching), pulse(claim)),
            (claim) => Effect.andThen(abandon(claim), Queue.offer(untidy, undefined))
          )

        const run: Rebuild["Service"]["run"] = Effect.fn("Rebuild.run")((progress = noProgress, switching = alone) =>
          Effect.flatMap(Effect.forkIn(whole(progress, switching), scope), Fiber.join)
        )

        return Rebuild.of({ run })
      })
    )

  static readonly layer = Rebuild.layerWith(Rebuild.defaults)
}
