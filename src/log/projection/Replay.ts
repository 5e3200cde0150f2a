import { Effect, Fiber } from "effect"
import type { Evolution } from "../../domain/Evolve.ts"
import type { Past } from "../../domain/events/Past.ts"
import { withParts } from "../../domain/events/RestoredPart.ts"
import type { StorageError } from "../../domain/StorageError.ts"
import type { State } from "../../domain/state/State.ts"
import type { ChainedEvent, ChainedFoldedEvent } from "../store/EventHash.ts"
import type { EventStore } from "../store/EventStore.ts"
import { yieldingChunks } from "../YieldingSteps.ts"
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
 * Folds the log from a position on. The targets of its restores are looked up first and their states are remembered in
 * passing, so that the time is linear in the number of events, however many restores there are. Of a state only the teams that
 * are restored are remembered, until the last of these restores: a step's `past` is for its visit.
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
  const targets = Map.groupBy(restores, ({ target }) => target)
  const states = new Map<number, State>()
  const restoredParts = (state: State): State | undefined => {
    const parts = targets.get(state.sequenceNumber)
    return parts && withParts(state, parts)
  }
  for (const target of targets.keys()) {
    if (target >= start.state.sequenceNumber) continue
    const { state } = yield* earlierPosition(target)
    states.set(target, restoredParts(state) ?? state)
  }
  const fold = new RememberingFold(start, (sequenceNumber) => states.get(sequenceNumber), restoredParts)
  /** Forgets the states that no later restore goes back to. */
  let passedRestores = 0
  const forgetPassed = () => {
    const { sequenceNumber } = fold.position.state
    for (let restore = restores[passedRestores]; restore !== undefined; restore = restores[++passedRestores]) {
      if (restore.sequenceNumber > sequenceNumber) return
      if (targets.get(restore.target)?.at(-1) !== restore) continue
      states.delete(restore.target)
      fold.forget(restore.target)
    }
  }
  /** In a damaged log with gaps, a page may contain events of the page before. */
  const isFolded = ({ sequenceNumber }: Event) => sequenceNumber <= fold.position.state.sequenceNumber
  const step = (event: Event): ReplayStep<Event> => {
    const { state: before, eventHash: hashBefore } = fold.position
    return { before, hashBefore, event, evolution: fold.fold(event), past: fold.past }
  }

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
    yield* yieldingChunks(events, sliceSize, (slice) => {
      if (visit !== undefined) return visit(slice.flatMap((event) => (isFolded(event) ? [] : step(event))))
      for (const event of slice) if (!isFolded(event)) fold.fold(event)
      return Effect.void
    })
    forgetPassed()
  }
  return fold.position
})
