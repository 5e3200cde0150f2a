import { Effect, Option } from "effect"
import { decide } from "../../domain/Decide.ts"
import type { EventData, Submission } from "../../domain/Event.ts"
import { wasAllowedBefore } from "../../domain/entities/Text.ts"
import { submissionOf } from "../../domain/LookBack.ts"
import { removed } from "../../domain/redaction/TakenTexts.ts"
import type { State } from "../../domain/state/State.ts"
import { rowOf } from "../../shared/EventTypes.ts"
import * as CheckpointCodec from "../projection/CheckpointCodec.ts"
import { Checkpoints } from "../projection/Checkpoints.ts"
import { startOfLog } from "../projection/LogPosition.ts"
import { type ReplayStep, replay } from "../projection/Replay.ts"
import { TimeTravel } from "../projection/TimeTravel.ts"
import { type Association, associationOrder, associationsOf } from "../store/Association.ts"
import { type ChainedEvent, hashEvent } from "../store/EventHash.ts"
import { EventStore } from "../store/EventStore.ts"
import { chainFault, historyBroken } from "../store/HistoryBroken.ts"
import { effectFault } from "./KeptEffects.ts"
import { PassedStates } from "./PassedStates.ts"

/** What was checked. `stateHash` is the hash of the state that the log folds to. */
interface VerifyReport {
  readonly events: number
  readonly associations: number
  readonly checkpoints: number
  readonly stateHash: string
}

/** Each event may have 64 KiB of data, and three pages are held at a time. */
const pageSize = 500

const hasTextTakenBefore = ({ data }: ChainedEvent): boolean =>
  Object.values(data).some((value) => typeof value === "string" && wasAllowedBefore(value))

/** Where texts were taken out, an edit may replace one by the same. */
const isRedacted = ({ data, newValue }: ChainedEvent): boolean =>
  newValue?.includes(removed) === true || Object.values(data).includes(removed)

/** Members of data, besides fields, that version 1 did not know: a status without a note, a check-in of the day of its event. */
const newerMembers: Readonly<Record<string, (value: unknown) => boolean>> = {
  parentId: (value) => value === null,
  note: (value) => value === "",
  date: () => true
}

/** The data of a decision as a release wrote it that did not know every field of today: those it lacks have their initial values. */
const asWritten = ({ data, entityType }: ChainedEvent, decided: EventData): EventData => {
  const fields = entityType === null ? {} : rowOf(entityType).fields
  const isNewer = (name: string, value: unknown): boolean =>
    !(name in data) && value !== undefined && (fields[name]?.initial === value || newerMembers[name]?.(value) === true)
  return Object.fromEntries(Object.entries(decided).filter(([name, value]) => !isNewer(name, value)))
}

/** Events of version 1 have a sentence in their description, which is read by nobody. */
const isLegal = ({ before, hashBefore, event }: ReplayStep, earlier: State | undefined): boolean => {
  const { description } = event
  const leadsHere = (submission: Submission): boolean => {
    const decision = decide(before, submission)
    if (decision.status !== "applied") return false
    const data = asWritten(event, decision.event.data)
    return hashEvent(hashBefore, { ...decision.event, data, description }) === event.hash
  }
  const submission = submissionOf(event, earlier)
  // Where texts were taken out, a restore may find what it restores. Its effect is compared apart.
  if (isRedacted(event) || earlier !== undefined) {
    return decide(before, { ...submission, isFromLog: true }).status !== "rejected"
  }
  // A log of an earlier version may contain texts that would be rejected today.
  return leadsHere(submission) || (hasTextTakenBefore(event) && leadsHere({ ...submission, isFromLog: true }))
}

/** What is wrong with an event in its place, if anything; `earlier` is the state that it goes back to. */
const faultOf = (step: ReplayStep, earlier: State | undefined): string | undefined => {
  const { before, hashBefore, event } = step
  const fault = chainFault(before.sequenceNumber, hashBefore, event)
  if (fault !== undefined) return fault
  if (event.status === "applied" && !isLegal(step, earlier)) return "it was not allowed at that point in the log"
  return effectFault(before, event, earlier)
}

