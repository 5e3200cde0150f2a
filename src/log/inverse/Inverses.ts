import { Effect } from "effect"
import type { LoggedEvent } from "../../domain/Event.ts"
import type { ChangeSetId } from "../../domain/entities/Ids.ts"
import { includesRole, type Role } from "../../domain/entities/Role.ts"
import { eventTable } from "../../domain/events/EventTable.ts"
import { type Inverse as EventInverse, inverseOf } from "../../domain/inverse/EventInverse.ts"
import type { Inverse, InverseSubmission, LeftChange } from "../../domain/inverse/Inverse.ts"
import type { State } from "../../domain/state/State.ts"
import { EarlierStates } from "../projection/EarlierStates.ts"
import { Projector } from "../projection/Projector.ts"
import { EventStore } from "../store/EventStore.ts"
import { ProvenanceStore } from "../store/ProvenanceStore.ts"

const targetKey = ({ targetId, fieldName }: LoggedEvent): string => `${targetId} ${fieldName}`

/** Makes the functions that say what takes an event or a change set back. Nothing is written. */
export const make = Effect.gen(function* () {
  const store = yield* EventStore
  const provenance = yield* ProvenanceStore
  const projector = yield* Projector
  const { withState } = yield* EarlierStates

  const eventAt = (sequenceNumber: number) =>
    Effect.map(store.read(sequenceNumber - 1, 1), (events): LoggedEvent | undefined => events[0])

  const laterEvent = Effect.fnUntraced(function* (found: Extract<EventInverse, { readonly kind: "left" }>) {
    const later = found.later === undefined ? undefined : yield* eventAt(found.later)
    if (later === undefined) return null
    const { sequenceNumber, actorName, timestamp } = later
    return { sequenceNumber, actorName, timestamp }
  })

  const inverseOfOne = (event: LoggedEvent, own: ReadonlySet<number>, state: State) => {
    const found = inverseOf(event, { state, own })
    if (found.kind !== "past") return Effect.succeed(found)
    return withState(event.sequenceNumber - 1, event.actorId, (before) =>
      Effect.sync(() => inverseOf(event, { state, own, before }))
    )
  }

  const leftOf = Effect.fnUntraced(function* ({ sequenceNumber }: LoggedEvent, found: EventInverse, role: Role) {
    if (found.kind === "past") return undefined
    if (found.kind === "left") {
      return { sequenceNumber, code: found.code, reason: found.reason, later: yield* laterEvent(found) }
    }
    const needed = eventTable[found.submission.eventType].role
    const reason = `Undoing this requires the ${needed} role.`
    return includesRole(role, needed)
      ? undefined
      : { sequenceNumber, code: "role_required" as const, reason, later: null }
  })

  const inverseOfAll = Effect.fnUntraced(function* (numbers: ReadonlyArray<number>, role: Role) {
    const earlier = yield* provenance.undoing(numbers)
    const done = new Set(earlier.map(({ undoes }) => undoes))
    const own = new Set([...numbers, ...earlier.map(({ sequenceNumber }) => sequenceNumber)])
    const state = projector.stateNow()
    const submissions = new Map<string, InverseSubmission>()
    const left: Array<LeftChange> = []
    for (const sequenceNumber of numbers.toReversed()) {
      const event = done.has(sequenceNumber) ? undefined : yield* eventAt(sequenceNumber)
      if (event?.status !== "applied") continue
      const found = yield* inverseOfOne(event, own, state)
      const stays = yield* leftOf(event, found, role)
      if (stays !== undefined) left.push(stays)
      else if (found.kind === "submission") {
        const { eventType, targetId, data, lastSeenSequence } = found.submission
        const undoes = submissions.get(targetKey(event))?.undoes ?? sequenceNumber
        submissions.set(targetKey(event), { undoes, eventType, targetId, data, lastSeenSequence })
      }
    }
    return { sequenceNumber: state.sequenceNumber, submissions: [...submissions.values()], left } satisfies Inverse
  })

  return {
    /** Of one event; undefined if there is none. */
    ofEvent: Effect.fnUntraced(function* (sequenceNumber: number, role: Role) {
      if (sequenceNumber > projector.stateNow().sequenceNumber) return undefined
      return yield* inverseOfAll([sequenceNumber], role)
    }),
    /** Of a change set; undefined if there is none. */
    ofChangeSet: Effect.fnUntraced(function* (id: ChangeSetId, role: Role) {
      const rows = yield* provenance.ofChangeSet(id)
      if (rows.length === 0) return undefined
      return yield* inverseOfAll(
        rows.map(({ sequenceNumber }) => sequenceNumber),
        role
      )
    })
  }
})
