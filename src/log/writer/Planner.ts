import { Clock, Context, DateTime, type Duration, Effect, Layer, References } from "effect"
import { SecureRandom } from "effect/crypto"
import type { Submission } from "../../domain/Event.ts"
import { EntityId } from "../../domain/entities/Ids.ts"
import type { Outcome } from "../../domain/Outcome.ts"
import { observed } from "../../observability/Observed.ts"
import * as LogMetrics from "../LogMetrics.ts"
import { Projector } from "../projection/Projector.ts"
import type { SubmissionRequest } from "./Batch.ts"
import * as BatchCommit from "./BatchCommit.ts"
import * as RestoreStates from "./RestoreStates.ts"
import { SubmissionQueue, type SubmissionQueueOptions } from "./SubmissionQueue.ts"
import type { SubmitError } from "./SubmitError.ts"
import { makeDeadlines, WaitingSubmission } from "./WaitingSubmission.ts"
import * as WriterLoop from "./WriterLoop.ts"

/** What a generator of UUIDs gives is one. */
const withoutChecks = { disableChecks: true }

/** A decoded envelope and who sent it. The role has been checked. */
export interface Envelope extends Omit<Submission, "submissionId" | "timestamp" | "freshId"> {
  readonly idempotency: SubmissionRequest["idempotency"]
}

export interface PlannerOptions extends SubmissionQueueOptions {
  /** After this time at most a submission is answered, whatever the database does. */
  readonly maxWait: Duration.Input
}

/** A caller is to have its answer within 15 seconds, with what the HTTP layer adds. */
const defaults: PlannerOptions = { queueCapacity: 4_096, maxBatchSize: 512, maxWait: "14 seconds" }

/** The time as events carry it, made once a millisecond: many submissions come in one. */
const makeTimestamp = (clock: Clock.Clock): (() => string) => {
  let last = { milliseconds: Number.NaN, text: "" }
  return () => {
    const milliseconds = clock.currentTimeMillisUnsafe()
    if (milliseconds !== last.milliseconds) {
      last = { milliseconds, text: DateTime.formatIso(DateTime.makeUnsafe(milliseconds)) }
    }
    return last.text
  }
}

const requestOf = (
  { idempotency, ...envelope }: Envelope,
  submissionId: string,
  timestamp: string
): SubmissionRequest => ({
  // One number is as good as two: no entity is ever looked for by its submission's.
  submission: { ...envelope, submissionId, freshId: EntityId.make(submissionId, withoutChecks), timestamp },
  idempotency
})

/**
 * The one writer of this server. What gathers while a batch is being committed makes the next batch, so that the cost of
 * a commit is shared by all who wait; with nobody waiting, a submission is committed alone and at once.
 */
export class Planner extends Context.Service<
  Planner,
  {
    /** Decides and keeps one submission. The answer comes after the commit: what was answered is durable. */
    readonly submit: (envelope: Envelope) => Effect.Effect<Outcome, SubmitError>
  }
>()("strategy/log/Planner") {
  static readonly layerWith = (options: Partial<PlannerOptions>) =>
    Layer.effect(
      Planner,
      Effect.gen(function* () {
        const { maxWait, ...bounds } = { ...defaults, ...options }
        const projector = yield* Projector
        const restoreStates = yield* RestoreStates.make
        const random = yield* SecureRandom.SecureRandom
        const timestamp = makeTimestamp(yield* Clock.Clock)
        const metrics = yield* Effect.context()

        const queue = new SubmissionQueue(bounds)
        yield* observed(LogMetrics.queueDepth, () => ({ value: queue.length }))
        const { arrivalCheck } = yield* makeDeadlines(maxWait, (isLate) => queue.expire(isLate))
        const write = yield* BatchCommit.make(queue.speculative, restoreStates.past)
        yield* Effect.forkScoped(WriterLoop.run(queue, write, projector.position))

        const freshId = random.uuidV7()
        const enqueue = (envelope: Envelope): Effect.Effect<Outcome, SubmitError> =>
          Effect.flatMap(freshId, (id) =>
            Effect.callback((answer) => {
              queue.add(new WaitingSubmission(requestOf(envelope, id, timestamp()), arrivalCheck(), metrics, answer))
            })
          )

        const untraced = (envelope: Envelope) => restoreStates.withStateBefore(envelope, enqueue(envelope))
        const traced = (envelope: Envelope) => Effect.withSpan(untraced(envelope), "Planner.submit")
        return Planner.of({ submit: (yield* References.TracerEnabled) ? traced : untraced })
      })
    )

  static readonly layer = this.layerWith({})
}
