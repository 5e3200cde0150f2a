import { Effect } from "effect"
import type { LoggedEvent } from "../../domain/Event.ts"
import type { ChangeSetId, EntityId } from "../../domain/entities/Ids.ts"
import type { Identity } from "../../domain/Identity.ts"
import type { Inverse, LaterEvent, LeftChange } from "../../domain/inverse/Inverse.ts"
import { inverseSteps } from "../../domain/inverse/InverseSteps.ts"
import { leftReason } from "../../domain/inverse/LeftWords.ts"
import { OwnChanges } from "../../domain/inverse/OwnChanges.ts"
import type { Left } from "../../domain/inverse/Simulation.ts"
import { touches } from "../../domain/inverse/Touches.ts"
import { empty, type State } from "../../domain/state/State.ts"
import { EarlierStates } from "../projection/EarlierStates.ts"
import { Projector } from "../projection/Projector.ts"
import { replay } from "../projection/Replay.ts"
import { EventStore } from "../store/EventStore.ts"
import { ProvenanceStore } from "../store/ProvenanceStore.ts"
import { yieldingSteps } from "../YieldingSteps.ts"

/** Of a larger set the latest events are taken back, which is five times the largest import. */
const maxEvents = 50_000

/** A gap between two events of a set is folded if it is shorter; otherwise the state after it is looked up. */
const maxGap = 2_000

/** Events of a set so far apart that a state is looked up for each are left beyond this number. */
const maxLookups = 20

/** Events folded before the event loop is yielded. */
const sliceSize = 50

/** What takes changes back, and the events that it is about. */
export interface FoundInverse extends Inverse {
  /** The applied events of the set. */
  readonly events: ReadonlyArray<LoggedEvent>
}

type Caller = Pick<Identity, "userId" | "role">

/** Events in ranges that are folded from one earlier state. */
const rangesOf = (events: ReadonlyArray<LoggedEvent>): ReadonlyArray<ReadonlyArray<LoggedEvent>> => {
  const ranges: Array<Array<LoggedEvent>> = []
  for (const event of events) {
    const range = ranges.at(-1)
    const last = range?.at(-1)?.sequenceNumber ?? Number.NEGATIVE_INFINITY
    if (range !== undefined && event.sequenceNumber - last <= maxGap) range.push(event)
    else ranges.push([event])
  }
  return ranges
}

