import { Data, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import type { UndoneBody } from "../api/EventsApi.ts"
import type { LoggedEvent } from "../domain/Event.ts"
import { ChangeSetId } from "../domain/entities/Ids.ts"
import { includesRole } from "../domain/entities/Role.ts"
import { eventTable } from "../domain/events/EventTable.ts"
import type { Identity } from "../domain/Identity.ts"
import { type Inverse, inverseOf } from "../domain/inverse/EventInverse.ts"
import { EarlierStates } from "../log/projection/EarlierStates.ts"
import { Projector } from "../log/projection/Projector.ts"
import { EventStore } from "../log/store/EventStore.ts"
import { ProvenanceStore } from "../log/store/ProvenanceStore.ts"
import { Planner } from "../log/writer/Planner.ts"
import type { SubmitError } from "../log/writer/SubmitError.ts"
import { truncatedLine } from "../shared/Quoted.ts"

export const maxNameLength = 100

export type Undone = typeof UndoneBody.Type

/** Undoing stopped before the end; `undone` changes are taken back. The same call again goes on. */
export class UndoStopped extends Data.TaggedError("UndoStopped")<{
  readonly cause: SubmitError
  readonly undone: number
}> {}

/** "2026-11-25 10:19 UTC" */
const minuteOf = (timestamp: string): string => `${timestamp.slice(0, 16).replace("T", " ")} UTC`

const makeTakeBack = Effect.gen(function* () {
  const planner = yield* Planner
  const projector = yield* Projector
  const { withState } = yield* EarlierStates
  const store = yield* EventStore

  const eventAt = (sequenceNumber: number) =>
    Effect.map(store.read(sequenceNumber - 1, 1), (events): LoggedEvent | undefined => events[0])

  const reasonOf = Effect.fnUntraced(function* ({ reason, later }: Extract<Inverse, { readonly kind: "left" }>) {
    const by = later === undefined ? undefined : yield* eventAt(later)
    return by === undefined ? reason : reason.replace(/\.$/, ` (${by.actorName}, ${minuteOf(by.timestamp)}).`)
  })

  const inverse = (caller: Identity, event: LoggedEvent, own: ReadonlySet<number>) =>
    Effect.suspend(() => {
      const state = projector.stateNow()
      const found = inverseOf(event, { state, own })
      if (found.kind !== "past") return Effect.succeed(found)
      return withState(event.sequenceNumber - 1, caller.userId, (before) =>
        Effect.sync(() => inverseOf(event, { state, own, before }))
      )
    })

  /** Takes one event back; gives the number of the event that did, 0 if there was nothing to do, or why it is left. */
  const takeBack = Effect.fnUntraced(function* (
    caller: Identity,
    event: LoggedEvent,
    own: ReadonlySet<number>,
    changeSet: { readonly id: ChangeSetId; readonly name: string }
  ) {
    const found = yield* inverse(caller, event, own)
    if (found.kind === "left") return yield* reasonOf(found)
    if (found.kind === "past") return "What it was before is not known."
    const { role } = eventTable[found.submission.eventType]
    if (!includesRole(caller.role, role)) {
      return `Undoing this requires the ${role} role.`
    }
    const outcome = yield* planner.submit({
      ...found.submission,
      actorId: caller.userId,
      actorName: caller.username,
      idempotency: null,
      origin: { tokenName: caller.token?.name ?? null, changeSet, undoes: event.sequenceNumber }
    })
    return outcome.status === "rejected" ? `It was rejected: ${outcome.rejectionReason}.` : outcome.sequenceNumber
  })

  return { takeBack, eventAt }
})

/** What is known of a set before it is taken back; undefined if there is none. */
const makeFind = Effect.gen(function* () {
  const provenance = yield* ProvenanceStore
  const random = yield* SecureRandom.SecureRandom

  return Effect.fnUntraced(function* (id: ChangeSetId) {
    const rows = yield* provenance.ofChangeSet(id)
    const [first] = rows
    if (first === undefined) return undefined
    const numbers = rows.map(({ sequenceNumber }) => sequenceNumber)
    const earlier = yield* provenance.undoing(numbers)
    return {
      /** The latest first. */
      numbers: numbers.toReversed(),
      /** The events that are taken back already. */
      done: new Set(earlier.map(({ undoes }) => undoes)),
      own: new Set([...numbers, ...earlier.map(({ sequenceNumber }) => sequenceNumber)]),
      undoing: {
        id: ChangeSetId.make(yield* random.uuidV4()),
        name: truncatedLine(`Undo of ${first.changeSet?.name}`, maxNameLength)
      }
    }
  })
})

type FoundSet = Effect.Success<ReturnType<Effect.Success<typeof makeFind>>>

/**
 * Takes back the changes of a set, the latest first, each with the event that is exactly its opposite. Undefined: there is no
 * such set, or it changed nothing.
 */
export const make = Effect.gen(function* () {
  const find = yield* makeFind
  const { takeBack, eventAt } = yield* makeTakeBack

  /** Fills `undone` and `left`. When interrupted it stops before the next event. */
  const run = Effect.fnUntraced(function* (
    caller: Identity,
    { numbers, done, own, undoing }: NonNullable<FoundSet>,
    { undone, left }: { readonly undone: Array<Undone["undone"][number]>; readonly left: Array<Undone["left"][number]> }
  ) {
    for (const sequenceNumber of numbers) {
      const event = yield* eventAt(sequenceNumber)
      if (event === undefined || event.status === "rejected") continue
      const isDone = done.has(sequenceNumber)
      const result = isDone ? 0 : yield* Effect.uninterruptible(takeBack(caller, event, own, undoing))
      if (typeof result === "string") {
        left.push({ sequenceNumber, reason: result })
        continue
      }
      undone.push({ sequenceNumber })
      if (result > 0) own.add(result)
    }
  })

  return Effect.fnUntraced(function* (caller: Identity, id: ChangeSetId) {
    const result = { undone: [], left: [] }
    const stopped = (cause: SubmitError) => new UndoStopped({ cause, undone: result.undone.length })
    const found = yield* Effect.mapError(find(id), stopped)
    if (found === undefined) return undefined
    yield* Effect.mapError(run(caller, found, result), stopped)
    return result satisfies Undone
  })
})
