import { Effect, HashMap } from "effect"
import type { LoggedEvent } from "../../domain/Event.ts"
import type { EntityId, UserId } from "../../domain/entities/Ids.ts"
import type { Around, OwnChanges } from "../../domain/inverse/OwnChanges.ts"
import { empty, type State, teamIn } from "../../domain/state/State.ts"
import { EarlierStates } from "../projection/EarlierStates.ts"
import { type ReplayStep, replay } from "../projection/Replay.ts"
import type { ChainedFoldedEvent } from "../store/EventHash.ts"
import { EventStore } from "../store/EventStore.ts"
import { yieldingChunks } from "../YieldingSteps.ts"

/** How far apart the events may be. */
export interface Limits {
  /** A gap between two events is folded if it is no longer; otherwise the state after it is looked up. */
  readonly maxGap: number
  readonly maxLookups: number
}

export const defaultLimits: Limits = { maxGap: 2_000, maxLookups: 20 }

/** Events folded before the event loop is yielded. */
const sliceSize = 50

/** Events in ranges that are folded from one earlier state. */
const rangesOf = (events: ReadonlyArray<LoggedEvent>, maxGap: number): ReadonlyArray<ReadonlyArray<LoggedEvent>> => {
  const ranges: Array<Array<LoggedEvent>> = []
  for (const event of events) {
    const range = ranges.at(-1)
    const last = range?.at(-1)?.sequenceNumber ?? Number.NEGATIVE_INFINITY
    if (range !== undefined && event.sequenceNumber - last <= maxGap) range.push(event)
    else ranges.push([event])
  }
  return ranges
}

const withTeams = (state: State, ids: ReadonlyArray<EntityId>): State => ({
  ...state,
  teams: HashMap.fromIterable(
    ids.flatMap((id) => {
      const team = teamIn(state, id)
      return team === undefined ? [] : [[id, team] as const]
    })
  )
})

/** The states around an event, with no more of them than is needed: states that were read apart share nothing. */
const aroundOf = ({ before, event, evolution }: ReplayStep<ChainedFoldedEvent>): Around => {
  const { state: after, effects } = evolution
  const { teamIds } = effects
  const isWhole = event.eventType === "restore_history" && !Object.hasOwn(event.data, "teamId")
  return { before: isWhole ? before : withTeams(before, teamIds), after: withTeams(after, teamIds), teamIds }
}

/** Makes the function that records events in order, with the states around those that need them, unless they are too far apart. */
export const make = Effect.fnUntraced(function* ({ maxGap, maxLookups }: Limits) {
  const store = yield* EventStore
  const earlierStates = yield* EarlierStates

  const withStateBefore = <A, E>(number: number, user: UserId, use: (state: State) => Effect.Effect<A, E>) =>
    number === 1 ? use(empty) : earlierStates.withState(number - 1, user, use)

  return Effect.fnUntraced(function* (changes: OwnChanges, events: ReadonlyArray<LoggedEvent>, user: UserId) {
    const needing = events.filter((event) => changes.needsStates(event))
    const ranges = rangesOf(needing, maxGap)
    if (ranges.length > maxLookups) return false
    const wanted = new Set(needing.map(({ sequenceNumber }) => sequenceNumber))
    const around = new Map<number, Around>()
    const keep = (steps: ReadonlyArray<ReplayStep<ChainedFoldedEvent>>): void => {
      for (const step of steps) {
        const { sequenceNumber } = step.event
        if (wanted.has(sequenceNumber)) around.set(sequenceNumber, aroundOf(step))
      }
    }
    for (const range of ranges) {
      const [first, last] = [range[0]?.sequenceNumber ?? 0, range.at(-1)?.sequenceNumber ?? 0]
      yield* withStateBefore(first, user, (state) =>
        replay({
          read: store.readForFolding,
          start: { state, eventHash: "" },
          upTo: last,
          sliceSize,
          visit: (steps) => Effect.sync(() => keep(steps))
        })
      )
    }
    yield* yieldingChunks(events, sliceSize, (some) =>
      Effect.sync(() => {
        for (const each of some) changes.record(each, around.get(each.sequenceNumber))
      })
    )
    return true
  })
})
