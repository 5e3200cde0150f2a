import { Effect, Fiber } from "effect"
import { type Evolution, evolve } from "../../domain/Evolve.ts"
import type { StorageError } from "../../domain/StorageError.ts"
import type { State } from "../../domain/state/State.ts"
import type { ChainedFoldedEvent, EventWithEffect } from "../store/EventHash.ts"
import { yieldingChunks } from "../YieldingSteps.ts"
import type { LogPosition } from "./LogPosition.ts"

/** One event with the states before and after it. */
export interface ReplayStep<Event extends ChainedFoldedEvent = EventWithEffect> {
  readonly before: State
  /** The hash of the event before it. */
  readonly hashBefore: string
  readonly event: Event
  readonly evolution: Evolution
}

interface ReplayOptions<Event extends ChainedFoldedEvent, E> {
  /** The `readWithEffects` of an `EventStore`, or its `readForFolding` where only the state is needed. */
  readonly read: (after: number, limit: number) => Effect.Effect<ReadonlyArray<Event>, StorageError>
  readonly start: LogPosition
  /** The last sequence number to fold; a shorter log is folded to its end. */
  readonly upTo: number
  /** Events read at a time. */
  readonly pageSize?: number
  /** Events folded before the event loop is yielded; a whole page by default. */
  readonly sliceSize?: number
  /** Called with each folded slice while the next page is being read. */
  readonly visit?: (steps: ReadonlyArray<ReplayStep<Event>>) => Effect.Effect<void, E>
}

/** Small enough that a page's objects die in the young generation of the garbage collector. */
const defaultPageSize = 500

/** Pages read ahead while one is folded. With only one, the database would be idle while that page is decoded. */
const pagesAhead = 2

const noEvents = Effect.succeed([])

/** Folds the log from a position on. */
export const replay = Effect.fn("replay")(function* <Event extends ChainedFoldedEvent, E = never>({
  read,
  start,
  upTo,
  pageSize = defaultPageSize,
  sliceSize = pageSize,
  visit
}: ReplayOptions<Event, E>) {
  let position = start
  const step = (event: Event): ReplayStep<Event> => {
    const { state: before, eventHash: hashBefore } = position
    const evolution = evolve(before, event)
    position = { state: evolution.state, eventHash: event.hash }
    return { before, hashBefore, event, evolution }
  }
  const foldSlice = (events: ReadonlyArray<Event>) => {
    // In a damaged log with gaps, a page may contain events of the page before.
    const unfolded = events.filter(({ sequenceNumber }) => sequenceNumber > position.state.sequenceNumber)
    if (visit !== undefined) return visit(unfolded.map(step))
    for (const event of unfolded) step(event)
    return Effect.void
  }

  // A log has no gaps, so the end of a page is known before it has been read.
  let requestedUpTo = start.state.sequenceNumber
  const requestPage = Effect.suspend(() => {
    const after = requestedUpTo
    requestedUpTo = Math.min(after + pageSize, upTo)
    const end = requestedUpTo
    const reading = after < end ? read(after, end - after) : noEvents
    return Effect.map(Effect.forkChild(reading), (fiber) => ({ end, fiber }))
  })
  const pages: Array<Effect.Success<typeof requestPage>> = []
  const requestNextPage = Effect.map(requestPage, (page) => pages.push(page))

  for (let page = 0; page < pagesAhead; page++) yield* requestNextPage
  while (position.state.sequenceNumber < upTo) {
    const page = pages.shift()
    if (page === undefined) break
    let events = yield* Fiber.join(page.fiber)
    if (events.length === 0) break
    yield* requestNextPage
    // Events with large effects come in several parts.
    while (events.length > 0) {
      yield* yieldingChunks(events, sliceSize, foldSlice)
      const last = position.state.sequenceNumber
      events = last < page.end ? yield* read(last, page.end - last) : []
    }
  }
  return position
})
