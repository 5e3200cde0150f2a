import { Effect, Semaphore } from "effect"
import type { CurrentNames } from "../accounts/users/DisplayNames.ts"
import { changeNotification } from "../domain/ChangeNotification.ts"
import type { StorageError } from "../domain/StorageError.ts"
import * as AppliedChanges from "../log/projection/AppliedChanges.ts"
import type { Projector } from "../log/projection/Projector.ts"
import * as Frames from "./Frames.ts"
import { frameId } from "./ResumePoint.ts"
import type { Frame, Ring } from "./Ring.ts"

/** Events read at a time; each may have 64 KiB of data. */
const pageSize = 250

/** What frames are made from. */
interface Sources extends AppliedChanges.Sources {
  readonly projector: Pick<Projector["Service"], "state">
  readonly names: Pick<CurrentNames, "of">
}

/** Makes the frames after one sequence number up to another (inclusive), as they were sent when the events happened. */
const framesFrom = (epoch: string, sources: Sources) =>
  Effect.fn("Backfill.frames")(function* (after: number, upTo: number) {
    const frames: Array<Frame> = []
    for (let position = after; position < upTo; position += pageSize) {
      const last = Math.min(upTo, position + pageSize)
      const found = yield* AppliedChanges.appliedEvents(sources, { after: position, upTo: last })
      const state = yield* sources.projector.state
      for (const { event, touched, origin } of found) {
        const { sequenceNumber, hash } = event
        const notification = changeNotification(event, touched, state, origin, sources.names.of(event.actorId))
        frames.push({ sequenceNumber, bytes: Frames.change(frameId(epoch, sequenceNumber, hash), notification) })
      }
    }
    return frames
  })

/**
 * Reads frames from before the ring's beginning, up to `maxMissedEvents` behind its head, and puts them into the ring.
 * Calls run one at a time, so that many clients that need the same frames cause one read.
 */
export const make = (ring: Ring, maxMissedEvents: number, epoch: string, sources: Sources) => {
  const framesOf = framesFrom(epoch, sources)
  const extending = Semaphore.makeUnsafe(1)
  return (after: number): Effect.Effect<void, StorageError> =>
    extending.withPermit(
      Effect.gen(function* () {
        while (after < ring.coveredFrom && ring.head - after <= maxMissedEvents) {
          const upTo = ring.coveredFrom
          const frames = yield* framesOf(after, upTo)
          // Frames may have been dropped from the ring's beginning meanwhile.
          if (ring.coveredFrom === upTo) ring.prepend(frames, after)
        }
      })
    )
}
