import { Clock, Context, DateTime, type Duration, Effect, Fiber, Layer, References, Schedule } from "effect"
import { SecureRandom } from "effect/crypto"
import type { Submission } from "../../domain/Event.ts"
import { EntityId } from "../../domain/Ids.ts"
import type { Outcome } from "../../domain/Outcome.ts"
import type { Past } from "../../domain/Past.ts"
import type { State } from "../../domain/State.ts"
import { StorageError } from "../../domain/StorageError.ts"
import { observed } from "../../observability/Observed.ts"
import * as LogMetrics from "../LogMetrics.ts"
import { Projector } from "../projection/Projector.ts"
import { TimeTravel } from "../projection/TimeTravel.ts"
import { type AppendRefused, type AppendUnknown, EventStore, type Since } from "../store/EventStore.ts"
import { outcomeKeys, type PlannedBatch, planBatch, type Request } from "./Batch.ts"
import { busyWait } from "./busyWait.ts"
import * as RestoreStates from "./RestoreStates.ts"
import { SpeculativeBatch } from "./SpeculativeBatch.ts"
import { OutcomeUnknown, PlannerBusy, SubmissionRefused, type SubmitError, WaitedTooLong } from "./SubmitError.ts"
import { deadlines, Waiting } from "./Waiting.ts"

/** What a generator of UUIDs gives is one. */
const unchecked = { disableChecks: true }

/** A decoded envelope and who sent it. The role has been checked. */
export interface Envelope extends Omit<Submission, "submissionId" | "timestamp" | "freshId"> {
  readonly idempotency: Request["idempotency"]
}

export interface PlannerOptions {
  /** Submissions that may wait; one more is refused. */
  readonly queueCapacity: number
  /** The most that are committed together. */
  readonly batchSize: number
  /** After this time at most a submission is answered, whatever the database does. */
  readonly longestWait: Duration.Input
}

/** A caller is to have its answer within 15 seconds, with what the HTTP layer adds. */
const defaults: PlannerOptions = { queueCapacity: 4_096, batchSize: 512, longestWait: "14 seconds" }

/**
 * Those who wait are split between the commit under way and the next one, so that neither this server nor the database is
 * idle while the other works; but so many go together, for a commit of its own costs more than it would gain them.
 */
