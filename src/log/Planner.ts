import { Clock, Context, Data, DateTime, Deferred, Effect, Exit, Fiber, Layer, References, Schedule } from "effect"
import { SecureRandom } from "effect/crypto"
import type { Submission } from "../domain/Event.ts"
import { EntityId } from "../domain/Ids.ts"
import type { Outcome } from "../domain/Outcome.ts"
import type { State } from "../domain/State.ts"
import { StorageError } from "../domain/StorageError.ts"
import { observed } from "../observability/Observed.ts"
import { type Answer, outcomeKeys, planBatch, type Request } from "./Batch.ts"
import { type AppendRefused, type AppendUnknown, EventStore } from "./EventStore.ts"
import * as LogMetrics from "./LogMetrics.ts"
import { Projector } from "./Projector.ts"
import { TimeTravel } from "./TimeTravel.ts"

/** What a generator of UUIDs gives is one. */
const unchecked = { disableChecks: true }

/** A decoded envelope and who sent it. The role has been checked. */
export interface Envelope extends Omit<Submission, "submissionId" | "timestamp" | "freshId"> {
  readonly idempotency: Request["idempotency"]
}

/** More submissions wait than the service takes on. */
export class PlannerBusy extends Data.TaggedError("PlannerBusy") {}

/** Another request was answered under this idempotency key before. */
export class IdempotencyKeyReused extends Data.TaggedError("IdempotencyKeyReused") {}

/** The database refuses to keep this submission. */
export class SubmissionRefused extends Data.TaggedError("SubmissionRefused")<{ readonly cause: unknown }> {}

/** The connection was lost for good while committing: the submission may or may not be in the log. */
export class OutcomeUnknown extends Data.TaggedError("OutcomeUnknown")<{ readonly cause: unknown }> {}

export type SubmitError = PlannerBusy | IdempotencyKeyReused | SubmissionRefused | OutcomeUnknown | StorageError

export interface PlannerOptions {
  /** Submissions that may wait; one more is refused. */
  readonly queueCapacity: number
  /** The most that are committed together. */
  readonly batchSize: number
}

const defaults: PlannerOptions = { queueCapacity: 4_096, batchSize: 512 }

interface Waiting {
  readonly envelope: Envelope
  readonly submissionId: string
  readonly answer: Deferred.Deferred<Outcome, SubmitError>
}

/**
 * Those who wait are split between the commit under way and the next one, so that neither this server nor the database is
 * idle while the other works; but so many go together, for a commit of its own costs more than it would gain them.
 */
const smallestShare = 32

const endingOf = (error: SubmitError): LogMetrics.Ending => {
  switch (error._tag) {
    case "PlannerBusy":
      return "busy"
    case "IdempotencyKeyReused":
      return "key_reused"
    case "SubmissionRefused":
      return "refused"
    case "OutcomeUnknown":
      return "unknown"
    case "StorageError":
      return error.unavailable ? "unavailable" : "failed"
  }
}

