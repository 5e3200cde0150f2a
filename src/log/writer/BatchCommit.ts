import { Clock, Effect, References, Schedule } from "effect"
import { StorageError } from "../../domain/StorageError.ts"
import * as LogMetrics from "../LogMetrics.ts"
import { Projector } from "../projection/Projector.ts"
import { type AppendRefused, type AppendUnknown, EventStore, type MissedChanges } from "../store/EventStore.ts"
import type { SpeculativeBatch } from "./SpeculativeBatch.ts"
import { OutcomeUnknown, SubmissionRefused, type SubmitError } from "./SubmitError.ts"
import type { WaitingSubmission } from "./WaitingSubmission.ts"
import { outcomeKeys, type PlannedBatch, planBatch } from "./WriteBatch.ts"

/** Sends the answers of a batch to its callers. */
export type SendAnswers = () => void

/** Commits a batch, which may have been decided already (`ready`). It never fails: the answers report errors too. */
export type WriteBatch = (batch: ReadonlyArray<WaitingSubmission>, ready?: PlannedBatch) => Effect.Effect<SendAnswers>

/** Long enough for a connection to be replaced. After that, callers are told that the database is away. */
const retrySchedule = Schedule.exponential("50 millis").pipe(Schedule.upTo({ times: 4, duration: "5 seconds" }))

/**
 * Retries an append while the database may come back. Each try first looks for what an earlier one of unknown outcome
 * may have written, by submission and key. Once an outcome is unknown, a later failure does not make it known.
 */
const withRetries = <A>(append: Effect.Effect<A, AppendRefused | AppendUnknown | StorageError>) => {
  let unknownOutcome: AppendUnknown | undefined
  return append.pipe(
    Effect.tapError((error) =>
      Effect.sync(() => {
        if (error._tag === "AppendUnknown") unknownOutcome = error
      })
    ),
    Effect.retry({
      schedule: retrySchedule,
      while: (error) => error._tag === "AppendUnknown" || (error._tag === "StorageError" && error.unavailable)
    }),
    Effect.mapError((error) => unknownOutcome ?? error)
  )
}

const settling =
  (batch: ReadonlyArray<WaitingSubmission>, { answers }: PlannedBatch): SendAnswers =>
  () => {
    for (const [index, waiting] of batch.entries()) {
      const answer = answers[index]
      if (answer !== undefined) waiting.settle(answer)
    }
  }

/** Makes the function that commits batches, with retries and with halving when a batch is refused for its content. */
export const make = Effect.fnUntraced(function* (speculative: SpeculativeBatch) {
  const store = yield* EventStore
  const projector = yield* Projector
  const clock = yield* Clock.Clock
  const metrics = yield* Effect.context()

  const commitUntraced = Effect.fnUntraced(function* (
    batch: ReadonlyArray<WaitingSubmission>,
    ready: PlannedBatch | undefined
  ) {
    const startNanos = clock.monotonicTimeNanosUnsafe()
    const requests = batch.map(({ request }) => request)
    const base = yield* projector.position
    const plan = (missed: MissedChanges): PlannedBatch => {
      if (ready !== undefined && missed.events.length === 0 && missed.outcomes.length === 0) return ready
      const planned = planBatch(base, requests)(missed)
      speculative.restart(planned.projection.position)
      return planned
    }
    const planned = yield* withRetries(store.append(base.state.sequenceNumber, outcomeKeys(requests), plan))
    LogMetrics.batchSize.updateUnsafe(batch.length, metrics)
    LogMetrics.commitSeconds.updateUnsafe(Number(clock.monotonicTimeNanosUnsafe() - startNanos) / 1e9, metrics)
    yield* projector.advance(planned.projection)
    return settling(batch, planned)
  })

  // A span costs as much as a small batch, so there is none unless traces are collected.
  const commit: typeof commitUntraced = (yield* References.TracerEnabled)
    ? (batch, ready) =>
        Effect.useSpan("Planner.commit", (span) => {
          for (const { span: submission } of batch) {
            if (submission?._tag === "Span") submission.addLinks([{ span, attributes: {} }])
          }
          return Effect.withParentSpan(commitUntraced(batch, ready), span)
        })
    : commitUntraced

  const fail = (batch: ReadonlyArray<WaitingSubmission>, error: SubmitError) =>
    Effect.sync(() => {
      speculative.restart(undefined)
      return () => {
        for (const waiting of batch) waiting.refuse(error)
      }
    })

  /** Halves a batch that was refused for its content, until the guilty submission is alone. */
  const writeHalves = (
    batch: ReadonlyArray<WaitingSubmission>,
    { cause }: AppendRefused
  ): Effect.Effect<SendAnswers> => {
    if (batch.length === 1) return fail(batch, new SubmissionRefused({ cause }))
    const middle = batch.length >> 1
    return Effect.zipWith(write(batch.slice(0, middle)), write(batch.slice(middle)), (one, other) => () => {
      one()
      other()
    })
  }

  const write: WriteBatch = (batch, ready) =>
    commit(batch, ready).pipe(
      Effect.catchTags({
        AppendRefused: (error) => writeHalves(batch, error),
        AppendUnknown: ({ cause }) => fail(batch, new OutcomeUnknown({ cause })),
        StorageError: (error) => fail(batch, error)
      }),
      Effect.catchDefect((cause) =>
        fail(batch, new StorageError({ operation: "Planner.commit", unavailable: false, cause }))
      )
    )

  return write
})
