import { Effect, Fiber } from "effect"
import type { StorageError } from "../../domain/StorageError.ts"
import { stateHashInSteps } from "../projection/CheckpointCodec.ts"
import { encode } from "../projection/Checkpoints.ts"
import { checkpointsToDelete } from "../projection/CheckpointThinning.ts"
import { type LogPosition, startOfLog } from "../projection/LogPosition.ts"
import { Projector } from "../projection/Projector.ts"
import { type ReplayStep, replay } from "../projection/Replay.ts"
import { type Association, associationsOf } from "../store/Association.ts"
import { EventStore } from "../store/EventStore.ts"
import { chainFault, historyBroken } from "../store/HistoryBroken.ts"
import { type Claim, type Completion, Generations, type RebuildLost } from "./Generations.ts"
import { foldTail } from "./RebuildTail.ts"

export interface RebuildResult {
  readonly eventsProcessed: number
  readonly checkpointsSaved: number
  readonly associationsSaved: number
}

/** Called with the number of folded events and the number of all events. */
export type Progress = (done: number, of: number) => Effect.Effect<void>

export interface RebuildOptions {
  /** Events read at a time. */
  readonly pageSize: number
  /** Events folded before the event loop is yielded. */
  readonly sliceSize: number
  /** Associations are written once this many have gathered. */
  readonly writeBatchSize: number
  /** Events between checkpoints. */
  readonly checkpointInterval: number
}

/** At most this many events, and those written in the meantime, are left to be folded while the head is locked. */
const maxTailEvents = 200

/**
 * Wraps the step that makes the new generation serve, and may write something else in the same transaction, so that
 * both are committed or neither. It must not write anything when that step is not complete.
 */
export type AroundSwitch = <A extends Completion, E>(finish: Effect.Effect<A, E>) => Effect.Effect<A, E | StorageError>

/** The sequence numbers of the checkpoints that a log of this length keeps, of one per interval. */
const checkpointsDue = (head: number, interval: number): ReadonlySet<number> => {
  const all = Array.from({ length: Math.floor(head / interval) }, (_, index) => (index + 1) * interval)
  const thinnedOut = new Set(checkpointsToDelete(all))
  return new Set(all.filter((sequenceNumber) => !thinnedOut.has(sequenceNumber)))
}

/** Collects rows for a claimed generation. One batch is written while the next one gathers. */
const makeGenerationWriter = Effect.fnUntraced(function* (generations: Generations["Service"], claim: Claim) {
  const saved = { associations: 0, checkpoints: 0 }
  let associations: Array<Association> = []
  let positions: Array<LogPosition> = []
  let writing: Fiber.Fiber<void, RebuildLost | StorageError> = yield* Effect.forkChild(Effect.void)

  const write = Effect.fnUntraced(function* (batch: typeof associations, due: typeof positions) {
    const checkpoints = yield* Effect.forEach(due, encode)
    yield* generations.write(claim, { associations: batch, checkpoints })
    saved.associations += batch.length
    saved.checkpoints += checkpoints.length
  })

  const flush = Effect.gen(function* () {
    yield* Fiber.join(writing)
    writing = yield* Effect.forkChild(write(associations, positions))
    associations = []
    positions = []
  })

  return {
    saved,
    addAssociations: (added: ReadonlyArray<Association>) => void associations.push(...added),
    addCheckpoint: (position: LogPosition) => void positions.push(position),
    flushFrom: (size: number) => (associations.length >= size ? flush : Effect.void),
    end: Effect.andThen(
      flush,
      Effect.suspend(() => Fiber.join(writing))
    )
  }
})

/** Compares a folded state with the one that readers saw when this check was made. */
const makeLiveCheck = Effect.fnUntraced(function* (live: LogPosition) {
  const liveHash = yield* stateHashInSteps(live.state)
  return {
    isAt: ({ event }: ReplayStep) => event.sequenceNumber === live.state.sequenceNumber,
    fault: Effect.fnUntraced(function* ({ event, evolution: { state } }: ReplayStep) {
      const isEqual = event.hash === live.eventHash && (yield* stateHashInSteps(state)) === liveHash
      return isEqual ? undefined : "the live state differs from the log's"
    })
  }
})

/** Builds a claimed generation from the log alone and makes it serve. Changes nothing when the log is broken. */
export const make = Effect.fnUntraced(function* ({
  pageSize,
  sliceSize,
  writeBatchSize,
  checkpointInterval
}: RebuildOptions) {
  const store = yield* EventStore
  const generations = yield* Generations
  const projector = yield* Projector

  /** Folds the remaining events while the head is locked, and switches. */
  const finish = Effect.fnUntraced(function* (claim: Claim, position: LogPosition, aroundSwitch: AroundSwitch) {
    const tail = yield* aroundSwitch(generations.finish(claim, position.state.sequenceNumber, foldTail(position)))
    return tail.fault === null ? tail : yield* tail.fault
  })

  return Effect.fn("Rebuild.build")(function* (claim: Claim, progress: Progress, aroundSwitch: AroundSwitch) {
    const live = yield* makeLiveCheck(yield* projector.position)
    const first = (yield* store.head).sequenceNumber
    const due = checkpointsDue(first, checkpointInterval)
    const isDue = (sequenceNumber: number) =>
      due.has(sequenceNumber) || (sequenceNumber > first && sequenceNumber % checkpointInterval === 0)
    const writer = yield* makeGenerationWriter(generations, claim)
    let head = first
    let position = startOfLog

    const addStep = ({ event, evolution }: ReplayStep) => {
      position = { state: evolution.state, eventHash: event.hash }
      writer.addAssociations(associationsOf(event.sequenceNumber, evolution.effects.touched))
      if (isDue(event.sequenceNumber)) writer.addCheckpoint(position)
    }

    const visit = Effect.fnUntraced(function* (steps: ReadonlyArray<ReplayStep>) {
      for (const step of steps) {
        const { before, hashBefore, event } = step
        const fault =
          chainFault(before.sequenceNumber, hashBefore, event) ??
          (live.isAt(step) ? yield* live.fault(step) : undefined)
        if (fault !== undefined) return yield* historyBroken(event.sequenceNumber, fault)
        addStep(step)
      }
      yield* writer.flushFrom(writeBatchSize)
      yield* progress(position.state.sequenceNumber, head)
    })

    do {
      const start = position
      const end = yield* replay({
        read: store.readWithEffects,
        start,
        upTo: head,
        pageSize,
        sliceSize,
        visit
      })
      if (end.state.sequenceNumber < head) return yield* historyBroken(end.state.sequenceNumber + 1, "it is missing")
      head = (yield* store.head).sequenceNumber
    } while (head - position.state.sequenceNumber > maxTailEvents)
    yield* writer.end

    const tail = yield* finish(claim, position, aroundSwitch)
    yield* progress(tail.upTo, tail.upTo)
    return {
      eventsProcessed: tail.upTo,
      checkpointsSaved: writer.saved.checkpoints,
      associationsSaved: writer.saved.associations + tail.associations.length
    } satisfies RebuildResult
  })
})
