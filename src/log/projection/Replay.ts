import { Effect, Fiber } from "effect"
import type { Evolution } from "../../domain/Evolve.ts"
import type { Past } from "../../domain/events/Past.ts"
import type { StorageError } from "../../domain/StorageError.ts"
import type { State } from "../../domain/state/State.ts"
import type { ChainedEvent, ChainedFoldedEvent } from "../store/EventHash.ts"
import type { EventStore } from "../store/EventStore.ts"
import { yieldingChunks } from "../YieldingSteps.ts"
import { EarlierStates } from "./EarlierStates.ts"
import type { LogPosition } from "./LogPosition.ts"
import { RememberingFold } from "./RememberingFold.ts"

/** One event with the states before and after it. */
export interface ReplayStep<Event extends ChainedFoldedEvent = ChainedEvent> {
  readonly before: State
  /** The hash of the event before it. */
  readonly hashBefore: string
  readonly event: Event
  readonly evolution: Evolution
  /** Looks up the states that the restores in this replay go back to. */
  readonly past: Past
}

/** An `EventStore`, or its `readForFolding` in the place of `read` where only the state is needed. */
export interface ReplaySource<Event extends ChainedFoldedEvent> extends Pick<EventStore["Service"], "restores"> {
  readonly read: (after: number, limit: number) => Effect.Effect<ReadonlyArray<Event>, StorageError>
}

export interface ReplayOptions<Event extends ChainedFoldedEvent, E> {
  readonly store: ReplaySource<Event>
  readonly start: LogPosition
  /** The last sequence number to fold; a shorter log is folded to its end. */
  readonly upTo: number
  /** Gets a position before `start` that a restore goes back to. */
  readonly earlierPosition: (sequenceNumber: number) => Effect.Effect<LogPosition, StorageError>
  /** Events read at a time. */
  readonly pageSize?: number
  /** Events folded before the event loop is yielded; a whole page by default. */
  readonly sliceSize?: number
  /** Called with each folded slice while the next page is being read. */
  readonly visit?: (steps: ReadonlyArray<ReplayStep<Event>>) => Effect.Effect<void, E>
}

/** Small enough that a page's objects die in the young generation of the garbage collector. */
export const defaultPageSize = 500

/** Pages read ahead while one is folded. With only one, the database would be idle while that page is decoded. */
const pagesAhead = 2

const noEvents = Effect.succeed([])

/**
 * Folds the log from a position on. The restores are looked up first and the states that they go back to are remembered in
 * passing, so that the time is linear in the number of events, however many restores there are. A step's `past` is for its visit.
 */
export const replay = Effect.fn("replay")(function* <Event extends ChainedFoldedEvent, E = never>({
  store,
  start,
  upTo,
  earlierPosition,
  pageSize = defaultPageSize,
  sliceSize = pageSize,
  visit
}: ReplayOptions<Event, E>) {
  const restores = yield* store.restores(start.state.sequenceNumber, upTo)
  const earlier = new EarlierStates(restores, start.state, (target) =>
    Effect.map(earlierPosition(target), ({ state }) => state)
  )
  const fold = new RememberingFold(start, earlier)
  /** In a damaged log with gaps, a page may contain events of the page before. */
  const isFolded = ({ sequenceNumber }: Event) => sequenceNumber <= fold.position.state.sequenceNumber
  const step = (event: Event): ReplayStep<Event> => {
    const { state: before, eventHash: hashBefore } = fold.position
    return { before, hashBefore, event, evolution: fold.fold(event), past: earlier.past }
  }
  const foldReady = (events: ReadonlyArray<Event>) => {
    if (visit !== undefined) return visit(events.flatMap((event) => (isFolded(event) ? [] : step(event))))
    for (const event of events) if (!isFolded(event)) fold.fold(event)
    return Effect.void
  }
  /** Folds the events up to the next one whose earlier state is not at hand. */
  const foldSlice = Effect.fnUntraced(function* (slice: ReadonlyArray<Event>) {
    let rest = slice
    while (rest[0] !== undefined) {
      yield* earlier.prepare(rest[0].sequenceNumber)
      const end = rest.findIndex(({ sequenceNumber }, index) => index > 0 && !earlier.isReady(sequenceNumber))
      const ready = end < 0 ? rest : rest.slice(0, end)
      yield* foldReady(ready)
      yield* earlier.release(fold.position.state.sequenceNumber)
      rest = rest.slice(ready.length)
    }
  })

  // A log has no gaps, so the end of a page is known before it has been read.
  let requestedUpTo = start.state.sequenceNumber
  const requestPage = Effect.suspend(() => {
    const after = requestedUpTo
    requestedUpTo = Math.min(after + pageSize, upTo)
    return Effect.forkChild(after < upTo ? store.read(after, requestedUpTo - after) : noEvents)
  })
  const pages: Array<Effect.Success<typeof requestPage>> = []
  const requestNextPage = Effect.map(requestPage, (page) => pages.push(page))

  for (let page = 0; page < pagesAhead; page++) yield* requestNextPage
  while (fold.position.state.sequenceNumber < upTo) {
    const page = pages.shift()
    const events = page === undefined ? [] : yield* Fiber.join(page)
    if (events.length === 0) break
    yield* requestNextPage
    yield* yieldingChunks(events, sliceSize, foldSlice)
  }
  return fold.position
})