const smallestShare = 32

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
  static readonly layerWith = (options: Partial<PlannerOptions>) =>
    Layer.effect(
      Planner,
      Effect.gen(function* () {
        const settings = { ...defaults, ...options }
        const store = yield* EventStore
        const projector = yield* Projector
        const timeTravel = yield* TimeTravel
        const restoreStates = yield* RestoreStates.make
        const random = yield* SecureRandom.SecureRandom
        const clock = yield* Clock.Clock
        const metrics = yield* Effect.context()
        const queue: Array<Waiting> = []
        /** The batch that is being committed. */
        let underway: ReadonlyArray<Waiting> = []
        yield* observed(LogMetrics.queueDepth, () => ({ value: queue.length }))

        let now = { milliseconds: Number.NaN, text: "" }
        /** Many submissions come in one millisecond. */
        const timestamp = (): string => {
          const milliseconds = clock.currentTimeMillisUnsafe()
          if (milliseconds !== now.milliseconds) {
            now = { milliseconds, text: DateTime.formatIso(DateTime.makeUnsafe(milliseconds)) }
          }
          return now.text
        }

        const requestOf = ({ idempotency, ...envelope }: Envelope, submissionId: string): Request => ({
          // One number is as good as two: no entity is ever looked for by its submission's.
          submission: {
            ...envelope,
            submissionId,
            freshId: EntityId.make(submissionId, unchecked),
            timestamp: timestamp()
          },
          idempotency
        })

        const ahead = new SpeculativeBatch()

        /** Keeps a batch, as decided ahead if it was; gives what answers those who wait for it. */
        const commitUntraced = Effect.fnUntraced(function* (
          batch: ReadonlyArray<Waiting>,
          ready: PlannedBatch | undefined
        ) {
          const taken = clock.monotonicTimeNanosUnsafe()
          const requests = batch.map(({ request }) => request)
          const base = yield* projector.moment
          const states = new Map<number, State>()
          const past: Past = (sequenceNumber) => states.get(sequenceNumber) ?? restoreStates.past(sequenceNumber)
          const plan = (since: Since): PlannedBatch => {
            if (ready !== undefined && since.events.length === 0 && since.outcomes.length === 0) return ready
            const planned = planBatch(base, requests, past)(since)
            ahead.restart(planned.projection.moment)
            return planned
          }
          let doubtful: AppendUnknown | undefined
          // Each try looks first: what an earlier one of unknown outcome has written is found by its submission or key.
          const attempt = store.append(base.state.sequenceNumber, outcomeKeys(requests), plan).pipe(
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
              if (answer !== undefined) waiting.settle(answer)
            }
          }
        })

        // A span nobody reads would cost as much as a small batch.
        const isTraced = yield* References.TracerEnabled
        const commit: typeof commitUntraced = isTraced
          ? (batch, ready) => Effect.withSpan(commitUntraced(batch, ready), "Planner.commit")
          : commitUntraced

        const fail = (batch: ReadonlyArray<Waiting>, error: SubmitError) =>
          Effect.sync(() => {
            ahead.restart(undefined)
            return () => {
              for (const waiting of batch) waiting.refuse(error)
            }
          })

        /** A batch refused for its content is halved until the guilty one stands alone. */
        const write = (batch: ReadonlyArray<Waiting>, ready?: PlannedBatch): Effect.Effect<() => void> =>
          commit(batch, ready).pipe(
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
        const writeAnd = Effect.fnUntraced(function* (writing: Effect.Effect<() => void>, meanwhile: () => void) {
          const written = yield* Effect.forkChild(writing, { startImmediately: true })
          meanwhile()
          return yield* Fiber.join(written)
        })

        /** Decides those who wait on what the commit under way is to lead to, as far as that is known. */
        const decideAhead = () => {
          for (;;) {
            const next = ahead.length < settings.batchSize ? queue[ahead.length] : undefined
            if (next === undefined || !ahead.decide(next.request)) return
          }
        }

        /** Who waits for its turn comes no more; of what is being committed nobody knows yet whether it will be. */
        const { arrival } = yield* deadlines(settings.longestWait, (isLate) => {
          for (const waiting of underway) {
            if (isLate(waiting)) waiting.refuse(new OutcomeUnknown({ cause: "The commit takes too long." }))
          }
          const late = queue.findIndex((waiting) => !isLate(waiting))
          const gone = queue.splice(0, late === -1 ? queue.length : late)
          if (gone.length > 0) ahead.forget()
          for (const waiting of gone) waiting.refuse(new WaitedTooLong())
          return queue.length > 0 || underway.length > 0
        })

        let isSoon = false
        /** When whoever else came in this turn of the event loop is there too: many are decided sooner together. */
        const decideSoon = () => {
          if (isSoon) return
          isSoon = true
          setImmediate(() => {
            isSoon = false
            decideAhead()
          })
        }

        let last = 0
        /** Nobody came while the last batch was committed. */
        let wasAlone = true
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
        const turn = Effect.flatMap(projector.moment, (shown) => {
          if (queue.length === 0) answer()
          if (queue.length === 0) return somebody
          ahead.goOn(shown)
          decideAhead()
          const share = Math.min(Math.max((queue.length + last + 1) >> 1, smallestShare), settings.batchSize)
          const ready = ahead.take(share)
          if (ready === undefined) ahead.restart(undefined)
          const batch = queue.splice(0, ready?.answers.length ?? share)
          underway = batch
          last = batch.length
          const writing = write(batch, ready)
          const written =
            answerLast === undefined && queue.length === 0
              ? batch.length === 1 && wasAlone
                ? busyWait(writing)
                : writing
              : writeAnd(writing, () => {
                  answer()
                  decideAhead()
                })
          return Effect.uninterruptible(
            Effect.map(written, (due) => {
              underway = []
              wasAlone = queue.length === 0
              answerLast = due
            })
          )
        })

        // Interrupted only between batches: a commit under way is finished and answered.
        yield* turn.pipe(
          Effect.forever({ disableYield: true }),
          Effect.ensuring(Effect.sync(answer)),
          Effect.forkScoped
        )

        const freshId = random.uuidV7()
        const enqueue = (envelope: Envelope): Effect.Effect<Outcome, SubmitError> =>
          Effect.flatMap(freshId, (id) =>
            Effect.callback((answer) => {
              const waiting = new Waiting(requestOf(envelope, id), arrival(), metrics, answer)
              if (queue.length >= settings.queueCapacity) return waiting.refuse(new PlannerBusy())
              queue.push(waiting)
              if (wake === undefined) decideSoon()
              else wake()
            })
          )

        const untraced = (envelope: Envelope) => restoreStates.around(envelope, enqueue(envelope))
        const submit = (envelope: Envelope) => Effect.withSpan(untraced(envelope), "Planner.submit")
        return Planner.of({ submit: isTraced ? submit : untraced })
      })
    )

  static readonly layer = this.layerWith({})
}