/** Makes the functions that say what takes an event or a change set back. Nothing is written. */
export const make = Effect.gen(function* () {
  const store = yield* EventStore
  const provenance = yield* ProvenanceStore
  const projector = yield* Projector
  const earlierStates = yield* EarlierStates

  /** Runs `use` with the state right before an event. */
  const withStateBefore = <A, E>(number: number, { userId }: Caller, use: (state: State) => Effect.Effect<A, E>) =>
    number === 1 ? use(empty) : earlierStates.withState(number - 1, userId, use)

  /** Records the events in order, those that need them with the states around them. */
  const record = Effect.fnUntraced(function* (changes: OwnChanges, events: ReadonlyArray<LoggedEvent>, caller: Caller) {
    const ranges = rangesOf(events.filter((event) => changes.needsStates(event)))
    const needing = new Set(ranges.slice(-maxLookups).flatMap((range) => range.map((event) => event.sequenceNumber)))
    let next = 0
    const recordBefore = (number: number) => {
      for (let event = events[next]; event !== undefined && event.sequenceNumber < number; event = events[++next]) {
        changes.record(event)
      }
    }
    for (const range of ranges.slice(-maxLookups)) {
      const [first, last] = [range[0], range.at(-1)]
      if (first === undefined || last === undefined) continue
      const fold = (state: State) =>
        replay({
          read: store.readForFolding,
          start: { state, eventHash: "" },
          upTo: last.sequenceNumber,
          sliceSize,
          visit: (steps) =>
            Effect.sync(() => {
              for (const { before, event, evolution } of steps) {
                if (!needing.has(event.sequenceNumber)) continue
                recordBefore(event.sequenceNumber)
                const own = events[next++]
                const { state: after, effects } = evolution
                if (own !== undefined) changes.record(own, { before, after, teamIds: effects.teamIds })
              }
            })
        })
      yield* withStateBefore(first.sequenceNumber, caller, fold)
    }
    recordBefore(Number.POSITIVE_INFINITY)
  })

  /** Looks up which event removed the entities that one of the events removed: somebody may have, later. */
  const findRemovals = Effect.fnUntraced(function* (changes: OwnChanges, head: number) {
    const removed = [...changes.lives].flatMap(([id, lives]) => (lives.at(-1)?.came === false ? [id] : []))
    for (const { entityId, sequenceNumber } of yield* store.latest(removed, 1, head)) {
      changes.removals.set(entityId, sequenceNumber)
    }
  })

  const laterEvents = Effect.fnUntraced(function* (left: ReadonlyArray<Left>, head: number) {
    const numbers = new Set<number>()
    const deletedIds = new Set<EntityId>()
    for (const { later } of left) {
      if (typeof later === "number") numbers.add(later)
      else if (later !== undefined) deletedIds.add(later.deletedId)
    }
    const events = new Map<number | EntityId, LaterEvent>()
    for (const { sequenceNumber, actorName, timestamp } of yield* store.at([...numbers])) {
      events.set(sequenceNumber, { sequenceNumber, actorName, timestamp })
    }
    for (const { entityId, sequenceNumber, actorName, timestamp } of yield* store.latest([...deletedIds], 1, head)) {
      events.set(entityId, { sequenceNumber, actorName, timestamp })
    }
    return ({ later }: Left) => events.get(typeof later === "object" ? later.deletedId : (later ?? 0)) ?? null
  })

  const inverseOf = Effect.fnUntraced(function* (given: ReadonlyArray<number>, caller: Caller) {
    const numbers = given.slice(-maxEvents)
    const undoing = (yield* provenance.undoing(numbers)).map(({ sequenceNumber }) => sequenceNumber)
    const all = [...new Set([...numbers, ...undoing])].sort((one, other) => one - other)
    const events = (yield* store.at(all)).filter(({ status }) => status === "applied")
    const now = yield* projector.state
    const changes = new OwnChanges(now, numbers, undoing)
    yield* record(changes, events, caller)
    const { sequenceNumber } = now
    yield* findRemovals(changes, sequenceNumber)
    const { submissions, left, state } = yield* yieldingSteps(inverseSteps(now, changes, caller.role))
    const laterOf = yield* laterEvents(left, sequenceNumber)
    const kept = new Map<string, LeftChange>()
    for (const each of left) {
      const later = laterOf(each)
      const { sequenceNumber, code, subject } = each
      const key = `${sequenceNumber} ${code} ${later?.sequenceNumber}`
      if (!kept.has(key)) kept.set(key, { sequenceNumber, code, reason: leftReason(code, subject), later })
    }
    return {
      sequenceNumber,
      changeSetName: null,
      touches: yield* yieldingSteps(touches(now, state)),
      submissions,
      left: [...kept.values()],
      events: events.filter((event) => changes.set.has(event.sequenceNumber))
    } satisfies FoundInverse
  })

  return {
    /** Of one event; undefined if there is none. */
    ofEvent: Effect.fnUntraced(function* (sequenceNumber: number, caller: Caller) {
      if (sequenceNumber > (yield* projector.state).sequenceNumber) return undefined
      return yield* inverseOf([sequenceNumber], caller)
    }),
    /** Of a change set; undefined if there is none. */
    ofChangeSet: Effect.fnUntraced(function* (id: ChangeSetId, caller: Caller) {
      const rows = yield* provenance.ofChangeSet(id)
      if (rows.length === 0) return undefined
      const numbers = rows.map(({ sequenceNumber }) => sequenceNumber)
      return { ...(yield* inverseOf(numbers, caller)), changeSetName: rows[0]?.changeSet?.name ?? null }
    })
  }
})
