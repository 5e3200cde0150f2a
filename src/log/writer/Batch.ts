import { decide } from "../../domain/Decide.ts"
import type { Submission } from "../../domain/Event.ts"
import { evolve } from "../../domain/Evolve.ts"
import { type Outcome, ofDecision, ofEvent } from "../../domain/Outcome.ts"
import { type Past, restoreTarget } from "../../domain/Past.ts"
import type { State } from "../../domain/State.ts"
import type { Committed, LogPosition, Projection } from "../projection/LogPosition.ts"
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

/** What lies before the base and is gone back to; everything later passes by. */
const missingFrom = (
  base: LogPosition,
  past: Past,
  of: ReadonlyArray<Submission | ChainedEvent>
): ReadonlyArray<number> => {
  const targets = of.map(restoreTarget).filter((target) => target !== null)
  return [...new Set(targets)].filter((target) => target < base.state.sequenceNumber && past(target) === undefined)
}

/** A request's decision: its answer, what it writes, and the moment it leads to. */
export interface Decided {
  readonly answer: Answer
  readonly committed: Committed | null
  readonly kept: KeyedOutcome | null
  readonly after: LogPosition
}

const fold = (
  { state }: LogPosition,
  event: ChainedEvent,
  past: Past
): Pick<Decided, "after"> & { committed: Committed } => {
  const evolution = evolve(state, event, past)
  return {
    committed: { event, effects: evolution.effects },
    after: { state: evolution.state, eventHash: event.hash }
  }
}

/** Decides a request that was never answered before. */
export const decideOn = (moment: LogPosition, { submission, idempotency }: Request, past: Past): Decided => {
  const decision = decide(moment.state, submission, past)
  const outcome = ofDecision(decision)
  const { actorId } = submission
  const kept =
    idempotency === null
      ? null
      : { actorId, idempotencyKey: idempotency.key, requestHash: idempotency.requestHash, outcome }
  if (decision.status === "no_change") return { answer: outcome, committed: null, kept, after: moment }
  return { ...fold(moment, chain(moment.eventHash, decision.event), past), answer: outcome, kept }
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

/**
 * Decides a batch in order on the state after `since`, each request on what the ones before it did. A request found in
 * the log already (a commit whose answer was lost) or under its key is answered from there and not decided again.
 */
export const planBatch =
  (base: LogPosition, requests: ReadonlyArray<Request>, past: Past) =>
  (since: Since): PlannedBatch => {
    const missing = missingFrom(base, past, [...since.events, ...requests.map(({ submission }) => submission)])
    if (missing.length > 0) return { ...assemble(base, []), missing }

    const landed = new Map(since.events.map((event) => [event.submissionId, event]))
    const keyed = new Map(since.outcomes.map((outcome) => [nameOf(outcome), outcome]))
    const passed = new Map<number, State>()
    const recall: Past = (sequenceNumber) => passed.get(sequenceNumber) ?? past(sequenceNumber)

    let moment = base
    const pass = (after: LogPosition) => {
      moment = after
      passed.set(after.state.sequenceNumber, after.state)
    }
    pass(base)

    const earlier = since.events.map((event) => {
      const { committed, after } = fold(moment, event, recall)
      pass(after)
      return committed
    })

    /** The answer that a request got before. */
    const answered = ({ submission, idempotency }: Request): Answer | undefined => {
      const { actorId, submissionId } = submission
      const outcome = idempotency === null ? undefined : keyed.get(nameOf({ actorId, idempotencyKey: idempotency.key }))
      if (outcome !== undefined)
        return outcome.requestHash === idempotency?.requestHash ? outcome.outcome : "key_reused"
      const event = landed.get(submissionId)
      if (event === undefined) return undefined
      // The log has only the beginning of a long conflicting value; the same submission is decided the same way again.
      const before = event.status === "rejected" ? passed.get(event.sequenceNumber - 1) : undefined
      return before === undefined ? ofEvent(event) : ofDecision(decide(before, submission, recall))
    }

    const decisions = requests.map((request): Decided => {
      const answer = answered(request)
      if (answer !== undefined) return { answer, committed: null, kept: null, after: moment }
      const decision = decideOn(moment, request, recall)
      if (decision.kept !== null) keyed.set(nameOf(decision.kept), decision.kept)
      pass(decision.after)
      return decision
    })
    return assemble(moment, decisions, earlier)
  }
