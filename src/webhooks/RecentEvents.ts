import { Clock, Effect, Latch } from "effect"
import type { Touched } from "../domain/Event.ts"
import { Projector } from "../log/projection/Projector.ts"
import type { ChainedEvent } from "../log/store/EventHash.ts"

/** Limits of what is kept: the number of events, and the approximate number of characters of their JSON. */
const maxEvents = 2_000
const maxCharacters = 4_000_000

/** The log counts as busy with this many events in the last one to two seconds: far more than people write by hand. */
const busyEvents = 50
const rateWindowMs = 1_000

/** An event with its effects, as it was published to readers. */
export interface Recent {
  readonly event: ChainedEvent
  readonly touched: ReadonlyArray<Touched>
  readonly size: number
}

const sizeOf = ({ oldValue, newValue, description, data }: ChainedEvent): number => {
  let size = 500 + (oldValue?.length ?? 0) + (newValue?.length ?? 0) + description.length
  for (const value of Object.values(data)) if (typeof value === "string") size += value.length
  return size
}

/** Keeps the latest published events in memory, so that webhooks that keep up need not read the log. */
export const make = Effect.gen(function* () {
  const projector = yield* Projector
  const clock = yield* Clock.Clock
  const arrived = Latch.makeUnsafe(false)
  let recent: Array<Recent> = []
  let characters = 0
  let isKeeping = false
  let windowStart = 0
  let counted = 0
  let countedBefore = 0

  const count = (events: number): void => {
    const now = clock.currentTimeMillisUnsafe()
    if (now - windowStart >= rateWindowMs) {
      countedBefore = now - windowStart < 2 * rateWindowMs ? counted : 0
      counted = 0
      windowStart = now
    }
    counted += events
  }

  const drop = (): void => {
    let dropped = 0
    while (recent.length - dropped > maxEvents || (characters > maxCharacters && dropped < recent.length)) {
      characters -= recent[dropped]?.size ?? 0
      dropped += 1
    }
    // Done rarely, because it copies the rest.
    if (dropped > 0) recent = recent.slice(dropped)
  }

  yield* projector.follow((shown) => {
    count(shown.length)
    if (!isKeeping) return
    for (const { event, effects } of shown) {
      const size = sizeOf(event)
      characters += size
      recent.push({ event, touched: effects.touched, size })
    }
    drop()
    arrived.openUnsafe()
  })

  return {
    /** With true, keeps events from now on; with false, discards all and keeps none. */
    keep: (wanted: boolean) => {
      if (isKeeping && !wanted) {
        recent = []
        characters = 0
      }
      isKeeping = wanted
    },
    /** Waits for an event after a position. */
    awaitAfter: (position: number) =>
      Effect.suspend(() => {
        if (projector.stateNow().sequenceNumber > position) return Effect.void
        arrived.closeUnsafe()
        return arrived.await
      }),
    /** The events after a position, in order; undefined when not all of them are kept. */
    after: (position: number): ReadonlyArray<Recent> | undefined => {
      const [first] = recent
      if (first === undefined || first.event.sequenceNumber > position + 1) return undefined
      return recent.slice(position + 1 - first.event.sequenceNumber)
    },
    /** Whether the log grows so fast that deliveries would delay commits. */
    isBusy: () => {
      count(0)
      return counted + countedBefore >= busyEvents
    }
  }
})

export type RecentEvents = Effect.Success<typeof make>
