import { isDeepStrictEqual } from "node:util"
import { Effect } from "effect"
import { answerOf, type DecidedOutcome, type Outcome } from "../../../src/domain/Outcome.ts"
import { verify } from "../../../src/log/maintenance/Verify.ts"
import { stateHash } from "../../../src/log/projection/CheckpointCodec.ts"
import { startOfLog } from "../../../src/log/projection/LogPosition.ts"
import { replay } from "../../../src/log/projection/Replay.ts"
import { TimeTravel } from "../../../src/log/projection/TimeTravel.ts"
import type { ChainedEvent } from "../../../src/log/store/EventHash.ts"
import { EventStore, type KeyedOutcome, type OutcomeKey } from "../../../src/log/store/EventStore.ts"
import type { Follower } from "../../support/EventStream.ts"
import type { Answered, Ledger } from "./Writer.ts"

const pageSize = 5_000

/** The whole log and all stored outcomes. */
export const wholeLog = Effect.gen(function* () {
  const store = yield* EventStore
  const events: Array<ChainedEvent> = []
  for (let more = true; more; ) {
    const page = yield* store.read(events.length, pageSize)
    events.push(...page)
    more = page.length === pageSize
  }
  const outcomes: Array<KeyedOutcome> = []
  for (let [last, more]: [OutcomeKey | null, boolean] = [null, true]; more; ) {
    const page: ReadonlyArray<KeyedOutcome> = yield* store.outcomes(last, pageSize)
    outcomes.push(...page)
    last = page.at(-1) ?? last
    more = page.length === pageSize
  }
  return { events, outcomes }
})
type WholeLog = Effect.Success<typeof wholeLog>

/** Verifies the log, and folds it from zero and from the newest checkpoint; returns the state and the faults found. */
export const folded = Effect.gen(function* () {
  const store = yield* EventStore
  const { sequenceNumber: upTo } = yield* store.head
  const fromZero = yield* replay({ read: store.readWithEffects, start: startOfLog, upTo })
  const travelled = yield* (yield* TimeTravel).positionAt(upTo)
  const report = yield* verify()
  const hashes = [fromZero.state, travelled.state].map(stateHash)
  return {
    state: fromZero.state,
    faults: [
      ...(fromZero.state.sequenceNumber === upTo
        ? []
        : [`the log ends at ${fromZero.state.sequenceNumber}, not ${upTo}`]),
      ...(fromZero.eventHash === travelled.eventHash ? [] : ["the newest checkpoint leads to another event's hash"]),
      ...(new Set([...hashes, report.stateHash]).size === 1 ? [] : ["replay and checkpoint give different states"])
    ],
    checkpoints: report.checkpoints
  }
})

const trimmed = (value: unknown): unknown => (typeof value === "string" ? value.trim() : value)

/** Whether an event of the log is that of a submission; data that the server added is ignored. */
const isOf = ({ userId, submission, outcome }: Answered, event: ChainedEvent): boolean =>
  event.actorId === userId &&
  event.eventType === submission.eventType &&
  event.targetId === (submission.targetId ?? null) &&
  event.status === outcome.status &&
  event.lastSeenSequence === (submission.lastSeenSequence ?? null) &&
  Object.entries(submission.data).every(([key, value]) => isDeepStrictEqual(trimmed(event.data[key]), trimmed(value)))

/** Whether this was answered. The name of who made a conflict is looked up when it is answered, and not stored. */
const isAnswer = (kept: DecidedOutcome, outcome: Outcome): boolean => {
  const answer = answerOf(kept)
  const isNamed = kept.rejection?.code === "conflict" && outcome.rejectionReason !== null
  return isDeepStrictEqual(isNamed ? { ...answer, rejectionReason: outcome.rejectionReason } : answer, { ...outcome })
}

/** Finds answers that are not in the log under their number, and events that are nobody's answer. */
export const ledgerFaults = ({ answered }: Ledger, { events, outcomes }: WholeLog): ReadonlyArray<string> => {
  const faults: Array<string> = []
  const nameOf = (actorId: string, key: string) => `${actorId} ${key}`
  const kept = new Map(outcomes.map((_) => [nameOf(_.actorId, _.idempotencyKey), _.outcome]))
  const writes = new Map<number, string>()
  for (const answer of answered) {
    const { userId, key, outcome } = answer
    const outcomeKept = kept.get(nameOf(userId, key))
    if (outcomeKept === undefined || !isAnswer(outcomeKept, outcome)) {
      faults.push(`${key} was answered ${JSON.stringify(outcome)}; stored is ${JSON.stringify(outcomeKept)}`)
    }
    if (outcome.status === "no_change") continue
    const event = events[outcome.sequenceNumber - 1]
    const other = writes.get(outcome.sequenceNumber)
    if (other !== undefined) faults.push(`${outcome.sequenceNumber} was the answer to ${other} and to ${key}`)
    writes.set(outcome.sequenceNumber, key)
    if (event === undefined) faults.push(`${key} is not in the log: ${JSON.stringify(outcome)}`)
    else if (!isOf(answer, event)) faults.push(`${key} is not event ${JSON.stringify(event)}`)
  }
  if (outcomes.length !== answered.length) faults.push(`${answered.length} answers, ${outcomes.length} stored outcomes`)
  for (const [index, { sequenceNumber, eventType }] of events.entries()) {
    if (sequenceNumber !== index + 1) faults.push(`event ${index + 1} has the number ${sequenceNumber}`)
    if (!writes.has(sequenceNumber)) faults.push(`event ${sequenceNumber}, ${eventType}, is nobody's answer`)
  }
  return faults
}

/** Finds streams that did not send each applied event after their start once, in order. */
export const streamFaults = (
  followers: ReadonlyArray<Follower>,
  { events }: Pick<WholeLog, "events">
): ReadonlyArray<string> => {
  const applied = events.flatMap(({ status, sequenceNumber }) => (status === "applied" ? [sequenceNumber] : []))
  return followers.flatMap(({ start, changes, faults, resets, endings }, index) => {
    if (start === null) return [`stream ${index} never began: ${JSON.stringify(endings)}`]
    const expected = applied.filter((sequenceNumber) => sequenceNumber > start)
    const wrong = changes.findIndex((change, at) => change !== expected[at])
    return [
      ...faults.map((fault) => `stream ${index}: ${fault}`),
      ...(resets === 0 ? [] : [`stream ${index} was reset ${resets} times`]),
      ...(wrong === -1 ? [] : [`stream ${index}, change ${wrong}: saw ${changes[wrong]}, not ${expected[wrong]}`]),
      ...(changes.length >= expected.length
        ? []
        : [`stream ${index} saw ${changes.length} of ${expected.length}: ${JSON.stringify(endings.slice(-3))}`])
    ]
  })
}
