import { Effect, Struct } from "effect"
import type { LoggedEvent } from "../../domain/Event.ts"
import type { ChangeSetId } from "../../domain/entities/Ids.ts"
import type { Identity } from "../../domain/Identity.ts"
import type { Inverse, LeftChange } from "../../domain/inverse/Inverse.ts"
import type { Left } from "../../domain/inverse/InversePlan.ts"
import { inverseSteps } from "../../domain/inverse/InverseSteps.ts"
import { OwnChanges } from "../../domain/inverse/OwnChanges.ts"
import { touches } from "../../domain/inverse/Touches.ts"
import type { Provenance } from "../../domain/Provenance.ts"
import type { State } from "../../domain/state/State.ts"
import { leftReason } from "../../shared/words/LeftChanges.ts"
import { Projector } from "../projection/Projector.ts"
import { EventStore } from "../store/EventStore.ts"
import { ProvenanceStore } from "../store/ProvenanceStore.ts"
import { yieldingSteps } from "../YieldingSteps.ts"
import * as RecordChanges from "./RecordChanges.ts"

/** What can be taken back at once. */
export interface Limits extends RecordChanges.Limits {
  /** Events of a change set. */
  readonly maxEvents: number
}

/** 50,000 events are five times the largest import. */
const defaultLimits: Limits = { ...RecordChanges.defaultLimits, maxEvents: 50_000 }

/** How many events that came with a set or took another one back are looked at after those that are taken back. */
const maxTakenBack = 1_000

/** What takes changes back, and the events that it is about. */
export interface FoundInverse extends Inverse {
  /** The applied events of the set. */
  readonly events: ReadonlyArray<LoggedEvent>
}

type Caller = Pick<Identity, "userId" | "role">

const takenBackIn = (rows: ReadonlyArray<Provenance>): ReadonlyArray<readonly [by: number, undone: number]> =>
  rows.flatMap(({ sequenceNumber, undoes }) =>
    undoes !== null && undoes < sequenceNumber ? [[sequenceNumber, undoes] as const] : []
  )

/** The plan for more than can be taken back at once: all of it stays. */
const refusal = (state: State, numbers: ReadonlyArray<number>) => ({
  ...{ state, submissions: [], events: [] },
  left: [{ sequenceNumber: numbers.at(-1) ?? 1, code: "too_many", subject: { type: "team", title: null } } as const]
})

/** Makes the functions that say what takes an event or a change set back. Nothing is written. */
export const make = Effect.fnUntraced(function* (limits = defaultLimits) {
  const store = yield* EventStore
  const provenance = yield* ProvenanceStore
  const projector = yield* Projector
  const record = yield* RecordChanges.make(limits)

  /** What stays, once for each event that stands in the way. */
  const leftChanges = Effect.fnUntraced(function* (left: ReadonlyArray<Left>) {
    const events = yield* store.at([...new Set(left.flatMap(({ later }) => later ?? []))])
    const byNumber = new Map(events.map((event) => [event.sequenceNumber as number, event]))
    const kept = new Map<string, LeftChange>()
    for (const { sequenceNumber, code, subject, later: number } of left) {
      const event = byNumber.get(number ?? 0)
      const later = event === undefined ? null : Struct.pick(event, ["sequenceNumber", "actorName", "timestamp"])
      const key = `${sequenceNumber} ${code} ${later?.sequenceNumber}`
      if (!kept.has(key)) kept.set(key, { sequenceNumber, code, reason: leftReason(code, subject), later })
    }
    return [...kept.values()]
  })

  /** By an event after a position that took another one after it back, what it took back. */
  const takenBackAfter = Effect.fnUntraced(function* (position: number) {
    const rows = yield* provenance.after(position, maxTakenBack)
    return takenBackIn(rows).filter(([, undone]) => undone > position)
  })

  const planOf = Effect.fnUntraced(function* (
    now: State,
    numbers: ReadonlyArray<number>,
    caller: Caller,
    takenBack: ReadonlyMap<number, number>
  ) {
    const all = new Set([...numbers, ...takenBack.keys(), ...takenBack.values()])
    const events = yield* store.at([...all].sort((one, other) => one - other))
    const applied = events.filter(
      ({ status, sequenceNumber }) => status === "applied" && sequenceNumber <= now.sequenceNumber
    )
    const changes = new OwnChanges(now, numbers, takenBack)
    if (!(yield* record(changes, applied, caller.userId))) return undefined
    const { submissions, left, state } = yield* yieldingSteps(inverseSteps(changes, caller.role))
    return { submissions, left, state, events: applied.filter(({ sequenceNumber }) => changes.set.has(sequenceNumber)) }
  })

  /** Undefined if the events are too many, or too far apart. */
  const findPlan = Effect.fnUntraced(function* (now: State, numbers: ReadonlyArray<number>, caller: Caller) {
    if (numbers.length > limits.maxEvents) return undefined
    const own = takenBackIn(yield* provenance.undoing(numbers))
    const first = yield* planOf(now, numbers, caller, new Map(own))
    // Something may only seem to stand in the way: what was taken back meanwhile, and what did that.
    if (first?.left.some(({ later }) => later) !== true) return first
    const others = yield* takenBackAfter(numbers[0] ?? 0)
    return others.length === 0 ? first : ((yield* planOf(now, numbers, caller, new Map([...others, ...own]))) ?? first)
  })

  const inverseOf = Effect.fnUntraced(function* (numbers: ReadonlyArray<number>, caller: Caller) {
    const now = yield* projector.state
    const plan = (yield* findPlan(now, numbers, caller)) ?? refusal(now, numbers)
    return {
      sequenceNumber: now.sequenceNumber,
      changeSetName: null,
      touches: yield* yieldingSteps(touches(now, plan.state)),
      submissions: plan.submissions,
      left: yield* leftChanges(plan.left),
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