const isSameAssociation = (left: Association | undefined, right: Association | undefined): boolean =>
  left?.sequenceNumber === right?.sequenceNumber &&
  left?.entityId === right?.entityId &&
  left?.entityType === right?.entityType &&
  left?.transitive === right?.transitive &&
  JSON.stringify(left?.fact) === JSON.stringify(right?.fact)

/** The first event whose recorded associations differ from the computed ones. */
const firstDifference = (
  recorded: ReadonlyArray<Association>,
  computed: ReadonlyArray<Association>
): number | undefined => {
  for (let index = 0; index < Math.max(recorded.length, computed.length); index++) {
    const [left, right] = [recorded[index], computed[index]]
    if (!isSameAssociation(left, right)) {
      return Math.min(
        left?.sequenceNumber ?? Number.POSITIVE_INFINITY,
        right?.sequenceNumber ?? Number.POSITIVE_INFINITY
      )
    }
  }
  return undefined
}

/**
 * Checks the whole log: sequence numbers without gaps, the chain of hashes, that every applied event was legal in its
 * place, that every effect is what looking back gives, that associations equal computed ones, and that every checkpoint equals
 * the state at its place. Fails with the first fault. `progress` gets the number of checked events and the number of all events.
 */
export const verify = Effect.fn("verify")(function* (
  progress: (done: number, of: number) => Effect.Effect<void> = () => Effect.void
) {
  const store = yield* EventStore
  const checkpoints = yield* Checkpoints
  const timeTravel = yield* TimeTravel
  const { sequenceNumber: head } = yield* store.head
  const checkpointNumbers = new Set(yield* checkpoints.list)
  const passed = new PassedStates(yield* store.restores(0, head), (target) =>
    Effect.map(timeTravel.positionAt(target), ({ state }) => state)
  )
  let [associations, checkedCheckpoints] = [0, 0]

  const checkCheckpoint = Effect.fnUntraced(function* ({ event, evolution: { state } }: ReplayStep) {
    const { sequenceNumber } = event
    const checkpoint = yield* checkpoints.find(sequenceNumber)
    // It may have been thinned out meanwhile. Those of other versions are never read.
    if (Option.isNone(checkpoint) || checkpoint.value.version !== CheckpointCodec.version) return
    const { eventHash, stateHash } = checkpoint.value
    // A text with the hash of the state is the text of that state, so it need not be decoded.
    yield* CheckpointCodec.decompress(sequenceNumber, checkpoint.value).pipe(
      Effect.mapError((reason) => historyBroken(sequenceNumber, `in its checkpoint, ${reason}`))
    )
    const isEqual = eventHash === event.hash && stateHash === (yield* CheckpointCodec.stateHashInSteps(state))
    if (!isEqual) return yield* historyBroken(sequenceNumber, "its checkpoint differs from the state at that point")
    checkedCheckpoints += 1
  })

  const visit = Effect.fnUntraced(function* (steps: ReadonlyArray<ReplayStep>) {
    const [first, last] = [steps[0], steps.at(-1)]
    if (first === undefined || last === undefined) return
    const recorded = yield* store.associations(first.before.sequenceNumber, last.event.sequenceNumber)
    const computed: Array<Association> = []
    for (const step of steps) {
      const { event } = step
      const fault = faultOf(step, yield* passed.earlierOf(event.sequenceNumber))
      passed.pass(step.evolution.state)
      if (fault !== undefined) return yield* historyBroken(event.sequenceNumber, fault)
      computed.push(...associationsOf(event.sequenceNumber, step.evolution.effects.touched))
      if (checkpointNumbers.has(event.sequenceNumber)) yield* checkCheckpoint(step)
    }
    const differsAt = firstDifference(recorded, computed.sort(associationOrder))
    if (differsAt !== undefined) return yield* historyBroken(differsAt, "its associations differ from what it affected")
    associations += computed.length
    yield* progress(last.event.sequenceNumber, head)
  })

  const end = yield* replay({
    read: store.readWithEffects,
    start: startOfLog,
    upTo: head,
    pageSize,
    visit
  })
  if (end.state.sequenceNumber !== head) return yield* historyBroken(end.state.sequenceNumber + 1, "it is missing")
  return {
    events: head,
    associations,
    checkpoints: checkedCheckpoints,
    stateHash: CheckpointCodec.stateHash(end.state)
  } satisfies VerifyReport
}, Effect.provide(TimeTravel.layer))
