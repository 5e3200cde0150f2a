import { decide } from "../domain/Decide.ts"
import type { Submission } from "../domain/Event.ts"
import { evolve } from "../domain/Evolve.ts"
import { type Outcome, ofDecision, ofEvent } from "../domain/Outcome.ts"
import { type Past, restoreTarget } from "../domain/Past.ts"
import type { State } from "../domain/State.ts"
import { type Association, associationsOf } from "./Association.ts"
import { type ChainedEvent, chain } from "./EventHash.ts"
import type { Addition, KeyedOutcome, OutcomeKey, Since } from "./EventStore.ts"
import type { Committed, Moment, Projection } from "./Moment.ts"

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

const nameOf = ({ actorId, idempotencyKey }: OutcomeKey): string => `${actorId} ${idempotencyKey}`

/** What lies before the base and is gone back to; everything later passes by. */
const missingFrom = (base: Moment, past: Past, of: ReadonlyArray<Submission | ChainedEvent>): ReadonlyArray<number> => {
  const targets = of.map(restoreTarget).filter((target) => target !== null)
  return [...new Set(targets)].filter((target) => target < base.state.sequenceNumber && past(target) === undefined)
}

/**
 * Decides a batch in order on the state after `since`, each request on what the ones before it did. A request found in
 * the log already (a commit whose answer was lost) or under its key is answered from there and not decided again.
 */
export const planBatch =
  (base: Moment, requests: ReadonlyArray<Request>, past: Past) =>
  (since: Since): PlannedBatch => {
    const missing = missingFrom(base, past, [...since.events, ...requests.map(({ submission }) => submission)])
    if (missing.length > 0) {
      return {
        events: [],
        associations: [],
        outcomes: [],
        answers: [],
        projection: { moment: base, committed: [] },
        missing
      }
    }

    const landed = new Map(since.events.map((event) => [event.submissionId, event]))
    const keyed = new Map(since.outcomes.map((outcome) => [nameOf(outcome), outcome]))
    const passed = new Map<number, State>([[base.state.sequenceNumber, base.state]])
    const recall: Past = (sequenceNumber) => passed.get(sequenceNumber) ?? past(sequenceNumber)

    const answers: Array<Answer> = []
    const events: Array<ChainedEvent> = []
    const associations: Array<Association> = []
    const outcomes: Array<KeyedOutcome> = []
    const committed: Array<Committed> = []
    let { state, eventHash } = base

    const take = (event: ChainedEvent): Committed => {
      const evolution = evolve(state, event, recall)
      state = evolution.state
      eventHash = event.hash
      passed.set(event.sequenceNumber, state)
      const taken = { event, effects: evolution.effects }
      committed.push(taken)
      return taken
    }

    for (const event of since.events) take(event)

    for (const { submission, idempotency } of requests) {
      const key = idempotency === null ? null : { actorId: submission.actorId, idempotencyKey: idempotency.key }
      const earlier = key === null ? undefined : keyed.get(nameOf(key))
      if (earlier !== undefined) {
        answers.push(earlier.requestHash === idempotency?.requestHash ? earlier.outcome : "key_reused")
        continue
      }
      const known = landed.get(submission.submissionId)
      if (known !== undefined) {
        answers.push(ofEvent(known))
        continue
      }
      const decision = decide(state, submission, recall)
      if (decision.status !== "no_change") {
        const event = chain(eventHash, decision.event)
        events.push(event)
        associations.push(...associationsOf(event.sequenceNumber, take(event).effects.touched))
      }
      const outcome = ofDecision(decision)
      if (key !== null && idempotency !== null) {
        const kept = { ...key, requestHash: idempotency.requestHash, outcome }
        outcomes.push(kept)
        keyed.set(nameOf(key), kept)
      }
      answers.push(outcome)
    }
    return { events, associations, outcomes, answers, projection: { moment: { state, eventHash }, committed }, missing }
  }