/** Enough for a connection to be replaced; a database that is really away is answered as such. */
const retries = Schedule.exponential("50 millis").pipe(Schedule.upTo({ times: 4, duration: "5 seconds" }))

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
  static readonly layerWith = (options: PlannerOptions) =>
    Layer.effect(
      Planner,
      Effect.gen(function* () {
        const store = yield* EventStore
        const projector = yield* Projector
        const timeTravel = yield* TimeTravel
        const random = yield* SecureRandom.SecureRandom
        const clock = yield* Clock.Clock
        const metrics = yield* Effect.context()
        const queue: Array<Waiting> = []
        yield* observed(LogMetrics.queueDepth, () => ({ value: queue.length }))

        const refuse = ({ answer, envelope }: Waiting, error: SubmitError) => {
          LogMetrics.ended(envelope.eventType, endingOf(error), metrics)
          Deferred.doneUnsafe(answer, Exit.fail(error))
        }

        const settle = (waiting: Waiting, outcome: Answer) => {
          if (outcome === "key_reused") return refuse(waiting, new IdempotencyKeyReused())
          LogMetrics.ended(waiting.envelope.eventType, LogMetrics.endingOf(outcome), metrics)
          Deferred.doneUnsafe(waiting.answer, Exit.succeed(outcome))
        }

        /** Keeps a batch; gives what answers those who wait for it. */
        const commit = Effect.fn("Planner.commit")(function* (batch: ReadonlyArray<Waiting>) {
          const taken = clock.monotonicTimeNanosUnsafe()
          const timestamp = DateTime.formatIso(yield* DateTime.now)
          const requests = batch.map(
            ({ envelope: { idempotency, ...envelope }, submissionId }): Request => ({
              // One number is as good as two: no entity is ever looked for by its submission's.
              submission: { ...envelope, submissionId, freshId: EntityId.make(submissionId, unchecked), timestamp },
              idempotency
            })
          )
          const base = yield* projector.moment
          const states = new Map<number, State>()
          const past = (sequenceNumber: number) => states.get(sequenceNumber)
          let doubtful: AppendUnknown | undefined
          // Each try looks first: what an earlier one of unknown outcome has written is found by its submission or key.
          const attempt = store
            .append(base.state.sequenceNumber, outcomeKeys(requests), planBatch(base, requests, past))
            .pipe(
              Effect.tapError((error) =>
                Effect.sync(() => {
                  if (error._tag === "AppendUnknown") doubtful = error
                })
              ),
              Effect.retry({
                schedule: retries,
                while: (error) => error._tag === "AppendUnknown" || (error._tag === "StorageError" && error.unavailable)
              }),
              Effect.mapError((error) => doubtful ?? error)
            )
          let planned = yield* attempt
          while (planned.missing.length > 0) {
            for (const sequenceNumber of planned.missing) {
              states.set(sequenceNumber, (yield* timeTravel.moment(sequenceNumber)).state)
            }
            planned = yield* attempt
          }
          LogMetrics.batchSize.updateUnsafe(batch.length, metrics)
          LogMetrics.commitSeconds.updateUnsafe(Number(clock.monotonicTimeNanosUnsafe() - taken) / 1e9, metrics)
          yield* projector.advance(planned.projection)
          return () => {
            for (const [index, waiting] of batch.entries()) {
              const answer = planned.answers[index]
              if (answer !== undefined) settle(waiting, answer)
            }
          }
        })

        const fail = (batch: ReadonlyArray<Waiting>, error: SubmitError) =>
          Effect.succeed(() => {
            for (const waiting of batch) refuse(waiting, error)
          })

        /** A batch refused for its content is halved until the guilty one stands alone. */
        const write = (batch: ReadonlyArray<Waiting>): Effect.Effect<() => void> =>
          commit(batch).pipe(
            Effect.catchTags({
              AppendRefused: ({ cause }: AppendRefused) => {
                if (batch.length === 1) return fail(batch, new SubmissionRefused({ cause }))
                const middle = batch.length >> 1
                return Effect.zipWith(write(batch.slice(0, middle)), write(batch.slice(middle)), (one, other) => () => {
                  one()
                  other()
                })
              },
              AppendUnknown: ({ cause }: AppendUnknown) => fail(batch, new OutcomeUnknown({ cause })),
              StorageError: (error: StorageError) => fail(batch, error)
            }),
            Effect.catchDefect((cause) =>
              fail(batch, new StorageError({ operation: "Planner.commit", unavailable: false, cause }))
            )
          )

        /** Does something as soon as the batch is on its way to the database. */
        const writeAnd = Effect.fnUntraced(function* (batch: ReadonlyArray<Waiting>, meanwhile: () => void) {
          const writing = yield* Effect.forkChild(write(batch), { startImmediately: true })
          meanwhile()
          return yield* Fiber.join(writing)
        })

        let last = 0
        let answerLast: (() => void) | undefined
        const answer = () => {
          const due = answerLast
          answerLast = undefined
          due?.()
        }

        /** At once when somebody comes: who is alone does not wait for a turn of the event loop. */
        let wake: (() => void) | undefined
        const somebody = Effect.callback<void>((resume) => {
          wake = () => {
            wake = undefined
            resume(Effect.void)
          }
          return Effect.sync(() => {
            wake = undefined
          })
        })

        /** The answers to a batch are given while the next one is committed, if there is one. */
        const turn = Effect.suspend(() => {
          if (queue.length === 0) answer()
          if (queue.length === 0) return somebody
          const share = Math.max((queue.length + last + 1) >> 1, smallestShare)
          const batch = queue.splice(0, Math.min(share, options.batchSize))
          last = batch.length
          const written = Effect.map(answerLast === undefined ? write(batch) : writeAnd(batch, answer), (due) => {
            answerLast = due
          })
          return Effect.uninterruptible(written)
        })

        // Interrupted only between batches: a commit under way is finished and answered.
        yield* turn.pipe(
          Effect.forever({ disableYield: true }),
          Effect.ensuring(Effect.sync(answer)),
          Effect.forkScoped
        )

        const untraced = Effect.fnUntraced(function* (envelope: Envelope) {
          const submissionId = yield* random.uuidV7()
          const waiting = { envelope, submissionId, answer: Deferred.makeUnsafe<Outcome, SubmitError>() }
          if (queue.length >= options.queueCapacity) refuse(waiting, new PlannerBusy())
          else {
            queue.push(waiting)
            wake?.()
          }
          return yield* Deferred.await(waiting.answer)
        })

        // A span nobody reads would cost more than the submission.
        const isTraced = yield* References.TracerEnabled
        const submit = (envelope: Envelope) => Effect.withSpan(untraced(envelope), "Planner.submit")
        return Planner.of({ submit: isTraced ? submit : untraced })
      })
    )

  static readonly layer = this.layerWith(defaults)
}
