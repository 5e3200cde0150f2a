import { Effect } from "effect"
import type { LoggedEvent } from "../../domain/Event.ts"
import type { ChangeSetId } from "../../domain/entities/Ids.ts"
import type { Identity } from "../../domain/Identity.ts"
import type { Inverse, LaterEvent, LeftChange } from "../../domain/inverse/Inverse.ts"
import type { Left } from "../../domain/inverse/InversePlan.ts"
import { inverseSteps } from "../../domain/inverse/InverseSteps.ts"
import { leftReason } from "../../domain/inverse/LeftWords.ts"
import { OwnChanges } from "../../domain/inverse/OwnChanges.ts"
import { touches } from "../../domain/inverse/Touches.ts"
import type { State } from "../../domain/state/State.ts"
import { Projector } from "../projection/Projector.ts"
import { EventStore } from "../store/EventStore.ts"
import { ProvenanceStore } from "../store/ProvenanceStore.ts"
import { yieldingSteps } from "../YieldingSteps.ts"
import * as RecordChanges from "./RecordChanges.ts"

/** Of a larger set the latest events are taken back, which is five times the largest import. */
const maxEvents = 50_000

/** How many events after those that are taken back are looked at for what was taken back among them. */
const maxTakenBack = 1_000

/** What takes changes back, and the events that it is about. */
export interface FoundInverse extends Inverse {
  /** The applied events of the set. */
  readonly events: ReadonlyArray<LoggedEvent>
}

type Caller = Pick<Identity, "userId" | "role">

/** What stays, once for each event that stands in the way. */
const leftChanges = (left: ReadonlyArray<Left>, events: ReadonlyMap<number, LaterEvent>): ReadonlyArray<LeftChange> => {
  const kept = new Map<string, LeftChange>()
  for (const each of left) {
    const later = events.get(each.later ?? 0) ?? null
    const { sequenceNumber, code, subject } = each
    const key = `${sequenceNumber} ${code} ${later?.sequenceNumber}`
    if (!kept.has(key)) kept.set(key, { sequenceNumber, code, reason: leftReason(code, subject), later })
  }
  return [...kept.values()]
}

/** Makes the functions that say what takes an event or a change set back. Nothing is written. */
export const make = Effect.gen(function* () {
  const store = yield* EventStore
  const provenance = yield* ProvenanceStore
  const projector = yield* Projector
  const record = yield* RecordChanges.make

  const laterEvents = Effect.fnUntraced(function* (left: ReadonlyArray<Left>) {
    const numbers = new Set(left.flatMap(({ later }) => later ?? []))
    const events = yield* store.at([...numbers])
    return new Map(
      events.map(({ sequenceNumber, actorName, timestamp }) => [
        sequenceNumber,
        { sequenceNumber, actorName, timestamp }
      ])
    )
  })

  /** By an event after a position that took another one after it back, what it took back. */
  const undoneAfter = Effect.fnUntraced(function* (position: number) {
    const rows = yield* provenance.after(position, maxTakenBack)
    return new Map(
      rows.flatMap(({ sequenceNumber, undoes }) =>
        undoes !== null && undoes > position && undoes < sequenceNumber ? [[sequenceNumber, undoes] as const] : []
      )
    )
  })

  const planOf = Effect.fnUntraced(function* (
    now: State,
    numbers: ReadonlyArray<number>,
    caller: Caller,
    undone: ReadonlyMap<number, number>
  ) {
    const undoing = (yield* provenance.undoing(numbers)).map(({ sequenceNumber }) => sequenceNumber)
    const all = new Set([...numbers, ...undoing, ...undone.keys(), ...undone.values()])
    const events = yield* store.at([...all].sort((one, other) => one - other))
    const applied = events.filter(
      ({ status, sequenceNumber }) => status === "applied" && sequenceNumber <= now.sequenceNumber
    )
    const changes = new OwnChanges(now, numbers, undoing, undone)
    yield* record(changes, applied, caller.userId)
    const { submissions, left, state } = yield* yieldingSteps(inverseSteps(changes, caller.role))
    return { submissions, left, state, events: applied.filter(({ sequenceNumber }) => changes.set.has(sequenceNumber)) }
  })

  const inverseOf = Effect.fnUntraced(function* (given: ReadonlyArray<number>, caller: Caller) {
    const numbers = given.slice(-maxEvents)
    const now = yield* projector.state
    const first = yield* planOf(now, numbers, caller, new Map())
    // Something may only seem to stand in the way: what was taken back meanwhile, and what did that.
    const undone = first.left.some(({ later }) => later !== undefined) ? yield* undoneAfter(numbers[0] ?? 0) : undefined
    const plan = undone === undefined || undone.size === 0 ? first : yield* planOf(now, numbers, caller, undone)
    return {
      sequenceNumber: now.sequenceNumber,
      changeSetName: null,
      touches: yield* yieldingSteps(touches(now, plan.state)),
      submissions: plan.submissions,
      left: leftChanges(plan.left, yield* laterEvents(plan.left)),
      events: plan.events
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
