import { decide } from "../../domain/Decide.ts"
import type { Submission } from "../../domain/Event.ts"
import { evolve } from "../../domain/Evolve.ts"
import type { Past } from "../../domain/events/Past.ts"
import { type Outcome, outcomeOfDecision, outcomeOfEvent } from "../../domain/Outcome.ts"
import type { Committed, LogPosition, Projection } from "../projection/LogPosition.ts"
import { missingStates, RememberingFold } from "../projection/RememberingFold.ts"
import { type Association, associationsOf } from "../store/Association.ts"
import { type ChainedEvent, chain } from "../store/EventHash.ts"
import type { Addition, KeyedOutcome, OutcomeKey, Since } from "../store/EventStore.ts"

/** A submission, and under which key its answer is kept, if any. */
export interface Request {
  readonly submission: Submission
  readonly idempotency: { readonly key: string; readonly requestHash: string } | null
}

/** `key_reused`: another request was answered under this key before. */
export type Answer = Outcome | "key_reused"

/** What a batch writes, what it answers to each request in their order, and the projection with it folded in. */
export interface PlannedBatch extends Addition {
  readonly answers: ReadonlyArray<Answer>
  readonly projection: Projection
  /** Earlier states that restores go back to and `past` does not know. Not empty: nothing was decided. */
  readonly missing: ReadonlyArray<number>
}

export const outcomeKeys = (requests: ReadonlyArray<Request>): ReadonlyArray<OutcomeKey> =>
  requests.flatMap(({ submission: { actorId }, idempotency }) =>
    idempotency === null ? [] : [{ actorId, idempotencyKey: idempotency.key }]
  )

/** Tells one key from all others. */
export const nameOf = ({ actorId, idempotencyKey }: OutcomeKey): string => `${actorId} ${idempotencyKey}`

/** A request's decision: its answer, what it writes, and the moment it leads to. */
export interface Decided {
  readonly answer: Answer
  readonly committed: Committed | null
  readonly kept: KeyedOutcome | null
  readonly after: LogPosition
}

/** Decides a request that was never answered before. */
export const decideOn = (moment: LogPosition, { submission, idempotency }: Request, past: Past): Decided => {
  const decision = decide(moment.state, submission, past)
  const outcome = outcomeOfDecision(decision)
  const { actorId } = submission
  const kept =
    idempotency === null
      ? null
      : { actorId, idempotencyKey: idempotency.key, requestHash: idempotency.requestHash, outcome }
  if (decision.status === "no_change") return { answer: outcome, committed: null, kept, after: moment }
  const event = chain(moment.eventHash, decision.event)
  const { state, effects } = evolve(moment.state, event, past)
  return { answer: outcome, committed: { event, effects }, kept, after: { state, eventHash: event.hash } }
}

/** What decisions, each made on the moment the one before led to, come to; `earlier` was in the log already. */
export const assemble = (
  base: LogPosition,
  decisions: ReadonlyArray<Decided>,
  earlier: ReadonlyArray<Committed> = []
): PlannedBatch => {
  const committed = [...earlier]
  const events: Array<ChainedEvent> = []
  const associations: Array<Association> = []
  const outcomes: Array<KeyedOutcome> = []
  for (const decision of decisions) {
    if (decision.kept !== null) outcomes.push(decision.kept)
    if (decision.committed === null) continue
    const { event, effects } = decision.committed
    committed.push(decision.committed)
    events.push(event)
    associations.push(...associationsOf(event.sequenceNumber, effects.touched))
  }
  return {
    events,
    associations,
    outcomes,
    answers: decisions.map(({ answer }) => answer),
    projection: { moment: decisions.at(-1)?.after ?? base, committed },
    missing: []
  }
}

/** Finds the answer that a request got before: under its key, or as the event it led to, which `fold` has passed. */
const answeredBy = (since: Since, fold: RememberingFold) => {
  const landed = new Map(since.events.map((event) => [event.submissionId, event]))
  const keyed = new Map(since.outcomes.map((outcome) => [nameOf(outcome), outcome]))

  const underKey = ({ submission: { actorId }, idempotency }: Request): Answer | undefined => {
    if (idempotency === null) return undefined
    const kept = keyed.get(nameOf({ actorId, idempotencyKey: idempotency.key }))
    return kept && (kept.requestHash === idempotency.requestHash ? kept.outcome : "key_reused")
  }
  const inLog = ({ submission }: Request): Answer | undefined => {
    const event = landed.get(submission.submissionId)
    if (event === undefined) return undefined
    // The log has only the beginning of a long conflicting value; the same submission is decided the same way again.
    const before = event.status === "rejected" ? fold.past(event.sequenceNumber - 1) : undefined
    return before === undefined ? outcomeOfEvent(event) : outcomeOfDecision(decide(before, submission, fold.past))
  }
  return {
    find: (request: Request): Answer | undefined => underKey(request) ?? inLog(request),
    keep: (outcome: KeyedOutcome): void => void keyed.set(nameOf(outcome), outcome)
  }
}

/**
 * Decides a batch in order on the state after `since`, each request on what the ones before it did. A request found in
 * the log already (a commit whose answer was lost) or under its key is answered from there and not decided again.
 */
export const planBatch =
  (base: LogPosition, requests: ReadonlyArray<Request>, past: Past) =>
  (since: Since): PlannedBatch => {
    const missing = missingStates(base, past, [...since.events, ...requests.map(({ submission }) => submission)])
    if (missing.length > 0) return { ...assemble(base, []), missing }

    const fold = new RememberingFold(base, past)
    const earlier = since.events.map((event) => ({ event, effects: fold.fold(event).effects }))
    const answered = answeredBy(since, fold)
    const decisions = requests.map((request): Decided => {
      const answer = answered.find(request)
      if (answer !== undefined) return { answer, committed: null, kept: null, after: fold.position }
      const decision = decideOn(fold.position, request, fold.past)
      if (decision.kept !== null) answered.keep(decision.kept)
      fold.goOn(decision.after)
      return decision
    })
    return assemble(fold.position, decisions, earlier)
  }
