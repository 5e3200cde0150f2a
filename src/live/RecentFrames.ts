import { Effect, Latch } from "effect"
import { DisplayNames } from "../accounts/users/DisplayNames.ts"
import { changeNotification } from "../domain/ChangeNotification.ts"
import type { StorageError } from "../domain/StorageError.ts"
import type { State } from "../domain/state/State.ts"
import { changeOfEvent } from "../domain/views/TeamChanges.ts"
import { CatchUp } from "../log/projection/CatchUp.ts"
import type { Committed } from "../log/projection/LogPosition.ts"
import { Projector } from "../log/projection/Projector.ts"
import { initialHash } from "../log/store/EventHash.ts"
import { EventStore } from "../log/store/EventStore.ts"
import { ProvenanceStore } from "../log/store/ProvenanceStore.ts"
import * as Backfill from "./Backfill.ts"
import * as Frames from "./Frames.ts"
import * as PositionHashes from "./PositionHashes.ts"
import { frameId, parseFrameId, type ResumePoint } from "./ResumePoint.ts"
import { type Frame, Ring } from "./Ring.ts"
import type * as StreamMetrics from "./StreamMetrics.ts"

/** Where a stream starts. */
export interface StreamStart {
  /** The sequence number after which it starts. */
  readonly after: number
  /** The frame id of that position. */
  readonly id: string
  /** Where the missed frames came from; null for a client that starts anew. */
  readonly from: StreamMetrics.ResumedFrom | null
}

/** Memory for frames with changes of views: some ten thousand edits. */
const maxViewsBytes = 8 * 1024 * 1024

/** Bytes written to a client at a time; the last frame may exceed it. */
const chunkBytes = 32_768

/** `before` is the state before the event; without it the frame has no changes of views. */
const frameOf = (
  { event, effects, state, origin }: Committed,
  id: string,
  actorDisplayName: string | null,
  before: State | undefined
): Frame => {
  const { sequenceNumber } = event
  const notification = changeNotification(event, effects.touched, state, origin, actorDisplayName)
  const views = before && changeOfEvent(before, state, effects)
  return {
    sequenceNumber,
    bytes: Frames.change(id, notification),
    withViews: views && Frames.changeWithViews(id, notification, views)
  }
}

/** A ring from which nobody hears a name that is over: frames with it are made again from the log. */
const makeRing = Effect.fnUntraced(function* (capacity: number) {
  const names = yield* DisplayNames
  const ring = new Ring(0, { capacity, chunkBytes, maxViewsBytes })
  yield* names.watch(() => ring.clear(ring.head))
  return { ring, names }
})

/** The latest events as frames, from which clients get what they have not seen. Up to `maxMissedEvents` of them are kept. */
export const make = Effect.fnUntraced(function* (maxMissedEvents: number) {
  const store = yield* EventStore
  const provenance = yield* ProvenanceStore
  const projector = yield* Projector
  const catchUp = yield* CatchUp
  const { epoch } = yield* store.head
  let makesFrames = false
  let makesViews = false

  const { ring, names } = yield* makeRing(maxMissedEvents)
  const positionHashes = PositionHashes.make(store, maxMissedEvents)
  let headHash = initialHash
  const rememberHead = (head: number, hash: string): void => {
    headHash = hash
    positionHashes.remember(head, hash)
  }
  const newFrames = Latch.makeUnsafe(false)
  let before = yield* projector.state
  yield* projector.follow((shown, after) => {
    rememberHead(after.sequenceNumber, shown.at(-1)?.event.hash ?? headHash)
    // Frames are not encoded before the first stream; what its client missed is read from the log.
    if (!makesFrames) {
      before = after
      return ring.clear(after.sequenceNumber)
    }
    const frames: Array<Frame> = []
    for (const committed of shown) {
      const { sequenceNumber, hash, status, actorId } = committed.event
      positionHashes.remember(sequenceNumber, hash)
      if (status === "applied") {
        const id = frameId(epoch, sequenceNumber, hash)
        frames.push(frameOf(committed, id, names.of(actorId), makesViews ? before : undefined))
      }
      before = committed.state
    }
    ring.append(frames, after.sequenceNumber)
    if (frames.length > 0) newFrames.openUnsafe()
  })
  const { state, eventHash } = yield* projector.position
  rememberHead(state.sequenceNumber, eventHash)
  ring.clear(state.sequenceNumber)

  const startAtHead = (from: StreamStart["from"]): StreamStart => ({
    after: ring.head,
    id: frameId(epoch, ring.head, headHash),
    from
  })

  const extend = Backfill.make(ring, maxMissedEvents, epoch, { store, provenance, projector, names })

  const isWithinReach = (after: number) => after <= ring.head && ring.head - after <= maxMissedEvents

  const resumed = Effect.fnUntraced(function* (id: string, place: ResumePoint) {
    const { sequenceNumber: after } = place
    // Another server may have sent the client events that this one has not read yet.
    if (after > ring.head) yield* catchUp.run
    if (!isWithinReach(after) || !(yield* positionHashes.includes(place))) return startAtHead("reset")
    if (after >= ring.coveredFrom) return { after, id, from: "ring" } satisfies StreamStart
    yield* extend(after)
    return after >= ring.coveredFrom ? ({ after, id, from: "log" } satisfies StreamStart) : startAtHead("reset")
  })

  /** Where to start for a client with this `Last-Event-ID`; null for a client that starts anew. */
  const startAfter = (lastEventId: string | null): Effect.Effect<StreamStart, StorageError> => {
    if (lastEventId === null) return Effect.sync(() => startAtHead(null))
    const place = parseFrameId(epoch, lastEventId)
    return place === undefined ? Effect.sync(() => startAtHead("reset")) : resumed(lastEventId, place)
  }

  return {
    ring,
    /** Opened whenever frames are added. */
    newFrames,
    startAtHead,
    startAfter,
    /** Starts making frames of events, also with changes of views if `withViews`. */
    startMakingFrames: (withViews: boolean) => {
      makesFrames = true
      makesViews ||= withViews
    }
  }
})
