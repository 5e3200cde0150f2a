import { Effect, Latch } from "effect"
import { changeNotification } from "../domain/ChangeNotification.ts"
import type { StorageError } from "../domain/StorageError.ts"
import { CatchUp } from "../log/projection/CatchUp.ts"
import { Projector } from "../log/projection/Projector.ts"
import { genesis } from "../log/store/EventHash.ts"
import { EventStore } from "../log/store/EventStore.ts"
import * as Backfill from "./Backfill.ts"
import * as Frames from "./Frames.ts"
import { idOf, type Place, placeOf } from "./Resume.ts"
import { type Frame, Ring } from "./Ring.ts"
import * as SeenLog from "./SeenLog.ts"
import type * as StreamMetrics from "./StreamMetrics.ts"

/** Where a stream begins. */
export interface Beginning {
  readonly after: number
  /** The id of this position. */
  readonly id: string
  /** How its client came by it; null for one that begins. */
  readonly from: StreamMetrics.ResumedFrom | null
}

/** Bytes written to one client at a time, or somewhat more. */
const chunkSize = 32_768

/** The latest events as frames, from which clients are sent what they have not seen. Up to `reach` of them are kept. */
export const make = Effect.fnUntraced(function* (reach: number) {
  const store = yield* EventStore
  const projector = yield* Projector
  const catchUp = yield* CatchUp
  const { epoch } = yield* store.head
  let isHeard = false

  const ring = new Ring(0, { capacity: reach, chunkSize })
  const seenLog = SeenLog.make(store, reach)
  let headHash = genesis
  const standAt = (head: number, hash: string): void => {
    headHash = hash
    seenLog.remember(head, hash)
  }
  const news = Latch.makeUnsafe(false)
  yield* projector.follow((shown, after) => {
    standAt(after.sequenceNumber, shown.at(-1)?.event.hash ?? headHash)
    // While nobody has ever listened there is nothing to encode; what a first client missed is in the log.
    if (!isHeard) return ring.clear(after.sequenceNumber)
    const frames: Array<Frame> = []
    for (const { event, effects } of shown) {
      const { sequenceNumber, hash } = event
      seenLog.remember(sequenceNumber, hash)
      if (event.status !== "applied") continue
      const notification = changeNotification(event, effects.touched, after)
      frames.push({ sequenceNumber, bytes: Frames.change(idOf(epoch, sequenceNumber, hash), notification) })
    }
    ring.append(frames, after.sequenceNumber)
    if (frames.length > 0) news.openUnsafe()
  })
  const { state, eventHash } = yield* projector.moment
  standAt(state.sequenceNumber, eventHash)
  ring.clear(state.sequenceNumber)

  const atHead = (from: Beginning["from"]): Beginning => ({
    after: ring.head,
    id: idOf(epoch, ring.head, headHash),
    from
  })

  const extend = Backfill.make(ring, reach, epoch, store, projector)

  const isWithinReach = (after: number) => after <= ring.head && ring.head - after <= reach

  const resumed = Effect.fnUntraced(function* (id: string, place: Place) {
    const { sequenceNumber: after } = place
    // Another server may have shown it what this one has not read yet.
    if (after > ring.head) yield* catchUp.run
    if (!isWithinReach(after) || !(yield* seenLog.includes(place))) return atHead("reset")
    if (after >= ring.coveredFrom) return { after, id, from: "ring" } satisfies Beginning
    yield* extend(after)
    return after >= ring.coveredFrom ? ({ after, id, from: "log" } satisfies Beginning) : atHead("reset")
  })

  /** Where a client goes on that has seen the frame of that id; null: it begins. */
  const beginning = (lastEventId: string | null): Effect.Effect<Beginning, StorageError> => {
    if (lastEventId === null) return Effect.sync(() => atHead(null))
    const place = placeOf(epoch, lastEventId)
    return place === undefined ? Effect.sync(() => atHead("reset")) : resumed(lastEventId, place)
  }

  return {
    ring,
    /** Opened when there are new frames. */
    news,
    atHead,
    beginning,
    /** From now on frames are made. */
    hear: () => {
      isHeard = true
    }
  }
})
