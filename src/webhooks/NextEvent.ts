import { Duration, Effect } from "effect"
import type { StorageError } from "../domain/StorageError.ts"
import { Projector } from "../log/projection/Projector.ts"
import { EventStore } from "../log/store/EventStore.ts"
import { PageUrl } from "../url/ExternalUrl.ts"
import { type DeliverableEvent, type Filter, wantsTeams, wantsType } from "./DeliveryMessage.ts"
import { deliverable, type RecentEvents } from "./RecentEvents.ts"

/** The number of events read from the log at a time; each may have 64 KiB of data. */
const pageSize = 100

/** While the log is busy, each read is followed by a pause this many times as long. */
const busyPauseFactor = 9

/** The number of events filtered in one turn of the event loop. */
const sliceSize = 250

export interface Scan {
  /** The first event that the webhook wants, if there is one. */
  readonly found: DeliverableEvent | undefined
  /** Up to this position the webhook wants no event, except `found`. */
  readonly scannedTo: number
}

/** Finds the next event for a webhook, in memory if it is kept there, or else in the log. */
export const make = Effect.fnUntraced(function* (recent: RecentEvents) {
  const store = yield* EventStore
  const projector = yield* Projector
  const pageUrl = yield* PageUrl

  const wanted = (filter: Filter, { event, notification }: DeliverableEvent): boolean =>
    event.status === "applied" && wantsTeams(filter, notification.teamIds)

  const fromMemory = (filter: Filter, after: number): Scan | undefined => {
    const events = recent.after(after)?.slice(0, sliceSize)
    if (events === undefined || events.length === 0) return undefined
    const state = projector.stateNow()
    for (const { event, touched } of events) {
      if (event.status !== "applied" || !wantsType(filter, event)) continue
      const found = deliverable(event, touched, state, pageUrl)
      if (wanted(filter, found)) return { found, scannedTo: event.sequenceNumber }
    }
    return { found: undefined, scannedTo: after + events.length }
  }

  const fromLog = Effect.fnUntraced(function* (filter: Filter, after: number) {
    const state = projector.stateNow()
    const upTo = Math.min(after + pageSize, state.sequenceNumber)
    if (upTo <= after) return { found: [], scannedTo: after }
    const candidates = (yield* store.read(after, upTo - after)).filter(
      (event) => event.status === "applied" && wantsType(filter, event)
    )
    if (candidates.length === 0) return { found: [], scannedTo: upTo }
    const touched = Map.groupBy(yield* store.associations(after, upTo), ({ sequenceNumber }) => sequenceNumber)
    const found = candidates
      .map((event) => deliverable(event, touched.get(event.sequenceNumber) ?? [], state, pageUrl))
      .filter((each) => wanted(filter, each))
    return { found, scannedTo: upTo }
  })

  /**
   * Makes the function for one webhook, whose filter never changes. The rest of a page of the log is kept for the next
   * calls.
   */
  return (filter: Filter): ((after: number) => Effect.Effect<Scan, StorageError>) => {
    let page: ReadonlyArray<DeliverableEvent> = []
    let pageEnd = 0
    const inPage = (after: number): Scan | undefined => {
      const found = page.find(({ event }) => event.sequenceNumber > after)
      if (found !== undefined) return { found, scannedTo: found.event.sequenceNumber }
      page = []
      return after < pageEnd ? { found: undefined, scannedTo: pageEnd } : undefined
    }
    return Effect.fnUntraced(function* (after) {
      const known = inPage(after) ?? fromMemory(filter, after)
      if (known !== undefined) return known
      const [took, read] = yield* Effect.timed(fromLog(filter, after))
      if (recent.isBusy()) yield* Effect.sleep(Duration.times(took, busyPauseFactor))
      page = read.found
      pageEnd = read.scannedTo
      return inPage(after) ?? { found: undefined, scannedTo: read.scannedTo }
    })
  }
})
