import { Effect, Fiber } from "effect"
import type { Evolution } from "../../domain/Evolve.ts"
import type { Past } from "../../domain/events/Past.ts"
import type { StorageError } from "../../domain/StorageError.ts"
import type { State } from "../../domain/state/State.ts"
import type { ChainedEvent, ChainedFold } from "../store/EventHash.ts"
import type { EventStore } from "../store/EventStore.ts"
import { yieldingChunks } from "../YieldingSteps.ts"
import type { LogPosition } from "./LogPosition.ts"
import { RememberingFold } from "./RememberingFold.ts"

/** One event folded in its place. */
export interface Step<Event extends ChainedFold = ChainedEvent> {
  readonly before: State
  readonly event: Event
  readonly evolution: Evolution
  /** The states restores go back to, as far as they are needed here. */
  readonly past: Past
}

/** An `EventStore`, or its `readFolds` in the place of `read` where only the state is asked for. */
export interface ReplaySource<Event extends ChainedFold> extends Pick<EventStore["Service"], "restores"> {
  readonly read: (after: number, limit: number) => Effect.Effect<ReadonlyArray<Event>, StorageError>
}

export interface ReplayOptions<Event extends ChainedFold, E> {
  readonly store: ReplaySource<Event>
  readonly start: LogPosition
  /** The last event folded; a shorter log is folded to its end. */
  readonly upTo: number
  /** How to get a state before the start that a restore goes back to. */
  readonly earlier: (sequenceNumber: number) => Effect.Effect<LogPosition, StorageError>
  /** Events read at a time. */
  readonly pageSize?: number
  /** Events folded at a time; a whole page without. */
  readonly sliceSize?: number
  /** Sees each slice once it is folded, while the next page is being read. */
  readonly visit?: (steps: ReadonlyArray<Step<Event>>) => Effect.Effect<void, E>
}

/** Few enough that what a page leaves behind is gone before the garbage collector would keep it. */
export const defaultPageSize = 500

/** Pages that are read while one is folded: with one only, the database would rest while that one is decoded. */
const pagesAhead = 2

const noEvents = Effect.succeed([])

/**
 * Folds the log from a moment on. The restores on the way are looked up first and their states kept while passing, so
 * that this is linear however many there are.
 */
export const replay = Effect.fn("replay")(function* <Event extends ChainedFold, E = never>({
  store,
  start,
  upTo,
  earlier,
  pageSize = defaultPageSize,
  sliceSize = pageSize,
  visit
}: ReplayOptions<Event, E>) {
  const targets = new Set(yield* store.restores(start.state.sequenceNumber, upTo))
  const states = new Map<number, State>()
  for (const target of targets) {
    if (target < start.state.sequenceNumber) states.set(target, (yield* earlier(target)).state)
  }
  const fold = new RememberingFold(
    start,
    (sequenceNumber) => states.get(sequenceNumber),
    (sequenceNumber) => targets.has(sequenceNumber)
  )
  /** Of a log with gaps, which is damaged, the page before has had some. */
  const isPassed = ({ sequenceNumber }: Event) => sequenceNumber <= fold.position.state.sequenceNumber
  const step = (event: Event): Step<Event> => {
    const before = fold.position.state
    return { before, event, evolution: fold.fold(event), past: fold.past }
  }

  // A log has no gaps: where a page will end is known before it is there.
  let asked = start.state.sequenceNumber
  const askForOne = Effect.suspend(() => {
    const after = asked
    asked = Math.min(after + pageSize, upTo)
    return Effect.forkChild(after < upTo ? store.read(after, asked - after) : noEvents)
  })
  const pages: Array<Effect.Success<typeof askForOne>> = []
  const ask = Effect.map(askForOne, (page) => pages.push(page))

  for (let page = 0; page < pagesAhead; page++) yield* ask
  while (fold.position.state.sequenceNumber < upTo) {
    const page = pages.shift()
    const events = page === undefined ? [] : yield* Fiber.join(page)
    if (events.length === 0) break
    yield* ask
    yield* yieldingChunks(events, sliceSize, (slice) => {
      if (visit !== undefined) return visit(slice.flatMap((event) => (isPassed(event) ? [] : step(event))))
      for (const event of slice) if (!isPassed(event)) fold.fold(event)
      return Effect.void
    })
  }
  return fold.position
})
