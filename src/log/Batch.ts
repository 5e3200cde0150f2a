import { decide } from "../domain/Decide.ts"
import type { LoggedEvent, Submission } from "../domain/Event.ts"
import { evolve } from "../domain/Evolve.ts"
import { type Outcome, ofDecision, ofEvent } from "../domain/Outcome.ts"
import type { State } from "../domain/State.ts"
import type { Addition, Association, KeyedOutcome, OutcomeKey, Since } from "./EventStore.ts"
import { type Committed, type Projection, project } from "./Projector.ts"

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
}

export const outcomeKeys = (requests: ReadonlyArray<Request>): ReadonlyArray<OutcomeKey> =>
  requests.flatMap(({ submission: { actorId }, idempotency }) =>
    idempotency === null ? [] : [{ actorId, idempotencyKey: idempotency.key }]
  )

const nameOf = ({ actorId, idempotencyKey }: OutcomeKey): string => `${actorId} ${idempotencyKey}`

/**
 * Decides a batch in order on the state after `since`, each request on what the ones before it did. A request found in
 * the log already (a commit whose answer was lost) or under its key is answered from there and not decided again.
 */
export const planBatch =
  (base: State, requests: ReadonlyArray<Request>) =>
  (since: Since): PlannedBatch => {
    const foreign = project(base, since.events)
    const landed = new Map<string, LoggedEvent>(since.events.map((event) => [event.submissionId, event]))
    const keyed = new Map<string, KeyedOutcome>(since.outcomes.map((outcome) => [nameOf(outcome), outcome]))

    const answers: Array<Answer> = []
    const events: Array<LoggedEvent> = []
    const associations: Array<Association> = []
    const outcomes: Array<KeyedOutcome> = []
    const committed: Array<Committed> = [...foreign.committed]
    let state = foreign.state

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
      const decision = decide(state, submission)
      if (decision.status !== "no_change") {
        const { event } = decision
        const evolution = evolve(state, event)
        state = evolution.state
        events.push(event)
        committed.push({ event, effects: evolution.effects })
        for (const touched of evolution.effects.touched) {
          associations.push({ ...touched, sequenceNumber: event.sequenceNumber })
        }
      }
      const outcome = ofDecision(decision)
      if (key !== null && idempotency !== null) {
        const kept = { ...key, requestHash: idempotency.requestHash, outcome }
        outcomes.push(kept)
        keyed.set(nameOf(key), kept)
      }
      answers.push(outcome)
    }
    return { events, associations, outcomes, answers, projection: { state, committed } }
  }
