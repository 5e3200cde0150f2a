import { Clock, DateTime, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { decide } from "../../domain/Decide.ts"
import type { Submission } from "../../domain/Event.ts"
import { evolve } from "../../domain/Evolve.ts"
import { EntityId } from "../../domain/entities/Ids.ts"
import { restoreTarget } from "../../domain/events/RestoreData.ts"
import { type Outcome, outcomeOfDecision } from "../../domain/Outcome.ts"
import { empty, type State } from "../../domain/state/State.ts"
import { EarlierStates } from "../projection/EarlierStates.ts"
import { Projector } from "../projection/Projector.ts"
import type { Envelope } from "./Planner.ts"

/** What a submission would do. `sequenceNumber` is the one it would get if nobody else changed anything. */
export interface PreviewedOutcome extends Outcome {
  /** A phrase for people. */
  readonly description: string
}

export interface Preview {
  /** The log position that the preview starts from. */
  readonly sequenceNumber: number
  readonly outcomes: ReadonlyArray<PreviewedOutcome>
}

/** Changes a submission before it is decided; `own` are the sequence numbers of the ones before it. */
export type Prepare = (state: State, submission: Submission, own: ReadonlySet<number>) => Submission

const asSubmitted: Prepare = (_, submission) => submission

const previewed = (state: State, submission: Submission) => {
  const decision = decide(state, submission)
  const outcome = outcomeOfDecision(decision)
  if (decision.status === "no_change") return { outcome: { ...outcome, description: "no change" }, state }
  const { description } = decision.event
  return { outcome: { ...outcome, description }, state: evolve(state, decision.event).state }
}

/**
 * Makes the function that decides submissions one after the other on a fork of the current state. Nothing is written. It yields
 * between submissions; the caller limits their number.
 */
export const make = Effect.gen(function* () {
  const projector = yield* Projector
  const { withState } = yield* EarlierStates
  const random = yield* SecureRandom.SecureRandom
  const clock = yield* Clock.Clock

  return Effect.fnUntraced(function* (envelopes: ReadonlyArray<Envelope>, prepare: Prepare = asSubmitted) {
    const start = yield* projector.state
    const timestamp = DateTime.formatIso(DateTime.makeUnsafe(clock.currentTimeMillisUnsafe()))
    const states = new Map([
      [0, empty],
      [start.sequenceNumber, start]
    ])
    const own = new Set<number>()
    const outcomes: Array<PreviewedOutcome> = []
    let state = start

    const next = (submission: Submission) => {
      const found = previewed(state, prepare(state, submission, own))
      outcomes.push(found.outcome)
      if (found.outcome.sequenceNumber > 0) own.add(found.outcome.sequenceNumber)
      state = found.state
      states.set(state.sequenceNumber, state)
    }

    for (const { idempotency: _, origin: __, ...envelope } of envelopes) {
      yield* Effect.yieldNow
      const submissionId = yield* random.uuidV7()
      const freshId = EntityId.make(submissionId, { disableChecks: true })
      const submission = { ...envelope, submissionId, freshId, timestamp }
      const target = restoreTarget(envelope)
      const isEarlier = target !== null && target > 0 && target < start.sequenceNumber
      const earlier = isEarlier ? yield* withState(target, envelope.actorId, Effect.succeed) : states.get(target ?? -1)
      next({ ...submission, earlier })
    }
    return { sequenceNumber: start.sequenceNumber, outcomes } satisfies Preview
  })
})
