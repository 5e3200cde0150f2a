import { decide } from "../../domain/Decide.ts"
import type { Submission } from "../../domain/Event.ts"
import { evolve } from "../../domain/Evolve.ts"
import { type DecidedOutcome, outcomeOfDecision, outcomeOfEvent } from "../../domain/Outcome.ts"
import { noOrigin, type Origin, originsOf, type Provenance } from "../../domain/Provenance.ts"
import type { Committed, LogPosition, Projection } from "../projection/LogPosition.ts"
import { type Association, associationsOf } from "../store/Association.ts"
import { type ChainedEvent, chainEvent } from "../store/EventHash.ts"
import {
  type Addition,
  type KeyedOutcome,
  type MissedChanges,
  type OutcomeKey,
  outcomeKeyText
} from "../store/EventStore.ts"

/** A submission, and the key under which its outcome is kept, if any. */
export interface SubmissionRequest {
  readonly submission: Submission
  readonly idempotency: { readonly key: string; readonly requestHash: string } | null
  /** What is recorded beside its event; absent: nothing. */
  readonly origin?: Origin | undefined
}

/** `key_reused` means that another request was answered under this key before. */
export type Answer = DecidedOutcome | "key_reused"

/** What a batch writes, its answers in the order of the requests, and the projection after it. */
export interface PlannedBatch extends Addition {
  readonly answers: ReadonlyArray<Answer>
  readonly projection: Projection
}

export const outcomeKeys = (requests: ReadonlyArray<SubmissionRequest>): ReadonlyArray<OutcomeKey> =>
  requests.flatMap(({ submission: { actorId }, idempotency }) =>
    idempotency === null ? [] : [{ actorId, idempotencyKey: idempotency.key }]
  )

/** A request's answer, what it writes, and the position after it. */
export interface DecidedRequest {
  readonly answer: Answer
  readonly committed: Committed | null
  readonly keyedOutcome: KeyedOutcome | null
  readonly origin?: Origin | undefined
  readonly after: LogPosition
}

/** Decides a request that has not been answered before. */
export const decideRequest = (
  position: LogPosition,
  { submission, idempotency, origin }: SubmissionRequest
): DecidedRequest => {
  const decision = decide(position.state, submission)
  const outcome = outcomeOfDecision(decision)
  const { actorId } = submission
  const keyedOutcome =
    idempotency === null
      ? null
      : { actorId, idempotencyKey: idempotency.key, requestHash: idempotency.requestHash, outcome }
  if (decision.status === "no_change") return { answer: outcome, committed: null, keyedOutcome, after: position }
  const event = chainEvent(position.eventHash, decision.event)
  const { state, effects } = evolve(position.state, event)
  return {
    answer: outcome,
    committed: { event, effects, state, origin: origin ?? noOrigin },
    keyedOutcome,
    ...(origin === undefined ? undefined : { origin }),
    after: { state, eventHash: event.hash }
  }
}

/** Makes a batch of consecutive decisions. `earlier` are the events between the known position and `base`. */
export const assembleBatch = (
  base: LogPosition,
  decisions: ReadonlyArray<DecidedRequest>,
  earlier: ReadonlyArray<Committed> = []
): PlannedBatch => {
  const committed = [...earlier]
  const events: Array<ChainedEvent> = []
  const associations: Array<Association> = []
  const outcomes: Array<KeyedOutcome> = []
  const provenance: Array<Provenance> = []
  for (const decision of decisions) {
    if (decision.keyedOutcome !== null) outcomes.push(decision.keyedOutcome)
    if (decision.committed === null) continue
    const { event, effects } = decision.committed
    committed.push(decision.committed)
    events.push(event)
    associations.push(...associationsOf(event.sequenceNumber, effects.touched))
    if (decision.origin !== undefined) provenance.push({ sequenceNumber: event.sequenceNumber, ...decision.origin })
  }
  return {
    events,
    associations,
    outcomes,
    provenance,
    answers: decisions.map(({ answer }) => answer),
    projection: { position: decisions.at(-1)?.after ?? base, committed }
  }
}

const committedOf = (base: LogPosition, { events, provenance = [] }: MissedChanges): ReadonlyArray<Committed> => {
  const origins = originsOf(provenance)
  let { state } = base
  return events.map((event) => {
    const evolution = evolve(state, event)
    state = evolution.state
    return { event, ...evolution, origin: origins.get(event.sequenceNumber) ?? noOrigin }
  })
}

/** Looks up the answer that a request got before, under its key or from its event, which is one of the `earlier` ones. */
const makeAnswerLookup = (base: LogPosition, earlier: ReadonlyArray<Committed>, { outcomes }: MissedChanges) => {
  const indexes = new Map(earlier.map(({ event }, index) => [event.submissionId, index]))
  const outcomesByKey = new Map(outcomes.map((outcome) => [outcomeKeyText(outcome), outcome]))

  const answerUnderKey = ({ submission: { actorId }, idempotency }: SubmissionRequest): Answer | undefined => {
    if (idempotency === null) return undefined
    const kept = outcomesByKey.get(outcomeKeyText({ actorId, idempotencyKey: idempotency.key }))
    return kept && (kept.requestHash === idempotency.requestHash ? { ...kept.outcome, isRepeated: true } : "key_reused")
  }
  const answerInLog = ({ submission }: SubmissionRequest): Answer | undefined => {
    const index = indexes.get(submission.submissionId)
    const event = index === undefined ? undefined : earlier[index]?.event
    if (index === undefined || event === undefined) return undefined
    // The log has only the beginning of a long conflicting value, so the submission is decided once more to get all of
    // it.
    const before = earlier[index - 1]?.state ?? base.state
    return event.status === "applied" ? outcomeOfEvent(event) : outcomeOfDecision(decide(before, submission))
  }
  return {
    find: (request: SubmissionRequest): Answer | undefined => answerInLog(request) ?? answerUnderKey(request),
    keep: (outcome: KeyedOutcome): void => void outcomesByKey.set(outcomeKeyText(outcome), outcome)
  }
}

/**
 * Decides a batch in order on the state after `missed`, each request on the state after the ones before it. A request
 * that is in the log already, because the answer to a commit was lost, or whose key was used before, gets its first
 * answer.
 */
export const planBatch =
  (base: LogPosition, requests: ReadonlyArray<SubmissionRequest>) =>
  (missed: MissedChanges): PlannedBatch => {
    const earlier = committedOf(base, missed)
    const last = earlier.at(-1)
    let position = last === undefined ? base : { state: last.state, eventHash: last.event.hash }
    const answered = makeAnswerLookup(base, earlier, missed)
    const decisions = requests.map((request): DecidedRequest => {
      const answer = answered.find(request)
      if (answer !== undefined) return { answer, committed: null, keyedOutcome: null, after: position }
      const decision = decideRequest(position, request)
      if (decision.keyedOutcome !== null) answered.keep(decision.keyedOutcome)
      position = decision.after
      return decision
    })
    return assembleBatch(position, decisions, earlier)
  }
