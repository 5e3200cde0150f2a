import { Clock, Context, DateTime, Duration, Effect, Latch, Layer, References, type Tracer } from "effect"
import { SecureRandom } from "effect/crypto"
import type { Submission } from "../../domain/Event.ts"
import { EntityId } from "../../domain/entities/Ids.ts"
import { restoreTarget } from "../../domain/events/RestoreData.ts"
import type { DecidedOutcome } from "../../domain/Outcome.ts"
import { empty, type State } from "../../domain/state/State.ts"
import { observed } from "../../observability/Observed.ts"
import { type Days, dateOfDay } from "../../shared/Days.ts"
import { ServiceDays } from "../../time/ServiceDays.ts"
import * as LogMetrics from "../LogMetrics.ts"
import { EarlierStates } from "../projection/EarlierStates.ts"
import { Projector } from "../projection/Projector.ts"
import { EventStore } from "../store/EventStore.ts"
import { namedStamps, withOpponent } from "../store/ReferencedEvents.ts"
import * as BatchCommit from "./BatchCommit.ts"
import { checksPerWait, SubmissionQueue, type SubmissionQueueOptions } from "./SubmissionQueue.ts"
import type { SubmitError } from "./SubmitError.ts"
import { WaitingSubmission } from "./WaitingSubmission.ts"
import type { SubmissionRequest } from "./WriteBatch.ts"
import * as WriterLoop from "./WriterLoop.ts"

/** A generated UUID need not be validated. */
const withoutChecks = { disableChecks: true }

/** A decoded submission and who sent it. The sender's role has been checked. */
export interface Envelope extends Omit<Submission, "submissionId" | "timestamp" | "today" | "freshId"> {
  readonly idempotency: SubmissionRequest["idempotency"]
  readonly origin?: SubmissionRequest["origin"]
}

export interface PlannerOptions extends SubmissionQueueOptions {
  /** Every submission is answered within this time, whatever the database does. */
  readonly maxWait: Duration.Input
}

/** Callers get an answer within 15 seconds, of which one is left to the HTTP layer. */
const defaults: PlannerOptions = { queueCapacity: 4_096, maxBatchSize: 512, maxWait: "14 seconds" }

/** When a submission arrives, and on which day of the service. */
export const timeOf = (now: number, days: Days) => ({
  timestamp: DateTime.formatIso(DateTime.makeUnsafe(now)),
  today: dateOfDay(days.at(now))
})

const requestOf = (
  { idempotency, origin, ...envelope }: Envelope,
  submissionId: string,
  now: number,
  days: Days
): SubmissionRequest => ({
  // One UUID serves as both ids, since entities are never looked up by submission id.
  submission: { ...envelope, submissionId, freshId: EntityId.make(submissionId, withoutChecks), ...timeOf(now, days) },
  idempotency,
  origin
})

/**
 * The one writer of this server. Submissions that arrive while a batch is being committed form the next batch and share
 * the cost of its commit. When none wait, a submission is committed alone and at once.
 */
export class Planner extends Context.Service<
  Planner,
  {
    /** Decides and stores one submission. The answer comes after the commit, so what was answered is durable. */
    readonly submit: (envelope: Envelope) => Effect.Effect<DecidedOutcome, SubmitError>
  }
>()("strategy/log/Planner") {
  static readonly layerWith = (options: Partial<PlannerOptions>) =>
    Layer.effect(
      Planner,
      Effect.gen(function* () {
        const { maxWait, ...bounds } = { ...defaults, ...options }
        const projector = yield* Projector
        const store = yield* EventStore
        const stamps = yield* namedStamps
        const { withState } = yield* EarlierStates
        const random = yield* SecureRandom.SecureRandom
        const clock = yield* Clock.Clock
        const days = yield* ServiceDays
        const metrics = yield* Effect.context()

        const queue = new SubmissionQueue(bounds)
        yield* observed(LogMetrics.queueDepth, () => ({ value: queue.length }))
        const someWait = Latch.makeUnsafe()
        yield* someWait.await.pipe(
          Effect.andThen(Effect.sleep(Duration.divideUnsafe(Duration.fromInputUnsafe(maxWait), checksPerWait))),
          Effect.map(() => queue.checkDeadlines() || someWait.closeUnsafe()),
          Effect.forever,
          Effect.forkScoped
        )
        const write = yield* BatchCommit.make(queue.speculative)
        yield* Effect.forkScoped(WriterLoop.run(queue, write, projector.position))

        const freshId = random.uuidV7()
        const enqueue = (envelope: Envelope, span?: Tracer.AnySpan): Effect.Effect<DecidedOutcome, SubmitError> =>
          Effect.flatMap(freshId, (id) =>
            Effect.callback((answer) => {
              const request = requestOf(envelope, id, clock.currentTimeMillisUnsafe(), days)
              queue.add(new WaitingSubmission(request, queue.checks, span, metrics, answer))
              someWait.openUnsafe()
            })
          )

        /** What it goes back to is looked up before it enters the queue, where all other writes would wait for that. */
        const enqueueWithEarlier = Effect.fnUntraced(function* (
          envelope: Envelope,
          target: number,
          span?: Tracer.AnySpan
        ): Effect.fn.Return<DecidedOutcome, SubmitError> {
          const withEarlier = (earlier?: State) => enqueue({ ...envelope, earlier }, span)
          if (target === 0) return yield* withEarlier(empty)
          const shown = yield* projector.state
          if (target === shown.sequenceNumber) return yield* withEarlier(shown)
          // This server may be behind another one. Who names an event beyond the log's end gets a rejection.
          const isInLog = target < shown.sequenceNumber || target <= (yield* store.head).sequenceNumber
          return yield* isInLog ? withState(target, envelope.actorId, withEarlier) : withEarlier()
        })

        const untraced = (envelope: Envelope, span?: Tracer.AnySpan): Effect.Effect<DecidedOutcome, SubmitError> => {
          const target = restoreTarget(envelope)
          const outcome = target === null ? enqueue(envelope, span) : enqueueWithEarlier(envelope, target, span)
          return Effect.flatMap(outcome, (decided) => withOpponent(stamps, decided))
        }
        const traced = (envelope: Envelope) =>
          Effect.useSpan("Planner.submit", (span) => untraced(envelope, span).pipe(Effect.withParentSpan(span)))
        return Planner.of({ submit: (yield* References.TracerEnabled) ? traced : (envelope) => untraced(envelope) })
      })
    )

  static readonly layer = this.layerWith({})
}
