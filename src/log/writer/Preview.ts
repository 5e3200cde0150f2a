import { Clock, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { decide } from "../../domain/Decide.ts"
import type { LoggedEvent, Submission } from "../../domain/Event.ts"
import { evolve } from "../../domain/Evolve.ts"
import { EntityId } from "../../domain/entities/Ids.ts"
import { restoreTarget } from "../../domain/events/RestoreData.ts"
import { type EventFact, ownFactIn } from "../../domain/Fact.ts"
import { answerOf, type DecidedOutcome, type Outcome, outcomeOfDecision } from "../../domain/Outcome.ts"
import { empty, type State } from "../../domain/state/State.ts"
import { eventText } from "../../shared/words/Events.ts"
import { ServiceDays } from "../../time/ServiceDays.ts"
import { EarlierStates } from "../projection/EarlierStates.ts"
import { Projector } from "../projection/Projector.ts"
import { namedStamps, withReferences } from "../store/ReferencedEvents.ts"
import { type Envelope, timeOf } from "./Planner.ts"

/** What a submission would do. `sequenceNumber` is the one it would get if nobody else changed anything. */
export interface PreviewedOutcome extends Outcome {
  /** What it would do, in words. */
  readonly description: string
}

/** A decided submission, before it is put into words. */
interface Decided {
  readonly outcome: DecidedOutcome
  /** Its event, with what is so then about the event's entity; null if it would change nothing. */
  readonly event: (LoggedEvent & { readonly own: EventFact | null }) | null
}

export interface Preview {
  /** The log position that the preview starts from. */
  readonly sequenceNumber: number
  readonly outcomes: ReadonlyArray<PreviewedOutcome>
}

/** Changes a submission before it is decided; `own` are the sequence numbers of the ones before it. */
export type Prepare = (state: State, submission: Submission, own: ReadonlySet<number>) => Submission

const asSubmitted: Prepare = (_, submission) => submission

const previewed = (state: State, submission: Submission): { readonly decided: Decided; readonly state: State } => {
  const decision = decide(state, submission)
  const outcome = outcomeOfDecision(decision)
  if (decision.status === "no_change") return { decided: { outcome, event: null }, state }
  const { state: after, effects } = evolve(state, decision.event)
  return { decided: { outcome, event: { ...decision.event, own: ownFactIn(effects.touched) } }, state: after }
}

const inWords = ({ outcome, event }: Decided): PreviewedOutcome => {
  if (event === null) return { ...answerOf(outcome), description: "no change" }
  const { rejection = null, fact, own } = event
  return {
    ...answerOf({ ...outcome, rejection }),
    description: eventText({ ...event, fact: fact ?? own, effect: null })
  }
}

/**
 * Makes the function that decides submissions one after the other on a fork of the current state. Nothing is written. It yields
 * between submissions; the caller limits their number.
 */
export const make = Effect.gen(function* () {
  const projector = yield* Projector
  const stamps = yield* namedStamps
  const { withState } = yield* EarlierStates
  const random = yield* SecureRandom.SecureRandom
  const clock = yield* Clock.Clock
  const days = yield* ServiceDays

  return Effect.fnUntraced(function* (envelopes: ReadonlyArray<Envelope>, prepare: Prepare = asSubmitted) {
    const start = yield* projector.state
    const time = timeOf(clock.currentTimeMillisUnsafe(), days)
    const states = new Map([
      [0, empty],
      [start.sequenceNumber, start]
    ])
    const own = new Set<number>()
    const decided: Array<Decided> = []
    let state = start

    const next = (submission: Submission) => {
      const found = previewed(state, prepare(state, submission, own))
      decided.push(found.decided)
      const { sequenceNumber } = found.decided.outcome
      if (sequenceNumber > 0) own.add(sequenceNumber)
      state = found.state
      states.set(state.sequenceNumber, state)
    }

    for (const { idempotency: _, origin: __, ...envelope } of envelopes) {
      yield* Effect.yieldNow
      const submissionId = yield* random.uuidV7()
      const freshId = EntityId.make(submissionId, { disableChecks: true })
      const submission = { ...envelope, submissionId, freshId, ...time }
      const target = restoreTarget(envelope)
      const isEarlier = target !== null && target > 0 && target < start.sequenceNumber
      const earlier = isEarlier ? yield* withState(target, envelope.actorId, Effect.succeed) : states.get(target ?? -1)
      next({ ...submission, earlier })
    }
    const events = yield* withReferences(
      stamps,
      decided.flatMap(({ event }) => event ?? [])
    )
    const known = new Map(events.map((event) => [event.sequenceNumber, event]))
    const outcomes = decided.map(({ outcome, event }) =>
      inWords({ outcome, event: event && (known.get(event.sequenceNumber) ?? event) })
    )
    return { sequenceNumber: start.sequenceNumber, outcomes } satisfies Preview
  })
})
